import { start } from "../text/characters";
import { isBlank } from "./escaping";
import { html, lines, type Markup, namedBlanks } from "./markup";
import { formattedCount } from "./words";

/** A run of words in a comparison of two texts: in both of them, or only in one. */
interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const longestName = 200;
const longestValue = 600;
/** Maximum length of a message; the rest is collapsed. */
const longestText = 3000;

/** The variables that the service fills in. Service specification: Campaign step. */
const variables =
  /(\[(?:FirstName|LastName|Company|JobTitle|SenderFirstName|SenderName|SenderFullName|SenderCompany)\])/;

/** A name from a program or the service, on one line and isolated, so that its text direction affects nothing else. */
export function name(text: string, longest = longestName): Markup {
  if (isBlank(text.slice(0, longest)))
    return html`<bdi>${text.slice(0, longest)}</bdi> <span class="muted">(blank)</span>`;
  if (text.length <= longest) return html`<bdi>${text}</bdi>`;
  const shown = start(text, longest);
  return html`<bdi>${shown}</bdi>… <span class="muted">(${formattedCount(text.length - shown.length, "more character")})</span>`;
}

/** A name as part of plain text, such as a label for screen readers or a title. */
export function truncatedName(text: string): string {
  return text.length <= longestName ? text : `${start(text, longestName)}…`;
}

/** Placeholders for values that the review does not have. */
const placeholders: ReadonlySet<string> = new Set(["[secret]", "(known after the update)"]);

/** The value of a property. */
export function value(text: string): Markup {
  if (placeholders.has(text)) return html`<span class="muted">${text}</span>`;
  return name(text, longestValue);
}

/** A sentence of the review itself, marked as English even if it starts with a name in another script. */
export function sentence(text: string): Markup {
  const shown = start(text, longestText);
  const rest = text.length - shown.length;
  return html`<bdi dir="ltr">${shown}${rest > 0 && `… (${formattedCount(rest, "more character")})`}</bdi>`;
}

/** Several lines of plain text. If there are very many, the rest is collapsed. */
export function plainLines(text: string): Markup {
  return withRest([{ kind: "same", text }], ({ text }) => lines(text));
}

/** A message with highlighted variables. */
export function message(text: string): Markup {
  return withRest([{ kind: "same", text }], ({ text }) => marked(text));
}

/** The differences between two messages: common, removed and added words. */
export function difference(parts: readonly DiffPart[]): Markup {
  return withRest(parts, part);
}

function part({ kind, text }: DiffPart): Markup {
  if (kind === "same") return marked(text);
  const shown = isBlank(text) ? namedBlanks(text) : marked(text);
  return kind === "added" ? html`<ins>${shown}</ins>` : html`<del>${shown}</del>`;
}

function marked(text: string): Markup {
  const found = text.split(variables);
  if (found.length === 1) return lines(text);
  return html`${found.map((each, index) => (index % 2 === 1 ? html`<span class="variable">${each}</span>` : lines(each)))}`;
}

function withRest(parts: readonly DiffPart[], show: (part: DiffPart) => Markup): Markup {
  const [first, rest] = split(parts, longestText);
  const shown = html`<p class="text" dir="auto">${first.map(show)}</p>`;
  if (rest.length === 0) return shown;
  const length = rest.reduce((sum, { text }) => sum + text.length, 0);
  const changed = rest.some(({ kind }) => kind !== "same");
  return html`${shown}<details class="rest"><summary>Show the other ${formattedCount(length, "character")}${
    changed && ", with changes"
  }</summary><p class="text" dir="auto">${rest.map(show)}</p></details>`;
}

/** Splits the parts after a number of characters, unless only a little more follows. */
function split(parts: readonly DiffPart[], length: number): [DiffPart[], DiffPart[]] {
  const total = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= length * 1.2) return [[...parts], []];
  const first: DiffPart[] = [];
  const rest: DiffPart[] = [];
  let left = length;
  for (const { kind, text } of parts) {
    const head = left > 0 ? start(text, left) : "";
    if (head !== "") first.push({ kind, text: head });
    if (head.length < text.length) rest.push({ kind, text: text.slice(head.length) });
    left -= text.length;
  }
  return [first, rest];
}
