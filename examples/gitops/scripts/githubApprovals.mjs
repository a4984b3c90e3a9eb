// @ts-check
// Approvals on GitHub: people's reviews in the pull request, which no workflow can write.
import { askPull } from "./githubService.mjs";
import { approvalsIn } from "./opinions.mjs";

const reviewsQuery = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      author { login }
      headRefOid
      reviews(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          author { __typename login }
          authorCanPushToRepository
          state
          body
          submittedAt
          commit { oid }
          lastEditedAt
          editor { login }
        }
      }
    }
  }
}`;

const commitsQuery = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      commits(first: 100, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          commit {
            oid
            parents(first: 10) { nodes { oid } }
            authors(first: 50) { nodes { user { login } } }
            committer { user { login } }
          }
        }
      }
    }
  }
}`;

/** GitHub's name for a deleted account. Its former permissions are unknown, so it can only revoke. */
const deleted = "ghost";

/** GitHub itself, as the committer of changes that people make on its pages. */
const forgesOwn = "web-flow";

/**
 * The valid approvals of a pull request, or of several that one commit has merged: then nobody who has opened one of
 * them or made its commits can approve any, and every opinion counts for all of them. An approval counts if it is
 * - a line `approve sha256:…` in a review that approves the latest commit,
 * - by a person who has neither opened the pull request nor made any of its commits,
 * - who may push to this repository (or is one of APPROVERS, if that is set),
 * - not edited since: anyone who may push can edit other people's comments,
 * - and not followed by another opinion of that person, by a line that revokes it, or by somebody who edits what another
 *   person has said.
 * @param {readonly number[]} numbers
 * @returns {Promise<import("./opinions.mjs").Approvals>}
 */
export async function approvalsOf(...numbers) {
  const approvers = approversIn(process.env.APPROVERS ?? "");
  const reviews = [];
  const openers = new Set();
  for (const number of numbers) {
    const { pull, nodes } = await everyPage(reviewsQuery, number, "reviews");
    openers.add(pull.author?.login.toLowerCase());
    reviews.push(...nodes.map((node) => ({ ...node, head: pull.headRefOid })));
  }
  const written = reviews.some(({ body }) => body.includes("sha256:"));
  const makers = written ? await makersOf(numbers) : { logins: new Set(), areAllKnown: true };
  /** @param {any} review */
  const isByAuthor = (review) => openers.has(nameOf(review));
  /** @param {any} review */
  const flawOf = (review) => {
    const login = nameOf(review);
    if (isByAuthor(review)) return "has opened this pull request";
    if (makers.logins.has(login)) return "has made commits of this pull request";
    if (!makers.areAllKnown) return "GitHub does not list all commits of this pull request, so nobody can approve it";
    if (review.lastEditedAt !== null) return "the review was edited after it was submitted";
    if (review.commit?.oid !== review.head) return "the review is of an older commit";
    return undefined;
  };
  const opinions = reviews
    .filter((review) => review.state !== "PENDING")
    .sort((left, right) => timeOf(left) - timeOf(right))
    .map((review) => {
      const nobody = uncounted(review, approvers);
      return {
        by: review.author?.login ?? deleted,
        text: review.body,
        approves: review.state === "APPROVED",
        withdraws: review.state === "CHANGES_REQUESTED" || review.state === "DISMISSED",
        mayRevoke: nobody === undefined || isByAuthor(review) || review.author === null,
        isByOther: review.lastEditedAt !== null && review.editor?.login.toLowerCase() !== nameOf(review),
        flaw: nobody ?? flawOf(review),
      };
    });
  return approvalsIn(opinions);
}

/** @param {any} review */
function timeOf({ lastEditedAt, submittedAt }) {
  return Date.parse(lastEditedAt ?? submittedAt);
}

/** @param {any} review */
function nameOf(review) {
  return (review.author?.login ?? deleted).toLowerCase();
}

/**
 * Why an account's opinions never count.
 * @param {any} review
 * @param {readonly string[]} approvers
 */
function uncounted({ author, authorCanPushToRepository }, approvers) {
  if (author === null) return "the account was deleted";
  if (author.__typename !== "User") return "is not a person";
  if (!authorCanPushToRepository) return "may not push to this repository";
  if (approvers.length > 0 && !approvers.includes(author.login.toLowerCase())) return "is not in OUTREACH_APPROVERS";
  return undefined;
}

/**
 * The names in OUTREACH_APPROVERS, in lower case: GitHub's names are case-insensitive.
 * @param {string} text
 */
export function approversIn(text) {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  if (text !== "" && names.length === 0) {
    throw new Error(
      "OUTREACH_APPROVERS is set and names nobody. Name somebody, or delete the variable to admit all who may push.",
    );
  }
  // Names of company-managed accounts contain an underscore.
  const wrong = names.filter((name) => !/^[a-z\d](?:[a-z\d_-]{0,38})$/i.test(name));
  if (wrong.length > 0) {
    const quoted = wrong.map((name) => JSON.stringify(name)).join(", ");
    throw new Error(
      `OUTREACH_APPROVERS: ${quoted} can be nobody's name. Write names as on GitHub, without @, teams or e-mail addresses.`,
    );
  }
  return names.map((name) => name.toLowerCase());
}

/**
 * The makers of the pull requests' commits: authors, co-authors and committers. A merge from the base branch, or a
 * commit that GitHub itself made for somebody, makes nobody a committer.
 * @param {readonly number[]} numbers
 */
async function makersOf(numbers) {
  const logins = new Set();
  let areAllKnown = true;
  for (const number of numbers) {
    const { pull, nodes } = await everyPage(commitsQuery, number, "commits");
    const own = new Set(nodes.map(({ commit }) => commit.oid));
    areAllKnown &&= nodes.length >= pull.commits.totalCount;
    for (const { commit } of nodes) {
      const [, ...merged] = commit.parents.nodes;
      if (merged.length > 0 && merged.every((/** @type {any} */ { oid }) => !own.has(oid))) continue;
      for (const { user } of [...commit.authors.nodes, commit.committer ?? {}]) {
        if (user && user.login !== forgesOwn) logins.add(user.login.toLowerCase());
      }
    }
  }
  return { logins, areAllKnown };
}

/**
 * @param {string} query
 * @param {number} number
 * @param {"reviews" | "commits"} field
 * @returns {Promise<{ pull: any, nodes: any[] }>}
 */
async function everyPage(query, number, field) {
  const nodes = [];
  let after = null;
  for (;;) {
    const pull = await askPull(query, { number, after });
    nodes.push(...pull[field].nodes);
    const { hasNextPage, endCursor } = pull[field].pageInfo;
    if (!hasNextPage) return { pull, nodes };
    after = endCursor;
  }
}
