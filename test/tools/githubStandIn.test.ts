import { beforeEach, describe, expect, it } from "vitest";
import type { GitHubService } from "../support/workflows/githubService";
import { startGitHub } from "./forges";

// test/types/githubRoutes.ts compares its requests with GitHub's description of the operations.
describe("the fake GitHub refuses", () => {
  let github: GitHubService;
  let token: string;
  beforeEach(async () => {
    github = await startGitHub();
    token = github.tokenFor({ issues: "write", "pull-requests": "write" });
    github.open({ author: { login: "maria", canPush: true }, branch: "launch", fork: false, head: "a".repeat(40) });
  });

  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${github.url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  const below = "/repos/example-team/outreach";

  it.each<[string, number, RegExp, string, string, object?]>([
    ["an operation that GitHub does not have", 404, /this call is unknown/, "PUT", "/issues/1/comments", {}],
    ["a parameter that an operation does not have", 422, /\blabel\b/, "GET", "/issues?state=open&labels=a&label=b"],
    ["a value that a parameter does not have", 422, /state/, "GET", "/issues?state=opened&labels=a"],
    ["a name instead of a number", 422, /issue_number/, "GET", "/issues/one/comments"],
    ["a body without a required field", 422, /body/, "POST", "/issues/1/comments", {}],
    ["a body with an additional field", 422, /title/, "POST", "/issues/1/comments", { body: "a", title: "b" }],
  ])("%s", async (_, expected, why, method, path, body) => {
    const { status, text } = await ask(method, `${below}${path}`, body);
    expect([status, text]).toEqual([expected, expect.stringMatching(why)]);
    expect(github.refused).toHaveLength(1);
  });

  it.each([
    ["a field that GitHub's schema does not have", "author { name }", /Cannot query field "name" on type "Actor"/],
    ["an argument that it does not have", "reviews(first: 1, only: true) { totalCount }", /Unknown argument "only"/],
    ["a page that is too large", "reviews(first: 101) { totalCount }", /from 1 to 100/],
  ])("a query with %s", async (_, fields, why) => {
    const query = `query ($owner: String!, $name: String!, $number: Int!) {
      repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${fields} } }
    }`;
    const variables = { owner: "example-team", name: "outreach", number: github.pulls[0]?.number, after: null };
    const { status, text } = await ask("POST", "/graphql", { query, variables });
    expect([status, JSON.parse(text).message]).toEqual([422, expect.stringMatching(why)]);
    expect(github.refused).toHaveLength(1);
  });
});
