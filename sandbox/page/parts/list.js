import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";

const FIRST = 24;

/**
 * Entries of a list, which loads more whenever its end scrolls into view. Use it inside a list element.
 * @param {{ of: unknown[], children?: never }} props
 */
export function Growing({ of }) {
  const [shown, show] = useState(FIRST);
  const end = useRef(/** @type {HTMLLIElement | null} */ (null));
  const isWhole = shown >= of.length;
  useEffect(() => {
    if (isWhole || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show((count) => count + FIRST), {
      rootMargin: "400px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWhole, shown]);
  return html`${of.slice(0, shown)}${!isWhole && html`<li class="end" key="end" ref=${end}><span class="muted">Loading…</span></li>`}`;
}
