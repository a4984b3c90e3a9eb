import { html } from "../html.js";
import { useWindow } from "./window.js";

/**
 * A row of a table. The first cell is its header.
 * @typedef {{ key: string | number, cells: unknown[], isMarked?: boolean }} Row
 */

/**
 * A table. On a narrow screen each row is a block, with the name of the column before each value; the roles keep it a
 * table for screen readers. For a long table, only the visible rows are in the document.
 * @param {{ label: string, heads: string[], rows: Row[], widths?: number[] }} props `widths`: relative widths of the
 * columns
 */
export function Table({ label, heads, rows, widths }) {
  const { whole, indexes, before, after, measure } = useWindow(rows.length, 56);
  const all = widths?.reduce((sum, width) => sum + width, 0) ?? 1;
  return html`<table role="table" aria-label=${label} aria-rowcount=${rows.length + 1}>
    ${widths && html`<colgroup>${widths.map((width, index) => html`<col key=${index} style=${{ width: `${(100 * width) / all}%` }} />`)}</colgroup>`}
    <thead role="rowgroup"><tr role="row" aria-rowindex="1">${heads.map((head) => html`<th role="columnheader" scope="col" key=${head}>${head}</th>`)}</tr></thead>
    <tbody role="rowgroup" ref=${whole}>
      ${before > 0 && html`<tr key="before" class="gap" aria-hidden="true" style=${{ height: `${before}px` }}></tr>`}
      ${indexes.map((index) => {
        const row = rows[index];
        return row && html`<${TableRow} key=${row.key} row=${row} index=${index} heads=${heads} measure=${measure} />`;
      })}
      ${after > 0 && html`<tr key="after" class="gap" aria-hidden="true" style=${{ height: `${after}px` }}></tr>`}
    </tbody>
  </table>`;
}

/** @param {{ row: Row, index: number, heads: string[], measure?: (element: HTMLElement | null) => void }} props */
function TableRow({ row: { cells, isMarked }, index, heads, measure }) {
  return html`<tr role="row" class=${isMarked ? "marked" : ""} data-index=${index} aria-rowindex=${index + 2} ref=${measure}>
    ${cells.map((cell, column) =>
      column === 0
        ? html`<th role="rowheader" scope="row" key=${column}>${cell}</th>`
        : html`<td role="cell" key=${column} data-head=${heads[column]} class=${cell === null ? "nothing" : ""}><div>${cell}</div></td>`,
    )}
  </tr>`;
}

/**
 * Numbers by day: the first column stays visible while the others scroll sideways.
 * @param {{ label: string, heads: string[], groups: { title: string, rows: { key: string, name: string, cells: unknown[] }[] }[] }} props
 */
export function Matrix({ label, heads, groups }) {
  return html`<div class="matrix" role="region" aria-label=${label} tabindex="0">
    <table>
      <thead><tr>${heads.map((head, index) => html`<th scope="col" key=${index}>${head === "" ? html`<span class="unseen">What</span>` : head}</th>`)}</tr></thead>
      ${groups
        .filter(({ rows }) => rows.length > 0)
        .map(
          ({ title, rows }) => html`<tbody key=${title}>
            <tr class="matrix-title"><th scope="rowgroup" colspan=${heads.length}>${title}</th></tr>
            ${rows.map(
              ({ key, name, cells }) => html`<tr key=${key}>
                <th scope="row">${name}</th>${cells.map((cell, index) => html`<td key=${index}>${cell}</td>`)}
              </tr>`,
            )}
          </tbody>`,
        )}
    </table>
  </div>`;
}
