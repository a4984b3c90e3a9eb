// @ts-check
// The requests to GitLab, with the addresses that a pipeline has and the project's token.
import { setting } from "./approval.mjs";

/**
 * @param {"GET" | "POST" | "PUT"} method
 * @param {string} path below the project, or from the root of the API
 * @param {object} [body]
 */
export async function ask(method, path, body) {
  const below = path.startsWith("/") ? path : `/projects/${setting("CI_PROJECT_ID")}/${path}`;
  return await request(method, `${setting("CI_API_V4_URL")}${below}`, body);
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
  const { data, errors = [] } = await request("POST", setting("CI_API_GRAPHQL_URL"), { query, variables });
  for (const { message } of errors) throw new Error(`GitLab answered: ${message}`);
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
    headers: { authorization: `Bearer ${setting("GITLAB_TOKEN")}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: GitLab answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
