/**
 * The context of a place in a template: the content of an element, the value of an attribute, the tag itself, or the
 * content of an element that contains only text.
 */
export type Context = "content" | "attribute" | "tag" | "plain";

const known = new WeakMap<TemplateStringsArray, readonly Context[]>();
/** Elements that contain only text: a tag inside them would be shown as text or dropped. */
const plainElements = new Set(["title", "option"]);

/** The contexts of a template's inserted values. Throws if a value is in none of them. */
export function contextsOf(strings: TemplateStringsArray): readonly Context[] {
  const found = known.get(strings);
  if (found) return found;
  const contexts = contextsIn(strings);
  known.set(strings, contexts);
  return contexts;
}

function contextsIn(strings: readonly string[]): readonly Context[] {
  const contexts: Context[] = [];
  let context: Context = "content";
  let element = "";
  for (const [index, text] of strings.entries()) {
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (context === "attribute") {
        if (character === '"') context = "tag";
      } else if (context === "tag") {
        if (character === '"') context = "attribute";
        if (character === ">") context = plainElements.has(element) ? "plain" : "content";
      } else if (character === "<") {
        element = /^<([a-z0-9]+|\/|!doctype)/i.exec(text.slice(at, at + 12))?.[1] ?? "";
        if (element === "") throw new Error(`A template has no tag after < in: ${text.slice(at, at + 40)}`);
        context = "tag";
      }
    }
    if (index === strings.length - 1) break;
    const followsAttributes = text === "" && contexts.at(-1) === "tag";
    if (context === "tag" && !followsAttributes && !/[a-z0-9"]$/.test(text))
      throw new Error(`A value stands in a tag after: ${text}`);
    contexts.push(context);
  }
  if (context !== "content") throw new Error(`A template ends within a tag or a title: ${strings.at(-1)}`);
  return contexts;
}
