import { useEffect, useState } from "preact/hooks";

/**
 * The view in the address, such as `#/contacts/12?state=skipped`.
 * @typedef {{ view: string, id: number | undefined, query: Record<string, string>, isKnown: boolean }} Place `isKnown`:
 *   whether the address has the page's format
 */

/** @param {string} hash @returns {Place} */
export function placeOf(hash) {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", id, ...more] = path.split("/");
  return {
    view: view === "" ? "now" : view,
    id: id !== undefined && isId(id) ? Number(id) : undefined,
    isKnown: more.length === 0 && (id === undefined || isId(id)),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** @param {string} text */
const isId = (text) => /^\d+$/.test(text);

/**
 * @param {string} view
 * @param {number | undefined} [id]
 * @param {Record<string, string | number | undefined>} [query]
 */
export function linkTo(view, id, query = {}) {
  const chosen = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(chosen).toString();
  return `#/${view}${id === undefined ? "" : `/${id}`}${text === "" ? "" : `?${text}`}`;
}

export function usePlace() {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  useEffect(() => {
    const update = () => setPlace(placeOf(location.hash));
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return place;
}

/** Changes the filters in the address without a new entry in the history. @param {string} link */
export function replacePlace(link) {
  history.replaceState(null, "", link);
  dispatchEvent(new Event("hashchange"));
}
