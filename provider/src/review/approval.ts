import type { Finding, Review } from "./model";

/**
 * Codes of the findings that `--live` alone makes. No fingerprint covers them: what members hold changes by the hour, and
 * nothing of it is in the plan.
 */
export const liveCodes: ReadonlySet<string> = new Set(["already-contacted", "suppressed-person", "unread-people"]);

const campaignPrefix = "pulumi-nodejs:dynamic/outreach:Campaign::";

/**
 * What an approval of this review says: its fingerprint, and the dangers that `--live` alone finds. Their numbers change by
 * the hour and no fingerprint covers them, so that each is named. Undefined if the review has no fingerprint.
 */
export function approvalText(review: Pick<Review, "fingerprint" | "findings" | "stacks">): string | undefined {
  if (review.fingerprint === undefined) return undefined;
  return [review.fingerprint, ...new Set(liveDangers(review).map((finding) => wordOf(finding, review)))].join(" ");
}

/** The fingerprint that an approval names, and its words. */
export function readApproval(text: string): { readonly fingerprint: string; readonly words: ReadonlySet<string> } {
  const [fingerprint = "", ...words] = text.split(" ");
  return { fingerprint, words: new Set(words) };
}

/** The dangers of `--live`, which no fingerprint covers. */
export function liveDangers({ findings }: Pick<Review, "findings">): readonly Finding[] {
  return findings.filter(({ code }) => liveCodes.has(code));
}

/**
 * A danger with the name of its campaign in the program: `already-contacted:launch`. Unique within a review: without the
 * stack if there is one, and without the type of a campaign that has no parent.
 */
export function wordOf({ code, urn = "" }: Finding, { stacks }: Pick<Review, "stacks">): string {
  const whole = urn.replace(/^urn:pulumi:/, "");
  const [, , ...own] = whole.split("::");
  const inStack = own.join("::");
  const name = inStack.startsWith(campaignPrefix) ? inStack.slice(campaignPrefix.length) : undefined;
  // A name may look like the type and the name of a campaign with a parent.
  const short = name === undefined || name.includes("::") ? inStack : name;
  return `${code}:${encoded(stacks.length === 1 ? short : whole)}`;
}

/** Without signs that Markdown or a shell reads. */
function encoded(text: string): string {
  return text.replace(/[^A-Za-z0-9_.:/-]/gu, (sign) =>
    [...new TextEncoder().encode(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
