// @ts-check
// The requests to GitLab, with the pipeline's addresses and the project's token.
import { setting } from "./approval.mjs";
import { allPages, request } from "./forge.mjs";

const howToMakeOne = "the README says how to make it, and with which role and scope";

/** @type {import("./forge.mjs").Forge} */
const gitlab = {
  name: "GitLab",
  headers: () => ({ authorization: `Bearer ${setting("GITLAB_TOKEN")}` }),
  hint(response, text) {
    if (response.status === 401) return `GITLAB_TOKEN is not valid, or has expired: ${howToMakeOne}.`;
    if (response.status === 403) return `GITLAB_TOKEN may not do this: ${howToMakeOne}.`;
    if (response.status === 404 && /project not found/i.test(text)) return unseen();
    return undefined;
  },
};

function unseen() {
  return `GITLAB_TOKEN cannot see the project ${setting("CI_PROJECT_PATH")}: make it in that project; ${howToMakeOne}.`;
}

/**
 * @param {"GET" | "POST" | "PUT"} method
 * @param {string} path below the project, or from the root of the API
 * @param {object} [body]
 * @param {{ onlyOnce?: boolean }} [options]
 */
export async function ask(method, path, body, options) {
  const below = path.startsWith("/") ? path : `/projects/${setting("CI_PROJECT_ID")}/${path}`;
  return await request(gitlab, { method, address: `${setting("CI_API_V4_URL")}${below}`, body, ...options });
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
 * A query's data about a merge request.
 * @param {string} query
 * @param {{ number: string, after: string | null }} variables
 */
export async function askMergeRequest(query, variables) {
  const path = setting("CI_PROJECT_PATH");
  const { data } = await request(gitlab, {
    ...{ method: "POST", address: setting("CI_API_GRAPHQL_URL") },
    body: { query, variables: { path, ...variables } },
  });
  // GitLab's response for objects that a token may not see.
  if (!data.project) throw new Error(unseen());
  if (!data.project.mergeRequest) throw new Error(`GitLab shows no merge request ${variables.number} of ${path}.`);
  return data.project.mergeRequest;
}
