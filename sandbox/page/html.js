import htm from "htm";
import { Fragment, h } from "preact";

/**
 * Creates elements from a template. Values become text or attributes and are never parsed as HTML, so values from the
 * service need no escaping. Text children are wrapped in a `bdi`, so that a direction mark in one does not affect its
 * neighbours.
 * @type {(strings: TemplateStringsArray, ...values: unknown[]) => import("preact").ComponentChild}
 */
export const html = (strings, ...values) => {
  const isIsolated = isolated(strings);
  const children = values.map((value, index) =>
    isIsolated[index] && typeof value === "string" && value !== "" ? h("bdi", null, value) : value,
  );
  const made = build(strings, ...children);
  return Array.isArray(made) ? h(Fragment, null, made) : made;
};

const build = htm.bind(h);

/** @type {WeakMap<TemplateStringsArray, boolean[]>} */
const known = new WeakMap();

/**
 * Which values of a template are children of an element that may contain a `bdi`. @param {TemplateStringsArray} strings
 */
function isolated(strings) {
  let places = known.get(strings);
  if (!places) {
    let before = "";
    places = strings.map((text) => {
      before += `${text}\0`;
      return isChild(before);
    });
    known.set(strings, places);
  }
  return places;
}

/** Elements that may contain only text. */
const textOnly = /<(?:option|title|text|textarea)\b[^<]*$/;

/** @param {string} before the template up to a value */
function isChild(before) {
  return before.lastIndexOf("<") <= before.lastIndexOf(">") && !textOnly.test(before);
}
