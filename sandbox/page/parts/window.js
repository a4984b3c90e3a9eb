import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from "@tanstack/virtual-core";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Below this many entries, all of them are in the document. */
const FEW = 60;

/**
 * The visible entries of a long list or table while the page scrolls, with their measured heights.
 *
 * @param {number} count
 * @param {number} estimate the height of an entry until it is measured
 * @returns {{ whole: { current: HTMLElement | null }, indexes: number[], before: number, after: number,
 *   measure: ((element: HTMLElement | null) => void) | undefined }} `before` and `after`: the heights of the omitted entries
 */
export function useWindow(count, estimate) {
  const whole = useRef(/** @type {HTMLElement | null} */ (null));
  const [, setRound] = useState(0);
  const [margin, setMargin] = useState(0);
  const isLong = count > FEW;
  /** @type {import("@tanstack/virtual-core").VirtualizerOptions<Window, HTMLElement>} */
  const options = {
    count: isLong ? count : 0,
    getScrollElement: () => window,
    estimateSize: () => estimate,
    overscan: 10,
    scrollMargin: margin,
    scrollToFn: windowScroll,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    initialOffset: () => scrollY,
    initialRect: { width: innerWidth, height: innerHeight },
    onChange: () => setRound((round) => round + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
    if (whole.current) setMargin(Math.round(whole.current.getBoundingClientRect().top + scrollY));
  });
  if (!isLong) {
    return {
      whole,
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: undefined,
    };
  }
  const items = virtualizer.getVirtualItems();
  return {
    whole,
    indexes: items.map(({ index }) => index),
    before: (items[0]?.start ?? margin) - margin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: virtualizer.measureElement,
  };
}
