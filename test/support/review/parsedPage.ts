/** A tag or a text of the page. Texts and values are decoded. */
export type Token =
  | { readonly kind: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

const voidElements = new Set(["meta", "input", "br"]);
const rawElements = new Set(["style", "script"]);
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#96": "`" };

function decoded(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (whole, name: string, end: string) => {
    const character = entities[name];
    if (character === undefined || end === "") throw new Error(`The page has an unescaped &: ${whole}`);
    return character;
  });
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-zA-Z-]*(?:="[^"<>]*")?)*)(\/?)>/y;
const attribute = / ([a-z][a-zA-Z-]*)(?:="([^"<>]*)")?/g;

/**
 * Parses a page of `reviewPage`, much more strictly than a browser: elements are closed in order, values are in double
 * quotes, texts are escaped. Fails at the first violation, which is where a foreign text has escaped.
 */
export function tokensOf(page: string): Token[] {
  const tokens: Token[] = [];
  const open: string[] = [];
  const start = /^<!doctype html>\n/.exec(page);
  if (!start) throw new Error("The page does not begin with its document type");
  let at = start[0].length;
  while (at < page.length) {
    const next = page.indexOf("<", at);
    const text = page.slice(at, next < 0 ? page.length : next);
    if (text !== "") tokens.push({ kind: "text", text: decoded(text) });
    if (next < 0) break;
    tag.lastIndex = next;
    const found = tag.exec(page);
    if (!found) throw new Error(`The page has something that is not a tag: ${page.slice(next, next + 80)}`);
    const [whole, slash, name = "", attributes = "", empty] = found;
    at = next + whole.length;
    if (slash !== "") {
      const expected = open.pop();
      if (expected !== name) throw new Error(`The page closes ${name} in ${expected}`);
      tokens.push({ kind: "close", name });
      continue;
    }
    const values = [...attributes.matchAll(attribute)].map(
      ([, key = "", value = ""]) => [key, decoded(value)] as const,
    );
    tokens.push({ kind: "open", name, attributes: new Map(values) });
    if (rawElements.has(name)) {
      const end = page.indexOf(`</${name}>`, at);
      tokens.push({ kind: "text", text: page.slice(at, end) }, { kind: "close", name });
      at = end + name.length + 3;
    } else if (empty !== "") tokens.push({ kind: "close", name });
    else if (!voidElements.has(name)) open.push(name);
  }
  if (open.length > 0) throw new Error(`The page leaves open: ${open.join(", ")}`);
  return tokens;
}

/** The opening tags of a page. */
export function elementsOf(page: string) {
  return tokensOf(page).filter((token) => token.kind === "open");
}

/** The readable text, without the style and the script. */
export function textOf(page: string): string {
  const tokens = tokensOf(page);
  return tokens
    .filter((token, index) => {
      const before = tokens[index - 1];
      return token.kind === "text" && !(before?.kind === "open" && rawElements.has(before.name));
    })
    .map((token) => (token.kind === "text" ? token.text : ""))
    .join("");
}
