import { base } from "../../../page/styles/base";
import { layout } from "../../../page/styles/layout";
import { parts } from "../../../page/styles/parts";
import { print } from "../../../page/styles/print";

/** Styles used only by rehearsal pages: tables of numbers by day. */
const own = `.verdict.warn { color: var(--warn-text); background: var(--warn-soft); }
.remark.warn { color: var(--warn-text); background: var(--warn-soft); }
.seat-title { margin-bottom: 10px; }
.heat-box { position: relative; overflow-x: auto; scrollbar-width: thin; }
.heat { border-collapse: separate; border-spacing: 2px; font-size: 0.84rem; font-variant-numeric: tabular-nums; }
.heat th { font-weight: 550; color: var(--muted); white-space: nowrap; }
.heat thead th { padding: 0 2px 2px; text-align: center; font-size: 0.78rem; }
.heat thead th:first-child, .heat tbody th { position: sticky; left: 0; z-index: 1; padding: 0 14px 0 0; text-align: left; background: var(--surface); }
.heat td { min-width: 34px; height: 28px; padding: 0 4px; text-align: center; border-radius: 6px; background: var(--raised); }
.heat td.none { background: var(--raised); }
.heat td.tint-1 { background: color-mix(in srgb, var(--accent-fill) 14%, var(--surface)); }
.heat td.tint-2 { background: color-mix(in srgb, var(--accent-fill) 26%, var(--surface)); }
.heat td.tint-3 { background: color-mix(in srgb, var(--accent-fill) 34%, var(--surface)); }
.heat td.tint-4 { background: color-mix(in srgb, var(--accent-fill) 42%, var(--surface)); }
.heat td.full { font-weight: 700; box-shadow: inset 0 -3px 0 light-dark(#8a4b00, #f0c26e); }
.heat .sum { font-weight: 620; background: none; }
.keys { display: flex; gap: 18px; margin-top: 10px; font-size: 0.86rem; color: var(--muted); }
.key::before { content: ""; display: inline-block; width: 16px; height: 12px; margin-right: 6px; vertical-align: -1px; border-radius: 4px; }
.key.quota::before { background: var(--accent-soft); box-shadow: inset 0 -3px 0 light-dark(#8a4b00, #f0c26e); }
.after { margin-top: 10px; font-size: 0.92rem; }
.card .plain-list { margin-top: 4px; font-size: 0.93rem; }
.columns .facts + h4, .columns .plain-list + h4 { margin-top: 16px; }
.columns .facts > div { grid-template-columns: minmax(0, 150px) minmax(0, 1fr); }
@media print { .heat-box { overflow: visible; } .heat td { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

export const styles = `${base}${layout}${parts}${own}${print}`;
