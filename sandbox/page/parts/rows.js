import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { messageOf, read, useLive } from "../service.js";
import { counted } from "../words.js";

/** @typedef {import("../../src/page/reads/contacts.js").ContactRow} ContactRow */
/** @typedef {import("../service.js").Query} Query */

const PAGE = 100;
const kinds = ["contact", "enrolment", "campaign", "lead_list", "agent"];

/**
 * A table of contacts of any length: only the rows in sight exist, and their pages are read as they come into sight.
 * @param {{ filter: Record<string, string | number | undefined>, columns: string[], row: (contact: ContactRow) => unknown[] }} props
 */
export function Rows({ filter, columns, row }) {
  const scroller = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { total, contactAt, show, problem } = usePages(filter);
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
        <div role="row" aria-rowindex="1">${columns.map((column) => html`<span role="columnheader" key=${column}>${column}</span>`)}</div>
      </div>
      <div role="rowgroup" class="rows-body" ref=${scroller} tabindex="0" aria-label="Rows">
        <div class="rows-all" role="presentation" style=${{ height: `${virtualizer.getTotalSize()}px` }}>
          ${items.map(({ index, start }) => {
            const contact = contactAt(index);
            const cells = contact ? row(contact) : columns.map((_, column) => (column === 0 ? "…" : ""));
            return html`<div role="row" key=${index} aria-rowindex=${index + 2} style=${{ height: `${height}px`, transform: `translateY(${start}px)` }}>
              ${cells.map((cell, column) => html`<div role="cell" key=${column}>${cell}</div>`)}
            </div>`;
          })}
        </div>
      </div>
    </div>`;
}

/** Pages of contacts that match the filter; read again when something changes. @param {Record<string, string | number | undefined>} filter */
function usePages(filter) {
  const { live } = useLive();
  const revision = kinds.map((kind) => live?.revisions[kind]).join(" ");
  const [state, setState] = useState({
    total: /** @type {number | undefined} */ (undefined),
    problem: /** @type {string | undefined} */ (undefined),
  });
  const kept = useRef({
    pages: /** @type {Map<number, ContactRow[]>} */ (new Map()),
    asked: new Set(/** @type {number[]} */ ([])),
    round: 0,
    range: [0, 0],
  });

  /** Reads the pages of the range that are not there yet. @param {number} round */
  const load = async (round) => {
    const { asked, pages, range } = kept.current;
    for (let page = Math.floor((range[0] ?? 0) / PAGE); page <= Math.floor((range[1] ?? 0) / PAGE); page += 1) {
      if (asked.has(page)) continue;
      asked.add(page);
      try {
        const { total, rows } = await read("contacts", { ...filter, from: page * PAGE, rows: PAGE });
        if (kept.current.round !== round) return;
        pages.set(page, rows);
        setState({ total, problem: undefined });
      } catch (error) {
        if (kept.current.round !== round) return;
        asked.delete(page);
        setState(({ total }) => ({ total, problem: messageOf(error) }));
        return;
      }
    }
  };

  useEffect(() => {
    // The former rows stay in sight until the new ones are there.
    kept.current.asked = new Set();
    kept.current.round += 1;
    load(kept.current.round);
  }, [filter, revision]);

  const [show] = useState(() => (/** @type {number} */ first, /** @type {number} */ last) => {
    kept.current.range = [first, last];
    loading.current();
  });
  const loading = useRef(() => {});
  loading.current = () => void load(kept.current.round);

  return {
    ...state,
    show,
    contactAt: (/** @type {number} */ index) => kept.current.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
  };
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
  return isNarrow ? 76 : 56;
}
