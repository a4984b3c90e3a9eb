import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { originFrom } from "../../../provider/src/cli/review/origin";

const commit = "0123456789abcdef0123456789abcdef01234567";
const merge = "f".repeat(40);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "origin-"));
  for (const name of ["GITHUB_ACTIONS", "GITLAB_CI", "GITHUB_EVENT_PATH", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"])
    vi.stubEnv(name, "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const github = (more: Readonly<Record<string, string>> = {}) => {
  const given = {
    ...{ GITHUB_ACTIONS: "true", GITHUB_SHA: merge, GITHUB_ACTOR: "alex", GITHUB_WORKSPACE: folder },
    ...{ GITHUB_SERVER_URL: "https://forge.example.com", GITHUB_REPOSITORY: "team/outreach", ...more },
  };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
};
const event = async (content: string) => {
  const path = join(folder, "event.json");
  await writeFile(path, content);
  return path;
};

describe("the origin of a program", () => {
  it("on GitHub is the pull request with its last commit, and not the test merge", async () => {
    const request = { number: 12, head: { sha: commit }, user: { login: "robin" } };
    github({ GITHUB_EVENT_PATH: await event(JSON.stringify({ pull_request: request })) });
    expect(await originFrom(join(folder, "programs", "outreach"))).toEqual({
      ...{ commit, author: "robin", request: "12" },
      files: `https://forge.example.com/team/outreach/blob/${commit}/programs/outreach`,
    });
  });

  it.each([["no event"], ["{}"], ["[1"]])("without a pull request is the push: %s", async (content) => {
    github(content === "no event" ? {} : { GITHUB_EVENT_PATH: await event(content) });
    expect(await originFrom(folder)).toEqual({
      ...{ commit: merge, author: "alex" },
      files: `https://forge.example.com/team/outreach/blob/${merge}`,
    });
  });

  it("on GitLab is the merge request, without its author's address", async () => {
    const given = {
      ...{ GITLAB_CI: "true", CI_COMMIT_SHA: commit, CI_MERGE_REQUEST_IID: "7", CI_PROJECT_DIR: folder },
      ...{ CI_COMMIT_AUTHOR: "Robin Example <robin@example.com>", CI_PROJECT_URL: "https://forge.example.com/a/b" },
    };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    expect(await originFrom(folder)).toEqual({
      ...{ commit, author: "Robin Example", request: "7" },
      files: `https://forge.example.com/a/b/-/blob/${commit}`,
    });
  });

  it("is not shown outside a pipeline", async () => {
    vi.stubEnv("GITHUB_SHA", merge);
    expect(await originFrom(folder)).toBeUndefined();
  });

  it("has no address for files elsewhere, or for an odd repository", async () => {
    github();
    expect(await originFrom(join(folder, ".."))).toEqual({ commit: merge, author: "alex" });
    vi.stubEnv("GITHUB_REPOSITORY", "a) [b](//c");
    expect(await originFrom(folder)).toEqual({ commit: merge, author: "alex" });
  });
});
