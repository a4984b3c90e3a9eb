// @ts-check
// The requests to GitHub, with the workflow's token and addresses.
import { setting } from "./approval.mjs";
import { allPages, request } from "./forge.mjs";

/** The author's name of everything that the workflow's token writes. */
export const self = "github-actions[bot]";

/** @type {import("./forge.mjs").Forge} */
const github = {
  name: "GitHub",
  headers: () => ({
    accept: "application/vnd.github+json",
    authorization: `Bearer ${setting("GITHUB_TOKEN")}`,
    "x-github-api-version": "2022-11-28",
  }),
  hint(response, text) {
    // A GraphQL response names no permissions; the queries here read pull requests.
    const isGraph = response.url === setting("GITHUB_GRAPHQL_URL");
    const needed = response.headers.get("x-accepted-github-permissions") ?? (isGraph ? "pull_requests=read" : null);
    if (text.includes("Resource not accessible by integration")) {
      const which = needed === null ? "" : `, probably ${needed}`;
      return `The token of this job lacks a permission${which}: add it to \`permissions\` of the job in its workflow.`;
    }
    if (response.status === 401) return "The token of this job is not valid, or has expired: run the job again.";
    if (isGraph && text.includes('"NOT_FOUND"')) return "The token of this job may not see it, or it is not there.";
    if (response.status === 404 && /^\W*\{?"message":\s*"Not Found"/.test(text)) {
      return `The token of this job may not see it, or it is not there${needed === null ? "" : `; it takes ${needed}`}.`;
    }
    return undefined;
  },
};

/**
 * @param {"GET" | "POST" | "PATCH"} method
 * @param {string} path below the repository
 * @param {object} [body]
 * @param {{ onlyOnce?: boolean }} [options]
 */
export async function ask(method, path, body, options) {
  const address = `${setting("GITHUB_API_URL")}/repos/${setting("GITHUB_REPOSITORY")}/${path}`;
  return await request(github, { method, address, body, ...options });
}

/**
 * All entries of a listing.
 * @param {string} path
 */
export async function askAll(path) {
  const separator = path.includes("?") ? "&" : "?";
  return await allPages(async (page) => await ask("GET", `${path}${separator}per_page=100&page=${page}`));
}

/**
 * A query's data about a pull request.
 * @param {string} query
 * @param {object} variables
 */
export async function askPull(query, variables) {
  const [owner, name] = setting("GITHUB_REPOSITORY").split("/");
  const { data } = await request(github, {
    ...{ method: "POST", address: setting("GITHUB_GRAPHQL_URL") },
    body: { query, variables: { owner, name, ...variables } },
  });
  return data.repository.pullRequest;
}
