import htm from "htm";
import { Fragment, h } from "preact";

/**
 * Makes elements from a template. Values become text or attributes and are never parsed as HTML, so nothing that comes
 * from the service needs escaping.
 * @type {(strings: TemplateStringsArray, ...values: unknown[]) => import("preact").ComponentChild}
 */
export const html = (strings, ...values) => {
  const made = build(strings, ...values);
  return Array.isArray(made) ? h(Fragment, null, made) : made;
};

const build = htm.bind(h);
