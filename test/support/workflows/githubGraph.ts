import { z } from "zod";
import { type PersonsReview, type PullCommit, type PullRequest, repositoryName } from "./githubTypes";

const request = z.strictObject({
  query: z.string(),
  variables: z.strictObject({ owner: z.string(), name: z.string(), number: z.number(), after: z.string().nullable() }),
});

/** Every word that a query may have: fields and arguments that GitHub's schema has. */
const known = new Set([
  ...["query", "owner", "name", "number", "after", "String", "Int", "repository", "pullRequest", "author", "login"],
  ...["headRefOid", "reviews", "first", "nodes", "__typename", "authorCanPushToRepository", "state", "submittedAt"],
  ...["body", "commit", "oid", "lastEditedAt", "pageInfo", "hasNextPage", "endCursor", "totalCount"],
  ...["commits", "parents", "authors", "committer", "user"],
]);

/** Answers the queries that the workflows ask: a page of the reviews or commits of a pull request. */
export function graphAnswer(
  body: unknown,
  mayRead: boolean,
  pullOf: (number: number) => PullRequest | undefined,
): unknown {
  const { query, variables } = request.parse(body);
  const unknown = query.match(/[A-Za-z_]\w*/g)?.filter((word) => !known.has(word)) ?? [];
  if (unknown.length > 0) throw new Error(`this query is not known: ${unknown.join(", ")}`);
  if (`${variables.owner}/${variables.name}` !== repositoryName) throw new Error("there is no such repository");
  if (!mayRead) return failed("FORBIDDEN", "Resource not accessible by integration");
  const [, field, size] = /\b(reviews|commits)\(first: (\d+), after: \$after\)/.exec(query) ?? [];
  if (field === undefined || Number(size) > 100) throw new Error("this query asks for no page");
  const pull = pullOf(variables.number);
  if (pull === undefined)
    return failed("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${variables.number}.`);
  const all = field === "reviews" ? pull.reviews.map(reviewAnswer) : pull.commits.map(commitAnswer);
  const from = Number(variables.after ?? 0);
  const end = from + Number(size);
  const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) };
  const page = { nodes: all.slice(from, end), pageInfo, totalCount: all.length + (pull.unlistedCommits ?? 0) };
  const author = { login: pull.author.login };
  return { data: { repository: { pullRequest: { author, headRefOid: pull.head, [field]: page } } } };
}

/** GraphQL answers errors with the status 200, and names no permission in its headers. */
function failed(type: string, message: string) {
  return {
    data: { repository: { pullRequest: null } },
    errors: [{ type, path: ["repository", "pullRequest"], message }],
  };
}

function reviewAnswer({ by, body, commit, state, editedAt }: PersonsReview, index: number) {
  return {
    author: by.isGone === true ? null : { __typename: by.isBot === true ? "Bot" : "User", login: by.login },
    authorCanPushToRepository: by.canPush,
    state,
    body,
    submittedAt: new Date(Date.UTC(2026, 2, 1, 8, 0, index)).toISOString(),
    commit: { oid: commit },
    lastEditedAt: editedAt,
  };
}

function commitAnswer({ oid, parents, authors, committer }: PullCommit) {
  const userOf = (login: string | undefined) => ({ user: login === undefined ? null : { login } });
  return {
    commit: {
      oid,
      parents: { nodes: parents.map((each) => ({ oid: each })) },
      authors: { nodes: authors.map(userOf) },
      committer: userOf(committer),
    },
  };
}
