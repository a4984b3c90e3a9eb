import { type Context, contextsOf } from "./contexts";
import { safeBlanks, safeInAttribute, safeInText, safeLines } from "./escaping";

class Safe {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** HTML in which every inserted text is escaped. Only this file's functions create it. */
class SafeMarkup extends Safe {
  readonly kind = "markup";
}
export type Markup = SafeMarkup;

/** Attributes of a tag, with their values escaped. */
class SafeAttributes extends Safe {
  readonly kind = "attributes";
}
export type Attributes = SafeAttributes;

/** Values that can be inserted into a template. `undefined` and `false` insert nothing. */
export type Inserted = Markup | Attributes | string | number | undefined | false | readonly Inserted[];

/**
 * A template for HTML. Texts are escaped for their place: content, or the value of an attribute in double quotes. A value
 * in any other place makes the template throw.
 */
export function html(strings: TemplateStringsArray, ...inserted: readonly Inserted[]): Markup {
  const contexts = contextsOf(strings);
  let text = strings[0] ?? "";
  for (const [index, value] of inserted.entries()) {
    text += rendered(value, contexts[index] ?? "content") + (strings[index + 1] ?? "");
  }
  return new SafeMarkup(text);
}

function rendered(value: Inserted, context: Context): string {
  if (value === undefined || value === false) return "";
  if (value instanceof SafeAttributes || context === "tag") return inTag(value, context);
  if (typeof value === "string" || typeof value === "number") {
    return context === "content" ? safeInText(String(value)) : safeInAttribute(String(value));
  }
  if (value instanceof SafeMarkup) {
    if (context !== "content") throw new Error("HTML can only stand in the content of an element");
    return value.toString();
  }
  return value.map((each) => rendered(each, context)).join("");
}

function inTag(value: Inserted, context: Context): string {
  if (value instanceof SafeAttributes && context === "tag") return value.toString();
  throw new Error("Only attributes can stand in a tag, and only there");
}

/** Attributes of a tag. `true` writes only the name; `false` and `undefined` omit the attribute. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Attributes {
  let text = "";
  for (const [name, value] of Object.entries(values)) {
    // The page's policy forbids styles and handlers in attributes.
    if (!/^[a-z][a-z-]*$/.test(name) || name === "style" || name.startsWith("on")) {
      throw new Error(`The page has no attribute ${name}`);
    }
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${safeInAttribute(String(value))}"`;
  }
  return new SafeAttributes(text);
}

/** A text with its line breaks and tabs. Without this, a text in a template is put on one line. */
export function lines(text: string): Markup {
  return new SafeMarkup(safeLines(text));
}

/** A text in which spaces and line breaks are replaced by their names. */
export function namedBlanks(text: string): Markup {
  return new SafeMarkup(safeBlanks(text));
}

/** Inserts a constant of this package unescaped, such as styles or the script. Never use it for a review's content. */
export function constant(text: string): Markup {
  if (/<\/|<!--/.test(text)) throw new Error("This text would end the element that it stands in");
  return new SafeMarkup(text);
}
