import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { z } from "zod";
import { environmentVariable } from "../../host/environment";
import type { Origin } from "../../review/model";

const commitPattern = /^[0-9a-f]{7,64}$/;

/** GitHub's event for a pull request. The run's own commit is an automatic merge. */
const eventSchema = z.looseObject({
  pull_request: z.looseObject({
    number: z.number(),
    head: z.looseObject({ sha: z.string() }),
    user: z.looseObject({ login: z.string() }).optional(),
  }),
});

/**
 * The commit, author and pull request that a GitHub or GitLab pipeline runs for. Undefined elsewhere.
 *
 * @param folder the project folder
 */
export async function originFrom(folder: string): Promise<Origin | undefined> {
  const origin =
    environmentVariable("GITHUB_ACTIONS") === "true"
      ? await gitHubOrigin(folder)
      : environmentVariable("GITLAB_CI") === "true"
        ? gitLabOrigin(folder)
        : {};
  const known = Object.entries(origin).filter(([, value]) => value !== undefined && value !== "");
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

type Found = { readonly [Name in keyof Origin]?: string | undefined };

async function gitHubOrigin(folder: string): Promise<Found> {
  const request = (await readEvent(environmentVariable("GITHUB_EVENT_PATH")))?.pull_request;
  const commit = commitOf(request?.head.sha ?? environmentVariable("GITHUB_SHA"));
  const [server, repository] = [environmentVariable("GITHUB_SERVER_URL"), environmentVariable("GITHUB_REPOSITORY")];
  return {
    commit,
    author: request?.user?.login ?? environmentVariable("GITHUB_ACTOR"),
    request: request?.number.toString(),
    files: filesAt(
      repository && `${server}/${repository}/blob`,
      commit,
      environmentVariable("GITHUB_WORKSPACE"),
      folder,
    ),
  };
}

function gitLabOrigin(folder: string): Found {
  const commit = commitOf(
    environmentVariable("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") ?? environmentVariable("CI_COMMIT_SHA"),
  );
  const project = environmentVariable("CI_PROJECT_URL");
  return {
    commit,
    // Without the author's address, which should not appear in a comment.
    author: environmentVariable("CI_COMMIT_AUTHOR")?.replace(/\s*<[^>]*>\s*$/, ""),
    request: environmentVariable("CI_MERGE_REQUEST_IID"),
    files: filesAt(project && `${project}/-/blob`, commit, environmentVariable("CI_PROJECT_DIR"), folder),
  };
}

const commitOf = (text: string | undefined) => (text !== undefined && commitPattern.test(text) ? text : undefined);

/** Undefined if the project is not inside the pipeline's folder. */
function filesAt(
  address: string | undefined,
  commit: string | undefined,
  workspace: string | undefined,
  folder: string,
): string | undefined {
  if (address === undefined || commit === undefined || workspace === undefined) return undefined;
  if (!/^https?:\/\/[\w.:/~-]+$/.test(address)) return undefined;
  const below = relative(resolve(workspace), resolve(folder)).split(sep);
  if (below.includes("..")) return undefined;
  return [address, commit, ...below.filter((part) => part !== "").map(encodeURIComponent)].join("/");
}

async function readEvent(path: string | undefined): Promise<z.infer<typeof eventSchema> | undefined> {
  if (path === undefined) return undefined;
  try {
    return eventSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch {
    // Optional: no part of a review depends on it.
    return undefined;
  }
}
