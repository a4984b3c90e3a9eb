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
 * @property {string} [flaw] why its approval does not count
 *
 * @typedef {object} Approval
 * @property {string} fingerprint
 * @property {string} by
 *
 * @typedef {object} Approvals
 * @property {Approval[]} given those that stand, the latest first
 * @property {string[]} others why what else was written is no approval, the latest first
 */

/**
 * Of each person, the latest opinion counts. A line `revoke sha256:…` takes back all approvals of that plan before it,
 * those of other people too.
 * @param {readonly Opinion[]} opinions in the order of time
 * @returns {Approvals}
 */
export function approvalsIn(opinions) {
  /** By the account's name in lower case, since names that differ only in that are one. @type {Map<string, Approval>} */
  const standing = new Map();
  /** @type {string[]} */
  const others = [];
  for (const { by, text, approves, withdraws, mayRevoke, flaw } of opinions) {
    const { approved, revoked, isNamed } = linesOf(text);
    const person = by.toLowerCase();
    if (withdraws) standing.delete(person);
    for (const fingerprint of revoked) {
      if (!mayRevoke) others.push(`${by} may not revoke: ${flaw}`);
      for (const [each, given] of standing) {
        if (mayRevoke && given.fingerprint === fingerprint) standing.delete(each);
      }
    }
    const [fingerprint] = approved;
    if (fingerprint === undefined) {
      if (isNamed && revoked.length === 0) others.push(`${by}: not a line of its own, \`approve sha256:…\``);
    } else if (!approves) others.push(`${by}: not in an approving review`);
    else if (approved.length > 1) others.push(`${by}: names several plans`);
    else if (flaw !== undefined) others.push(`${by}: ${flaw}`);
    else if (!revoked.includes(fingerprint)) {
      // The map keeps the order in which the approvals were given.
      standing.delete(person);
      standing.set(person, { fingerprint, by });
    }
  }
  return { given: [...standing.values()].reverse(), others: [...new Set(others.reverse())] };
}

/**
 * The lines of a text by which a person approves or revokes a plan. What is quoted, code, or hidden in a comment of HTML
 * is left out: there people show lines, and templates hold them.
 * @param {string} text Markdown
 */
export function linesOf(text) {
  /** @type {Set<string>} */
  const approved = new Set();
  /** @type {Set<string>} */
  const revoked = new Set();
  let fence = "";
  let isQuoted = false;
  for (const line of withoutHidden(text).split(/\r\n|\r|\n/)) {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,}|>>>)/.exec(line) ?? [];
    if (fence !== "") {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
      continue;
    }
    if (mark !== "" && (mark !== ">>>" || line.trim() === mark)) {
      fence = mark;
      isQuoted = false;
      continue;
    }
    // A line that follows a quoted one, without a blank one in between, is shown as quoted too.
    isQuoted = /^ {0,3}>/.test(line) || (isQuoted && line.trim() !== "");
    if (isQuoted) continue;
    const [, act, fingerprint = ""] = /^ {0,3}(approve|revoke) (sha256:[0-9a-f]{64})\s*$/.exec(line) ?? [];
    if (act === "approve") approved.add(fingerprint);
    if (act === "revoke") revoked.add(fingerprint);
  }
  return { approved: [...approved], revoked: [...revoked], isNamed: text.includes("sha256:") };
}

/** @param {string} text */
function withoutHidden(text) {
  // One that is not closed hides the rest.
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
}
