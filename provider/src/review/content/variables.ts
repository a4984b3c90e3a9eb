import { templateVariables } from "../../resources/campaign/templateVariables";
import type { CampaignText } from "./texts";

const known: ReadonlySet<string> = new Set(templateVariables);
/** A word in square brackets, or in braces as in `{{firstName}}`, which other services fill in. */
const bracketed = /\[([^[\]\n]{1,40})\]|\{\{?([^{}\n]{1,40})\}?\}/g;

/** What looks like a variable and is none of the service, each once: people read it as it is written. */
export function unknownVariables({ field, text }: Pick<CampaignText, "field" | "text">): string[] {
  const unknown = [...text.matchAll(bracketed)].filter(([, name]) => {
    // The service fills in variables in messages and subjects, not in notes.
    const isFilledIn = name !== undefined && known.has(name) && field !== "note";
    return !isFilledIn;
  });
  return [...new Set(unknown.map(([tag]) => tag).filter((tag) => /\p{L}/u.test(tag)))];
}
