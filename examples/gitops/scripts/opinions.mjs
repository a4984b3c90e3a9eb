// @ts-check
// Which plans people have approved, from what they have written. For GitHub and GitLab alike.

/**
 * What a person has written about a change.
 * @typedef {object} Opinion
 * @property {string} by the account's name
 * @property {string} text
 * @property {boolean} approves false where only taking back is possible: on GitHub a review that does not approve
 * @property {boolean} [withdraws] takes back what the same person has approved before, as "Request changes" does
 * @property {boolean} mayRevoke false for an account whose word does not count at all
 * @property {boolean} [isByOther] somebody else has edited the text: it may have revoked any plan before
 * @property {string} [flaw] why its approval does not count
 *
 * @typedef {object} Approval
 * @property {string} fingerprint
 * @property {string[]} [dangers] those of people that the line names behind it, which no fingerprint covers
 * @property {string} by
 *
 * @typedef {object} Approvals
 * @property {Approval[]} given those that stand, the latest first
 * @property {string[]} others why what else was written is no approval, the latest first
 */

/**
 * Of each person, the latest opinion that speaks of a plan counts, also if it is no approval. `revoke sha256:…`, wherever it
 * stands in a text, takes back all approvals of that plan before it, those of other people too.
 * @param {readonly Opinion[]} opinions in the order of time; an edited one at the time of the edit
 * @returns {Approvals}
 */
export function approvalsIn(opinions) {
  /** By the account's name in lower case, since names that differ only in that are one. @type {Map<string, Approval>} */
  const standing = new Map();
  /** @type {string[]} */
  const others = [];
  for (const { by, text, approves, withdraws, mayRevoke, isByOther, flaw } of opinions) {
    const { approved, revoked, isNamed, isSaid, isMixed } = linesOf(text);
    const person = by.toLowerCase();
    // The map keeps the order in which the approvals were given.
    if (withdraws || isSaid) standing.delete(person);
    if (isByOther && mayRevoke && standing.size > 0) {
      others.push(`${by}: somebody else has edited this, which may have revoked a plan`);
      standing.clear();
    }
    if (!mayRevoke && revoked.length > 0) others.push(`${by} may not revoke: ${flaw}`);
    for (const [each, { fingerprint }] of standing) {
      if (mayRevoke && revoked.includes(fingerprint)) standing.delete(each);
    }
    const [line] = approved;
    if (line === undefined) {
      if (isMixed)
        others.push(
          `${by}: beside code, HTML or the words of the review, which may show the line instead of meaning it`,
        );
      else if (isNamed && revoked.length === 0) others.push(`${by}: not a paragraph of its own, \`approve sha256:…\``);
    } else if (!approves) others.push(`${by}: not in an approving review`);
    else if (approved.length > 1) others.push(`${by}: names several plans`);
    else if (flaw !== undefined) others.push(`${by}: ${flaw}`);
    else {
      const [fingerprint = "", ...dangers] = line.split(" ");
      if (!revoked.includes(fingerprint))
        standing.set(person, { fingerprint, by, ...(dangers.length > 0 ? { dangers } : {}) });
    }
  }
  return { given: [...standing.values()].reverse(), others: [...new Set(others.reverse())] };
}

/**
 * The dangers of a plan that none of its approvals names: they came up after those were given.
 * @param {Approvals} approvals
 * @param {string} fingerprint
 * @param {readonly string[]} dangers
 * @returns {string[] | undefined} undefined if nobody has approved the plan
 */
export function unnamedDangers({ given }, fingerprint, dangers) {
  const ofPlan = given.filter((each) => each.fingerprint === fingerprint);
  if (ofPlan.length === 0) return undefined;
  const named = new Set(ofPlan.flatMap((each) => each.dangers ?? []));
  return dangers.filter((danger) => !named.has(danger));
}

/**
 * Approvals as lines of a file: the fingerprint, and the dangers that were approved with it.
 * @param {readonly Approval[]} given
 */
export function asLines(given) {
  return given.map(({ fingerprint, dangers = [] }) => `${[fingerprint, ...dangers].join(" ")}\n`).join("");
}

/** Words of the comment with the review: what holds them shows that comment, as an answer by e-mail does. */
export const howToTakeBack = "takes an approval back";

/** What shows a line as code or quoted, hides it, or moves it into something else, in one of the two forges. */
const markup = /^(?:---|\+\+\+|;;;)|```|~~~|\$\$|<[a-z/!?]|>>>/i;

/**
 * The lines of a text by which a person approves a plan, the plans that it revokes, and whether it speaks of a plan
 * itself (`isSaid`) or at least in a quotation. An approval has to be beyond doubt: a paragraph of its own without
 * indentation, in a text that holds neither blocks of code nor HTML nor the comment with the review besides. For taking back, the words are enough: one that
 * was not meant only asks for another approval.
 * @param {string} text Markdown
 */
export function linesOf(text) {
  // Other signs that look like a blank line end no quotation and no title of a link.
  const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n(?:[ \t]*\n)+/);
  const said = paragraphs.filter((lines) => !/^[\s\d*+.)-]*>/.test(lines) || />>>/.test(lines));
  const approved = new Set(
    said.flatMap(
      (lines) => /^\n?approve (sha256:[0-9a-f]{64}(?: [a-z-]+:[\w.:/%-]+)*)[ \t]*\n?$/.exec(lines)?.[1] ?? [],
    ),
  );
  const revoked = [...text.matchAll(/revoke\W{0,20}(sha256:[0-9a-f]{64})/gi)].map(([, one = ""]) => one.toLowerCase());
  const isSaid = said.some((lines) => lines.includes("sha256:"));
  const isMixed = isSaid && (markup.test(said.join("\n\n")) || said.some((lines) => lines.includes(howToTakeBack)));
  return {
    approved: isMixed ? [] : [...approved],
    revoked: [...new Set(revoked)],
    isNamed: text.includes("sha256:"),
    ...{ isSaid, isMixed },
  };
}
