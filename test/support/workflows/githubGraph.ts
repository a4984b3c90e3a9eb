import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, execute, type GraphQLSchema, parse, validate } from "graphql";
import { z } from "zod";
import { repository } from "../project";
import { type Person, type PersonsReview, type PullCommit, type PullRequest, repositoryName } from "./githubTypes";

const request = z.strictObject({
  query: z.string(),
  variables: z.strictObject({ owner: z.string(), name: z.string(), number: z.number(), after: z.string().nullable() }),
});

/** GitHub's schema. Reading it takes most of a second, so it is read only when a test needs it. */
let known: GraphQLSchema | undefined;
function githubSchema(): GraphQLSchema {
  // The package's own entry reads it twice, in another form as well.
  const file = join(repository, "node_modules", "@octokit", "graphql-schema", "schema.graphql");
  known ??= buildSchema(readFileSync(file, "utf8"), { assumeValid: true, noLocation: true });
  return known;
}

/** Responds to the workflows' queries about a pull request, as far as GitHub's schema allows them. */
export async function graphAnswer(
  body: unknown,
  mayRead: boolean,
  pullOf: (number: number) => PullRequest | undefined,
): Promise<unknown> {
  const { query, variables } = request.parse(body);
  const [schema, document] = [githubSchema(), parse(query)];
  const [wrong] = validate(schema, document);
  if (wrong !== undefined) throw new Error(`GitHub does not accept this query: ${wrong.message}`);
  if (`${variables.owner}/${variables.name}` !== repositoryName) throw new Error("there is no such repository");
  if (!mayRead) return failed("FORBIDDEN", "Resource not accessible by integration");
  const pull = pullOf(variables.number);
  if (pull === undefined) {
    return failed("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${variables.number}.`);
  }
  const rootValue = { repository: { pullRequest: pullAnswer(pull) } };
  const { data, errors = [] } = await execute({ schema, document, rootValue, variableValues: variables });
  const [missing] = errors;
  if (missing !== undefined) throw new Error(`this query is not supported here: ${missing.message}`);
  return { data };
}

/** GraphQL returns errors with the status 200, and names no permission in its headers. */
function failed(type: string, message: string) {
  return {
    data: { repository: { pullRequest: null } },
    errors: [{ type, path: ["repository", "pullRequest"], message }],
  };
}

function pullAnswer({ author, head, reviews, commits, unlistedCommits = 0 }: PullRequest) {
  return {
    author: actor(author),
    headRefOid: head,
    reviews: (page: Page) => paged(page, reviews.map(reviewAnswer)),
    commits: (page: Page) => paged(page, commits.map(commitAnswer), unlistedCommits),
  };
}

interface Page {
  readonly first?: number;
  readonly after?: string | null;
}

function paged<Entry>({ first = 0, after }: Page, all: readonly Entry[], unlisted = 0) {
  if (first < 1 || first > 100) throw new Error("a page has from 1 to 100 entries");
  const from = Number(after ?? 0);
  const end = from + first;
  const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) };
  return { nodes: all.slice(from, end), pageInfo, totalCount: all.length + unlisted };
}

const actor = ({ login, isBot }: Person) => ({ __typename: isBot === true ? "Bot" : "User", login });

function reviewAnswer({ by, body, commit, state, editedAt, editedBy = by }: PersonsReview, index: number) {
  return {
    author: by.isGone === true ? null : actor(by),
    authorCanPushToRepository: by.canPush,
    state,
    body,
    submittedAt: new Date(Date.UTC(2026, 2, 1, 8, 0, index)).toISOString(),
    commit: { oid: commit },
    lastEditedAt: editedAt,
    editor: editedAt === null || editedBy.isGone === true ? null : actor(editedBy),
  };
}

function commitAnswer({ oid, parents, authors, committer }: PullCommit) {
  const userOf = (login: string | undefined) => ({ user: login === undefined ? null : { login } });
  return {
    commit: {
      oid,
      parents: (page: Page) =>
        paged(
          page,
          parents.map((each) => ({ oid: each })),
        ),
      authors: (page: Page) => paged(page, authors.map(userOf)),
      committer: userOf(committer),
    },
  };
}
