import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf, read, useLive } from "../service.js";

/** @typedef {import("../service.js").Reads} Reads */
/**
 * The response of a paged read.
 * @template Row
 * @typedef {{ total: number, rows: Row[] }} Part
 */
/** @typedef {Record<string, string | number | undefined>} Filter */
/** @typedef {"contacts" | "replies"} Paged */
/**
 * @template {Paged} Name
 * @typedef {import("../service.js").Answer<Name>["rows"][number]} RowOf
 */

const PAGE = 100;

/**
 * Pages of the rows that match the filter, read when they scroll into view, and again when something changes. The old
 * rows stay until the new ones arrive.
 *
 * @template {Paged} Name
 * @param {Name} name
 * @param {Filter} filter the same object while its values are the same
 * @param {readonly string[]} kinds
 */
export function usePages(name, filter, kinds) {
  const { live } = useLive();
  const revision = kinds.map((kind) => live?.revisions[kind]).join(" ");
  const [state, setState] = useState({
    total: /** @type {number | undefined} */ (undefined),
    problem: /** @type {string | undefined} */ (undefined),
  });
  const kept = useRef({
    pages: /** @type {Map<number, RowOf<Name>[]>} */ (new Map()),
    asked: new Set(/** @type {number[]} */ ([])),
    round: 0,
    range: [0, 0],
  });

  /** Reads the missing pages of the range. @param {number} round */
  const load = async (round) => {
    const { asked, pages, range } = kept.current;
    for (let page = Math.floor((range[0] ?? 0) / PAGE); page <= Math.floor((range[1] ?? 0) / PAGE); page += 1) {
      if (asked.has(page)) continue;
      asked.add(page);
      try {
        const { total, rows } = await read(name, { ...filter, from: page * PAGE, rows: PAGE });
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
    /** @param {number} index @returns {RowOf<Name> | undefined} */
    at: (index) => kept.current.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
  };
}
