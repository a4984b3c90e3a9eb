import { z } from "zod";
import { type PullRequest, repositoryName } from "./githubTypes";

const request = z.strictObject({
  query: z.string(),
  variables: z.strictObject({ owner: z.string(), name: z.string(), number: z.number() }),
});

/** Every word that a query may have: fields and arguments that GitHub's schema has. */
const known = new Set([
  ...["query", "owner", "name", "number", "String", "Int", "repository", "pullRequest", "author", "login"],
  ...["headRefOid", "reviews", "last", "states", "APPROVED", "nodes", "__typename", "authorCanPushToRepository"],
  ...["body", "commit", "oid", "lastEditedAt"],
]);

/** Answers the one query that the workflows ask: the approving reviews of a pull request. */
export function graphAnswer(body: unknown, pullOf: (number: number) => PullRequest): unknown {
  const { query, variables } = request.parse(body);
  const unknown = query.match(/[A-Za-z_]\w*/g)?.filter((word) => !known.has(word)) ?? [];
  if (unknown.length > 0) throw new Error(`this query is not known: ${unknown.join(", ")}`);
  if (`${variables.owner}/${variables.name}` !== repositoryName) throw new Error("there is no such repository");
  const { author, head, reviews } = pullOf(variables.number);
  const approving = reviews.filter(({ state }) => state === "APPROVED");
  const nodes = approving.slice(-100).map(({ by, body: text, commit, editedAt }) => ({
    author: { __typename: by.isBot === true ? "Bot" : "User", login: by.login },
    authorCanPushToRepository: by.canPush,
    body: text,
    commit: { oid: commit },
    lastEditedAt: editedAt,
  }));
  const pullRequest = { author: { login: author.login }, headRefOid: head, reviews: { nodes } };
  return { data: { repository: { pullRequest } } };
}
