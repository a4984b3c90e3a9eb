/** The layout of the page and its header. */
export const layout = `#page { display: grid; grid-template-columns: 232px minmax(0, 1fr); min-height: 100vh; }
nav { position: sticky; top: 0; height: 100vh; padding: 18px 14px; overflow-y: auto; background: var(--surface); border-right: 1px solid var(--line); }
.brand { display: flex; gap: 10px; align-items: center; padding: 2px 10px 18px; font-weight: 650; }
.mark { width: 22px; height: 22px; border-radius: 7px; background: linear-gradient(135deg, #5573ee, #2f49b8); }
nav a { display: flex; justify-content: space-between; gap: 10px; padding: 7px 10px; border-radius: 8px; color: var(--muted); font-weight: 520; text-decoration: none; }
nav a:hover { color: var(--text); background: var(--raised); }
.nav-count { font-variant-numeric: tabular-nums; }
main { padding: 26px 28px 60px; max-width: 1420px; min-width: 0; }
.title { margin-bottom: 18px; }
.eyebrow { font-size: 0.87rem; color: var(--muted); }
.lead { color: var(--muted); max-width: 78ch; }
.title .lead { margin-top: 4px; }
.origin { margin-top: 10px; }
.card { min-width: 0; padding: 16px 20px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); }
.card + .card { margin-top: 14px; }
.section { margin-top: 34px; }
.section > header { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; }
.section > header + * { margin-top: 10px; }
.section > .lead { margin-top: 2px; font-size: 0.92rem; }
.section > .lead + * { margin-top: 12px; }
.aside { font-size: 0.92rem; color: var(--muted); font-variant-numeric: tabular-nums; }
.verdict { display: flex; gap: 14px; align-items: center; margin-bottom: 14px; padding: 16px 20px; border-radius: var(--radius); border: 1px solid color-mix(in srgb, currentColor 22%, transparent); }
.verdict .icon { width: 28px; height: 28px; }
.verdict-heading { font-size: 1.16rem; font-weight: 640; line-height: 1.35; overflow-wrap: anywhere; }
.verdict.good { color: var(--good-text); background: var(--good-soft); }
.verdict.bad { color: var(--bad-text); background: var(--bad-soft); }
.approve { margin-bottom: 14px; }
.stopped { margin-bottom: 14px; border: 2px solid var(--bad-text); }
.stopped h2 { color: var(--bad-text); }
.diagnostics li { margin-top: 10px; padding: 10px 14px; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.facts { display: grid; gap: 7px 18px; font-size: 0.93rem; }
.facts > div { display: grid; grid-template-columns: minmax(0, 150px) minmax(0, 1fr); gap: 12px; }
.facts dt { color: var(--muted); overflow-wrap: anywhere; }
.facts dd { overflow-wrap: anywhere; }
.stacks .facts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 210px), 1fr)); gap: 10px 24px; }
.stacks .facts > div { grid-template-columns: none; gap: 0; align-content: start; }
.stacks .facts dt { font-size: 0.86rem; }
.stacks .facts + .facts { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--line); }
.fingerprint summary { list-style-position: outside; margin-left: 15px; }
.whole, .approval { display: block; user-select: all; }
.filter { position: sticky; top: 0; z-index: 10; margin: 22px -28px 0; padding: 10px 28px; background: color-mix(in srgb, var(--page) 90%, transparent); backdrop-filter: blur(10px); border-bottom: 1px solid var(--line); }
.filter[hidden] { display: none; }
.filter-fields { display: flex; flex-wrap: wrap; gap: 8px 18px; align-items: center; }
.filter-text, .filter-stack { display: flex; gap: 8px; align-items: center; }
.filter-text { flex: 1 1 280px; max-width: 460px; }
.filter label { font-size: 0.92rem; white-space: nowrap; }
.filter-stack select { max-width: 240px; }
.check { display: flex; gap: 7px; align-items: center; }
.check input { width: 16px; height: 16px; accent-color: var(--accent-fill); }
.buttons { display: flex; gap: 6px; margin-left: auto; }
#filter-state { font-size: 0.87rem; color: var(--muted); }
#filter-state:not(:empty) { margin-top: 6px; }
footer { margin-top: 34px; padding-top: 14px; font-size: 0.87rem; color: var(--muted); border-top: 1px solid var(--line); }
@media (max-width: 1080px) {
  #page { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; padding: 10px 0 0; border-right: none; border-bottom: 1px solid var(--line); overflow: hidden; }
  nav ul { display: flex; gap: 2px; padding: 0 18px 8px; overflow-x: auto; scrollbar-width: thin; }
  nav a { padding: 6px 10px; white-space: nowrap; }
  .brand { padding: 2px 28px 8px; }
}
@media screen and (max-width: 760px) {
  :root { scroll-padding-top: 88px; }
  .verdict { position: sticky; top: 0; z-index: 9; }
  .verdict-text { display: none; }
}
@media (max-width: 760px) {
  main { padding: 18px 16px 40px; }
  .brand { padding: 2px 16px 8px; }
  nav ul { padding: 0 8px 8px; }
  .card { padding: 14px 15px; }
  .verdict { padding: 10px 15px; }
  h1 { font-size: 1.4rem; }
  .filter { position: static; margin: 18px -16px 0; padding: 10px 16px; }
  .filter-text, .filter-stack { flex: 1 1 100%; max-width: none; }
  .filter-stack select { flex: 1; max-width: none; }
}
`;
