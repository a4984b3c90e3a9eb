import type { Finding, Review } from "./model";

/**
 * Codes of the findings that need `--live`. No fingerprint covers them, because the members' data changes hourly and is not
 * part of the plan.
 */
export const liveCodes: ReadonlySet<string> = new Set(["already-contacted", "suppressed-person", "unread-people"]);

const campaignPrefix = "pulumi-nodejs:dynamic/outreach:Campaign::";

/**
 * The text of an approval: the review's fingerprint, and a word for each danger that needs `--live`, because no fingerprint
 * covers these. Undefined if the review has no fingerprint.
 */
export function approvalText(review: Pick<Review, "fingerprint" | "findings" | "stacks">): string | undefined {
  if (review.fingerprint === undefined) return undefined;
  return [review.fingerprint, ...new Set(liveDangers(review).map((finding) => dangerWord(finding, review)))].join(" ");
}

/** Splits an approval into its fingerprint and its words. */
export function readApproval(text: string): { readonly fingerprint: string; readonly words: ReadonlySet<string> } {
  const [fingerprint = "", ...words] = text.split(" ");
  return { fingerprint, words: new Set(words) };
}

/** The dangers that need `--live`, which no fingerprint covers. */
export function liveDangers({ findings }: Pick<Review, "findings">): readonly Finding[] {
  return findings.filter(({ code }) => liveCodes.has(code));
}

/**
 * A word for a danger, unique within a review: its code and its campaign's name in the program (`already-contacted:launch`).
 * It includes the stack if there are several, and the type if the campaign has a parent.
 */
export function dangerWord({ code, urn = "" }: Finding, { stacks }: Pick<Review, "stacks">): string {
  const whole = urn.replace(/^urn:pulumi:/, "");
  const [, , ...own] = whole.split("::");
  const inStack = own.join("::");
  const name = inStack.startsWith(campaignPrefix) ? inStack.slice(campaignPrefix.length) : undefined;
  // Without the type, a name could equal the type and name of a campaign with a parent.
  const short = name === undefined || name.includes("::") ? inStack : name;
  return `${code}:${encoded(stacks.length === 1 ? short : whole)}`;
}

/** Percent-encodes characters that Markdown or a shell would interpret. */
function encoded(text: string): string {
  return text.replace(/[^A-Za-z0-9_.:/-]/gu, (sign) =>
    [...new TextEncoder().encode(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
