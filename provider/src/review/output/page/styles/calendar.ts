/** Calendar styles: columns on wide screens, one list per campaign on phones and in print. */
export const calendar = `.calendar-box { max-height: 82vh; overflow: auto; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); }
.event { position: relative; display: block; width: 100%; padding: 6px 7px; text-align: start; font-size: 0.83rem; line-height: 1.4; font-weight: 400; white-space: normal; overflow-wrap: anywhere; color: var(--text); background: var(--info-soft); border: 1px solid color-mix(in srgb, var(--info-text) 26%, transparent); border-radius: 8px; }
.event.email { background: var(--email-soft); border-color: color-mix(in srgb, var(--email-text) 30%, transparent); }
button.event:hover { background: var(--surface); border-color: currentColor; }
.event + .event, [popover] + .event { margin-top: 5px; }
.event-head { display: flex; gap: 5px; align-items: flex-start; font-weight: 600; color: var(--info-text); }
.event.email .event-head { color: var(--email-text); }
.event-head .icon { width: 15px; height: 15px; margin-top: 2px; }
.excerpt { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; margin-top: 2px; unicode-bidi: isolate; }
.event-note { display: block; margin-top: 2px; color: var(--muted); }
.event .chip { margin-top: 4px; font-size: 0.78rem; }
.event.former, .event.removed { background: var(--surface); border-style: dashed; border-color: var(--muted); }
.event.former .event-head, .event.removed .event-head { color: var(--muted); text-decoration: line-through; font-weight: 500; }
.idle .event.now { background: var(--surface); }
.look { width: min(560px, calc(100vw - 32px)); max-height: 80vh; margin: auto; padding: 18px 20px; overflow: auto; color: var(--text); background: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius); box-shadow: 0 12px 40px #00000040; font-size: 0.95rem; overflow-wrap: anywhere; }
.look::backdrop { background: #00000038; }
.look header { display: flex; gap: 12px; justify-content: space-between; align-items: flex-start; }
.look-title { display: flex; gap: 8px; align-items: center; font-weight: 620; }
.look blockquote { margin: 12px 0; padding: 10px 14px; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
@supports not selector(:popover-open) { .look { display: none; } }
.keys { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 10px; font-size: 0.86rem; color: var(--muted); }
.key::before { content: ""; display: inline-block; width: 12px; height: 12px; margin-right: 6px; vertical-align: -1px; border-radius: 4px; background: var(--info-soft); border: 1px solid var(--info-text); }
.key.emails::before { background: var(--email-soft); border-color: var(--email-text); }
.key.former::before { background: none; border: 1px dashed var(--muted); }
.key.idle::before { background: none; border-color: var(--info-text); }
.who a { font-weight: 600; overflow-wrap: anywhere; }
.who .chips { display: flex; margin: 3px 0; }
.who .second { display: block; font-size: 0.84rem; }
@media screen and (min-width: 761px) {
  .calendar-frame { position: relative; }
  .calendar-frame::after { content: ""; position: absolute; inset: 1px 1px 1px auto; z-index: 4; width: 24px; pointer-events: none; border-radius: var(--radius); background: linear-gradient(to right, transparent, var(--surface)); }
  .calendar [role="row"] { position: relative; display: grid; align-items: start; }
  .calendar-head { position: sticky; top: 0; z-index: 3; background: var(--raised); border-bottom: 1px solid var(--line); font-size: 0.84rem; color: var(--muted); }
  .calendar-head [role="columnheader"] { padding: 8px 8px; font-weight: 600; white-space: nowrap; overflow: hidden; }
  .calendar-head .who { position: sticky; left: 0; z-index: 1; padding-left: 16px; background: var(--raised); }
  .calendar-head .day { color: var(--text); }
  .calendar-head .idle, .calendar-head .gap { padding: 8px 2px; text-align: center; font-weight: 400; }
  .calendar-head .idle .word { display: none; }
  .calendar-head .gap { background: repeating-linear-gradient(115deg, transparent 0 5px, var(--line) 5px 6px); }
  .calendar-group + .calendar-group .seat { border-top: 1px solid var(--line); }
  .calendar .seat { display: block; border-bottom: 1px solid var(--line); background: var(--page); }
  .seat [role="rowheader"] { display: block; padding: 5px 0; font-size: 0.87rem; font-weight: 620; }
  .stay { position: sticky; left: 16px; }
  .campaign-row { isolation: isolate; }
  .campaign-row + .campaign-row { border-top: 1px solid var(--line); }
  .large .campaign-row { content-visibility: auto; contain-intrinsic-size: auto 104px; }
  .campaign-row > .who { position: sticky; left: 0; z-index: 2; grid-column: 1; grid-row: 1; align-self: stretch; padding: 10px 12px 10px 16px; background: var(--surface); border-right: 1px solid var(--line); }
  .cell, .track { grid-row: 1; }
  .cell { padding: 10px 4px; }
  .track { height: 2px; margin: 22px 12px 0; background: var(--track); }
  .idle .track { background: none; border-top: 2px dashed var(--track); }
  .cell-day { display: none; }
}
@media (max-width: 760px), print {
  .calendar-box { max-height: none; overflow: visible; border: none; background: none; box-shadow: none; border-radius: 0; }
  .calendar-head, .track { display: none; }
  .seat { margin: 16px 0 8px; font-weight: 620; }
  .campaign-row { margin-top: 10px; padding: 12px 15px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
  .cell { display: grid; grid-template-columns: 62px minmax(0, 1fr); gap: 0 10px; margin-top: 8px; }
  .cell-day { font-size: 0.86rem; font-weight: 600; padding-top: 6px; grid-row: 1 / span 9; }
  .cell > .event { grid-column: 2; }
}
`;
