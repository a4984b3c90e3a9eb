// @ts-check
// Which plans people have approved, according to their comments. Shared by GitHub and GitLab.

/**
 * A person's comment about a change.
 * @typedef {object} Opinion
 * @property {string} by the account's name
 * @property {string} text
 * @property {boolean} approves false if it can only revoke: on GitHub a review that does not approve
 * @property {boolean} [withdraws] revokes the same person's earlier approvals, as "Request changes" does
 * @property {boolean} mayRevoke false for an account whose opinions never count
 * @property {boolean} [isByOther] somebody else has edited the text: it may have revoked any plan before
 * @property {string} [flaw] why its approval does not count
 *
 * @typedef {object} Approval
 * @property {string} fingerprint
 * @property {string[]} [dangers] the dangers about people that the line names after it, which the fingerprint does not
 * cover
 * @property {string} by
 *
 * @typedef {object} Approvals
 * @property {Approval[]} given the valid ones, latest first
 * @property {string[]} others why other comments are not approvals, latest first
 */

/**
 * Each person's latest opinion about a plan counts, also if it is not an approval. `revoke sha256:…`, anywhere in a
 * comment, revokes all earlier approvals of that plan, including other people's.
 * @param {readonly Opinion[]} opinions in the order of time; an edited one at the time of the edit
 * @returns {Approvals}
 */
export function approvalsIn(opinions) {
  /** By the account's name in lower case, because names are case-insensitive. @type {Map<string, Approval>} */
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
 * The plan's dangers that none of its approvals names: they appeared later.
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

/** Phrases in the review comment: a text that contains them quotes that comment, as an e-mail reply does. */
export const howToTakeBack = "takes an approval back";

/** Markup that shows a line as code or a quotation, hides it, or makes it part of another element, on either forge. */
const markup = /^(?:---|\+\+\+|;;;)|```|~~~|\$\$|<[a-z/!?]|>>>/i;

/**
 * A text's approval lines, the plans that it revokes, and whether it mentions a plan itself (`isSaid`) or only in a
 * quotation. An approval has to be unambiguous: a separate paragraph without indentation, in a text without code
 * blocks, HTML or the review comment. To revoke, the words are enough: an unintended revocation only requires another
 * approval.
 * @param {string} text Markdown
 */
export function linesOf(text) {
  // Other characters that look like a blank line do not end a quotation or a link's title.
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
