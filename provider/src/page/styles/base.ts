/** Colours, fonts and elements, the same as on the local service's page. */
export const base = `:root {
  color-scheme: light dark;
  --page: light-dark(#f5f6f8, #0f1318);
  --surface: light-dark(#ffffff, #171c23);
  --raised: light-dark(#f9fafb, #1d232c);
  --line: light-dark(#e4e7ec, #2b323c);
  --edge: light-dark(#cfd5de, #3a434f);
  --text: light-dark(#1a212c, #e7eaf0);
  --muted: light-dark(#5a6575, #9da8b7);
  --accent: light-dark(#3350c4, #9db1ff);
  --accent-fill: light-dark(#3a5bd9, #6d87f0);
  --accent-soft: light-dark(#eaeefb, #232c48);
  --track: light-dark(#c3cdf0, #37446e);
  --good-text: light-dark(#0f6b38, #7ddba5);
  --good-soft: light-dark(#e3f5ea, #173324);
  --info-text: light-dark(#2547a8, #a9c0ff);
  --info-soft: light-dark(#e6edfc, #1e2b4d);
  --email-text: light-dark(#0d5f6b, #86d6e2);
  --email-soft: light-dark(#e0f3f5, #15343a);
  --warn-text: light-dark(#7d4d00, #f0c26e);
  --warn-soft: light-dark(#fdf1d8, #3a2c10);
  --bad-text: light-dark(#a3271b, #ff9d92);
  --bad-soft: light-dark(#fde8e6, #43201d);
  --plain-text: light-dark(#4a5464, #b4bdca);
  --plain-soft: light-dark(#eceff3, #2a313b);
  --radius: 12px;
  --shadow: light-dark(0 1px 2px #1a212c0d, 0 1px 2px #00000040);
  --letters: Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif;
  font: 15px / 1.5 var(--letters);
  color: var(--text);
  background: var(--page);
  scroll-padding-top: 76px;
}
*, *::before, *::after { box-sizing: border-box; }
body, h1, h2, h3, h4, p, ul, ol, dl, dd, blockquote { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.7rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.16rem; font-weight: 640; letter-spacing: -0.005em; overflow-wrap: anywhere; }
h3 { font-size: 1.02rem; font-weight: 620; overflow-wrap: anywhere; }
h4 { margin-bottom: 8px; font-size: 0.87rem; font-weight: 600; color: var(--muted); }
a { color: var(--accent); text-underline-offset: 2px; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
a:hover { text-decoration-color: currentColor; }
b { font-weight: 620; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.86em; overflow-wrap: anywhere; }
bdi { overflow-wrap: anywhere; }
button, input, select { font: inherit; color: inherit; }
button {
  padding: 5px 13px;
  font-weight: 550;
  font-size: 0.92rem;
  background: var(--surface);
  border: 1px solid var(--edge);
  border-radius: 8px;
  cursor: pointer;
  white-space: nowrap;
}
button:hover { background: var(--raised); border-color: light-dark(#b3bcc9, #525d6b); }
input[type="search"], select {
  width: 100%;
  min-width: 0;
  padding: 6px 10px;
  background: var(--surface);
  border: 1px solid light-dark(#8a94a3, #667080);
  border-radius: 8px;
}
::placeholder { color: var(--muted); opacity: 1; }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent-fill); outline-offset: 2px; border-radius: 4px; }
main:focus-visible, section:focus-visible, .anchor:focus-visible { outline: none; }
ins { color: var(--good-text); background: var(--good-soft); text-decoration: underline; text-decoration-thickness: 1.5px; text-underline-offset: 3px; border-radius: 3px; }
del { color: var(--bad-text); background: var(--bad-soft); text-decoration: line-through; border-radius: 3px; }
ins, del { padding: 0 2px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
del + ins { margin-left: 3px; }
/* Screen readers seldom tell that a word is inserted or deleted. */
ins::before, ins::after, del::before, del::after { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
ins::before { content: " [added: "; }
del::before { content: " [removed: "; }
ins::after, del::after { content: "] "; }
.muted, .second { color: var(--muted); }
.second { font-size: 0.87rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; z-index: 20; padding: 8px 14px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.skip:focus { top: 12px; }
.icon { width: 18px; height: 18px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.code { padding: 0 4px; font-size: 0.8em; color: var(--warn-text); background: var(--warn-soft); border: 1px dashed currentColor; border-radius: 4px; white-space: nowrap; unicode-bidi: isolate; direction: ltr; }
@media screen { .out { display: none !important; } }
`;
