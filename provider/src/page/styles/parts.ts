/** Styles of findings, resources and their parts. */
export const parts = `.chip { display: inline-flex; gap: 5px; padding: 1px 9px; font-size: 0.82rem; font-weight: 560; line-height: 1.55; white-space: nowrap; border-radius: 999px; }
.chips { display: inline-flex; flex-wrap: wrap; gap: 5px; }
.sign { font-weight: 700; }
.chip.good { color: var(--good-text); background: var(--good-soft); }
.chip.info { color: var(--info-text); background: var(--info-soft); }
.chip.warn { color: var(--warn-text); background: var(--warn-soft); }
.chip.bad { color: var(--bad-text); background: var(--bad-soft); }
.chip.plain { color: var(--plain-text); background: var(--plain-soft); }
.finding { display: grid; grid-template-columns: 20px minmax(0, 1fr); gap: 12px; padding: 12px 0; border-top: 1px solid var(--line); }
.findings > .finding:first-child, .finding-group .finding:first-child { border-top: none; }
.finding-group { padding-top: 12px; border-top: 1px solid var(--line); }
.findings > .finding-group:first-child { border-top: none; }
.finding-about { font-weight: 620; overflow-wrap: anywhere; }
.card.findings, .card.notices { padding-top: 4px; padding-bottom: 4px; }
.notices > .rest { margin: 0 0 10px; }
.finding .icon { margin-top: 2px; }
.finding.danger > .icon { color: var(--bad-text); }
.finding.notice > .icon { color: var(--info-text); }
.finding p { max-width: 96ch; overflow-wrap: anywhere; }
.finding.danger p:first-child { font-weight: 550; }
.finding-place { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; margin-top: 2px; font-size: 0.9rem; }
.remarks { display: grid; gap: 6px; margin-bottom: 14px; }
.remark { display: grid; grid-template-columns: 18px minmax(0, 1fr); gap: 10px; padding: 8px 12px; font-size: 0.93rem; border-radius: 8px; overflow-wrap: anywhere; }
.remark .icon { margin-top: 2px; }
.remark.danger { color: var(--bad-text); background: var(--bad-soft); }
.remark.notice { color: var(--info-text); background: var(--info-soft); }
details.card { padding: 0; }
details.card > summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; position: relative; padding: 14px 20px 14px 42px; border-radius: var(--radius); }
details.card > summary::before { content: ""; position: absolute; left: 21px; top: 22px; width: 7px; height: 7px; border: solid var(--muted); border-width: 0 1.8px 1.8px 0; transform: rotate(-45deg); }
details.card[open] > summary::before { transform: rotate(45deg); top: 20px; }
details.card > summary::-webkit-details-marker { display: none; }
details.card > summary:hover { background: var(--raised); }
details.card > summary:focus-visible { outline-offset: -3px; border-radius: var(--radius); }
details.card > summary > .second { flex-basis: 100%; margin-top: -2px; }
.card-body { padding: 4px 20px 18px 42px; }
.card-body > .facts { max-width: 620px; }
.anchor { position: absolute; width: 0; height: 0; scroll-margin-top: 150px; }
details.card:has(> .card-body > .anchor:target) { border-color: var(--accent-fill); box-shadow: 0 0 0 1px var(--accent-fill); }
.columns { display: grid; grid-template-columns: minmax(0, 8fr) minmax(0, 5fr); gap: 18px 36px; align-items: start; }
.columns h4:not(:first-child), .facts + h4, .things + h4 { margin-top: 14px; }
.things { display: flex; flex-wrap: wrap; gap: 5px 8px; font-size: 0.93rem; }
.things li { max-width: 100%; padding: 1px 9px; background: var(--plain-soft); border-radius: 8px; overflow-wrap: anywhere; }
.things li:has(> ins) { background: var(--good-soft); }
.things li:has(> del) { background: var(--bad-soft); }
.things li:has(> ins)::before { content: "+ "; color: var(--good-text); font-weight: 700; }
.things li:has(> del)::before { content: "− "; color: var(--bad-text); font-weight: 700; }
.things + p { margin-top: 6px; font-size: 0.9rem; }
.people { color: var(--muted); font-variant-numeric: tabular-nums; }
.timeline { margin-top: 2px; }
.step { position: relative; display: grid; grid-template-columns: 32px minmax(0, 1fr); gap: 12px; padding-bottom: 16px; scroll-margin-top: 90px; }
.step:not(:last-child)::before { content: ""; position: absolute; left: 15.5px; top: 34px; bottom: 2px; width: 1px; background: var(--line); }
.step-icon { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; color: var(--info-text); background: var(--info-soft); }
.step-icon .icon { width: 17px; height: 17px; }
.step.email .step-icon { color: var(--email-text); background: var(--email-soft); }
.step.removed .step-icon { color: var(--plain-text); background: none; border: 1.5px dashed var(--edge); }
.step.removed b { text-decoration: line-through; }
.step:target > div { outline: 2px solid var(--accent-fill); outline-offset: 6px; border-radius: 6px; }
.step:focus-visible { outline: none; }
.step-head { padding-top: 4px; }
.step-head .chip { margin-left: 4px; }
.step .remarks { margin: 6px 0 0; }
.step .facts { margin-top: 6px; font-size: 0.9rem; }
.words { margin-top: 6px; padding: 9px 13px; max-width: 76ch; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.words.subject .text { font-weight: 600; }
.step.removed .words { border-style: dashed; color: var(--muted); }
.field { display: block; font-size: 0.82rem; color: var(--muted); font-weight: 500; }
.words .removed { text-decoration: line-through; }
.variable { padding: 0 3px; color: var(--info-text); background: var(--info-soft); border-radius: 4px; }
ins .variable, del .variable { color: inherit; background: none; padding: 0; }
.sample, .rest { margin-top: 6px; font-size: 0.93rem; }
.sample > summary, .unchanged > summary, .rest > summary, .messages > summary { font-size: 0.87rem; color: var(--muted); }
.sample > .text { margin-top: 4px; padding-left: 12px; border-left: 3px solid var(--track); }
.plain-list > li { padding: 10px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.plain-list > li:first-child { border-top: none; }
.plain-list .things { margin-top: 6px; }
.card.plain-list { padding-top: 4px; padding-bottom: 4px; }
.bullets li { padding-left: 16px; overflow-wrap: anywhere; position: relative; }
.bullets li::before { content: "•"; position: absolute; left: 2px; color: var(--muted); }
@media screen {
  .large details.card { content-visibility: auto; contain-intrinsic-size: auto 76px; }
  .large details.card[open] { contain-intrinsic-size: auto 420px; }
}
@media (max-width: 1000px) { .columns { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 760px) {
  details.card > summary { padding: 12px 15px 12px 34px; }
  details.card > summary::before { left: 15px; top: 20px; }
  details.card[open] > summary::before { top: 18px; }
  .card-body { padding: 2px 15px 15px; }
  .facts > div { grid-template-columns: minmax(0, 132px) minmax(0, 1fr); }
  .step { grid-template-columns: 28px minmax(0, 1fr); gap: 10px; }
  .step-icon { width: 28px; height: 28px; }
  .step:not(:last-child)::before { left: 13.5px; top: 30px; }
}
`;
