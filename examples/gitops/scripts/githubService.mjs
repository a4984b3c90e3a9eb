// @ts-check
// The requests to GitHub, with the token and the addresses that a workflow has.
import { setting } from "./approval.mjs";

/** What this workflow's token writes appears under this name. */
export const self = "github-actions[bot]";

/**
 * @param {"GET" | "POST" | "PATCH"} method
 * @param {string} path below the repository
 * @param {object} [body]
 */
export async function ask(method, path, body) {
  return await request(method, `${setting("GITHUB_API_URL")}/repos/${setting("GITHUB_REPOSITORY")}/${path}`, body);
}

/**
 * All entries of a listing.
 * @param {string} path
 */
export async function askAll(path) {
  const all = [];
  for (let page = 1; ; page += 1) {
    const entries = await ask("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`);
    all.push(...entries);
    if (entries.length < 100) return all;
  }
}

/**
 * @param {string} query
 * @param {object} variables
 */
export async function askGraph(query, variables) {
  const { data, errors = [] } = await request("POST", setting("GITHUB_GRAPHQL_URL"), { query, variables });
  for (const { message } of errors) throw new Error(`GitHub answered: ${message}`);
  return data;
}

/**
 * @param {string} method
 * @param {string} address
 * @param {object} [body]
 */
async function request(method, address, body) {
  const response = await fetch(address, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${setting("GITHUB_TOKEN")}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: GitHub answered ${response.status}: ${text.slice(0, 300)}`);
  return text === "" ? undefined : JSON.parse(text);
}
