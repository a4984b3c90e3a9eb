import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { counted } from "../words.js";
import { usePages } from "./pages.js";

/** @typedef {import("../../src/page/reads/contacts.js").ContactRow} ContactRow */
/**
 * A column; without `sort`, nothing sorts by it.
 * @typedef {{ head: string, sort?: string }} Column
 */

const kinds = ["clock", "contact", "enrolment", "campaign", "lead_list", "agent", "linkedin_seat", "email_seat"];

/**
 * A table of contacts of any length: only visible rows exist, and their pages are read when they scroll into view.
 * @param {{ filter: Record<string, string | number | undefined>, columns: Column[], row: (contact: ContactRow) => unknown[],
 *   sort: (by: string) => void }} props
 */
export function Rows({ filter, columns, row, sort }) {
  const scroller = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { total, at: contactAt, show, problem } = usePages("contacts", filter, kinds);
  const height = useRowHeight();
  const virtualizer = useVirtualizer(scroller, total ?? 0, height);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => show(first, last), [first, last, show]);
  useEffect(() => scroller.current?.scrollTo(0, 0), [filter]);

  return html`
    <p class="muted count" role="status">${problem ?? (total === undefined ? "Loading…" : counted(total, "contact"))}</p>
    <div class="rows" role="table" aria-label="Contacts" aria-rowcount=${(total ?? 0) + 1}>
      <div role="rowgroup" class="rows-head">
        <div role="row" aria-rowindex="1">
          ${columns.map((column) => html`<${Head} key=${column.head} column=${column} filter=${filter} sort=${sort} />`)}
        </div>
      </div>
      <div role="rowgroup" class="rows-body" ref=${scroller} tabindex="0" aria-label="Rows">
        <div class="rows-all" role="presentation" style=${{ height: `${virtualizer.getTotalSize()}px` }}>
          ${items.map(({ index, start }) => {
            const contact = contactAt(index);
            const cells = contact ? row(contact) : columns.map((_, column) => (column === 0 ? "…" : ""));
            return html`<div role="row" key=${index} aria-rowindex=${index + 2} style=${{ height: `${height}px`, transform: `translateY(${start}px)` }}>
              ${cells.map((cell, column) => html`<div role="cell" key=${column} data-head=${columns[column]?.head}>${cell}</div>`)}
            </div>`;
          })}
        </div>
      </div>
    </div>`;
}

/** @param {{ column: Column, filter: Record<string, string | number | undefined>, sort: (by: string) => void }} props */
function Head({ column: { head, sort: by }, filter, sort }) {
  if (by === undefined) return html`<span role="columnheader">${head}</span>`;
  const direction = filter.sort !== by ? "none" : filter.order === "down" ? "descending" : "ascending";
  return html`<span role="columnheader" aria-sort=${direction}>
    <button type="button" class="sort" onClick=${() => sort(by)}>${head}<span aria-hidden="true" class="arrow"></span></button>
  </span>`;
}

/** @param {{ current: HTMLDivElement | null }} scroller @param {number} count @param {number} height */
function useVirtualizer(scroller, count, height) {
  const [, setRound] = useState(0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => setRound((round) => round + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  return virtualizer;
}

/** Rows of two lines on a wide screen; on a narrow one each cell has its own line. */
function useRowHeight() {
  const [isNarrow, setNarrow] = useState(() => matchMedia("(max-width: 760px)").matches);
  useEffect(() => {
    const query = matchMedia("(max-width: 760px)");
    const update = () => setNarrow(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isNarrow ? 138 : 56;
}
