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

/** HTML in which every inserted text is escaped. Only the functions of this file make it. */
class SafeMarkup extends Safe {
  readonly kind = "markup";
}
export type Markup = SafeMarkup;

/** Attributes of a tag, with their values escaped. */
class SafeAttributes extends Safe {
  readonly kind = "attributes";
}
export type Attributes = SafeAttributes;

/** What may stand in a template. `undefined` and `false` insert nothing. */
export type Inserted = Markup | Attributes | string | number | undefined | false | readonly Inserted[];

/**
 * Makes HTML. Texts are escaped for the place where they stand: content, or the value of an attribute in double quotes.
 * Any other place takes no text, and makes the template fail whatever is inserted.
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

/** Attributes of a tag. `true` writes the name alone; `false` and `undefined` leave the attribute out. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Attributes {
  let text = "";
  for (const [name, value] of Object.entries(values)) {
    // Styles and handlers in attributes are what the page's policy forbids.
    if (!/^[a-z][a-z-]*$/.test(name) || name === "style" || name.startsWith("on")) {
      throw new Error(`The page has no attribute ${name}`);
    }
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${safeInAttribute(String(value))}"`;
  }
  return new SafeAttributes(text);
}

/** A text with its line breaks and tabs. A plain text in a template stands on one line. */
export function lines(text: string): Markup {
  return new SafeMarkup(safeLines(text));
}

/** A text in which blanks and line breaks are named. */
export function namedBlanks(text: string): Markup {
  return new SafeMarkup(safeBlanks(text));
}

/** Text of this package that stands in the page as it is: its styles, its script. Never anything of a review. */
export function constant(text: string): Markup {
  if (/<\/|<!--/.test(text)) throw new Error("This text would end the element that it stands in");
  return new SafeMarkup(text);
}
