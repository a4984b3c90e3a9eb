import fc from "fast-check";
import { type Review, reviewSchema } from "../../../provider/src/review/model";

/** Texts that would do harm if they got into the page unescaped. */
export const hostileTexts = [
  "<script>document.title='changed by a name'</script>",
  "<img src=x onerror=\"document.title='changed by a name'\">",
  '" onclick="document.title=\'changed by a name\'" autofocus onfocus="alert(1)',
  "' onmouseover='alert(1)",
  "`$" + "{alert(1)}`",
  "</title></style></script><h1>Approved</h1>",
  "--><svg onload=alert(1)><!--",
  "]]></textarea></option></select><b>",
  "&lt;b&gt; &amp;quot; &#60;script&#62;",
  "javascript:alert(1)",
  "https://example.com/?a=1&b=2",
  "\u202eevorppa ton od\u202c \u2066isolated\u2069 \u200f",
  "zero\u200bwidth\u00adsoft\ufeffmark \u{e0041}tag",
  "\u0000\u0007\u001b[31mred\u001b[0m\u009b\r\n\tnext",
  "\ud800half \udc00other",
  "\u2028line\u2029paragraph",
  "",
  "   ",
  "\u3164",
  "שלום עולם",
  "👩‍🚀 नमस्ते",
  "__proto__",
  "x".repeat(5000),
] as const;

/** Random texts of characters and of pieces with a meaning in HTML. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostileTexts, "<", ">", '"', "'", "&", "`", "=", "/", "[FirstName]"),
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));

/** Properties whose values the schema lists; all other texts in a review are arbitrary. */
const fixedKeys = new Set([
  "version",
  "about",
  "verdict",
  "status",
  "severity",
  "level",
  "kind",
  "change",
  "running",
  "runs",
  "everRan",
]);
const fixedWords = new Set(["yes", "no", "unknown"]);
/** Properties that connect the parts of a review; their texts are only extended. */
const keptKeys = new Set(["urn", "stack", "path"]);

/** Properties whose keys are texts as well. */
const mapKeys = new Set(["settings", "states"]);

/** The same review with all texts replaced. */
export function withTexts(review: Review, textAt: (position: string) => string): Review {
  const replaced = (value: unknown, key: string, position: string): unknown => {
    if (typeof value === "string") {
      if (fixedKeys.has(key) || fixedWords.has(value)) return value;
      return keptKeys.has(key) ? `${value}${textAt(`a fixed ${key}`)}` : textAt(position);
    }
    if (Array.isArray(value)) return value.map((each, index) => replaced(each, key, `${position}[${index}]`));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => {
      const at = `${position}.${name}`;
      return [mapKeys.has(key) ? textAt(`the name of ${at}`) : name, replaced(each, name, at)];
    });
    return Object.fromEntries(entries);
  };
  return reviewSchema.parse(replaced(review, "", "review"));
}
