import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Checkout } from "../../../provider/src/rehearse/run/checkout";
import { readProject } from "../../../provider/src/rehearse/run/project";

let around: string;
let root: string;
const git = (...words: string[]) => {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...words], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
};
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  around = realpathSync(mkdtempSync(join(tmpdir(), "outreach-checkout-test-")));
  root = join(around, "repository");
  mkdirSync(root);
  git("init", "--quiet", "--initial-branch", "main");
  write("readme.txt", "nothing yet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "before");
  git("tag", "before");
  write("team/Pulumi.yaml", "name: team\nruntime: nodejs\nmain: program\n");
  write("team/Pulumi.prod.yaml", "config: {}\n");
  write("team/program/index.js", "// old");
  write(".gitignore", "node_modules\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "program");
  write("team/program/index.js", "// new");
  write("node_modules/outer/package.json", "{}");
  write("../node_modules/above/package.json", "{}");
  write("team/program/node_modules/inner/package.json", "{}");
  write(".git/hooks/post-checkout", "#!/bin/sh\ntouch hooked\n");
});
afterAll(() => {
  rmSync(around, { recursive: true });
});

const checkoutOf = async (reference: string) => new Checkout(await readProject(join(root, "team")), reference);
async function refused(reference: string): Promise<string> {
  const checkout = await checkoutOf(reference);
  const error: unknown = await checkout.make("prod").catch((reason: unknown) => reason);
  await checkout.end();
  return error instanceof Error ? error.message : "it succeeded";
}

describe("the checkout of a commit", () => {
  it("has the commit's program, the working copy's packages, and leaves nothing", async () => {
    const checkout = await checkoutOf("HEAD");
    const { project, commit } = await checkout.make("prod");
    expect(commit).toBe(git("rev-parse", "HEAD"));
    expect(readFileSync(join(project.programFolder, "index.js"), "utf8")).toBe("// old");
    expect(project.configFolder).toBe(project.folder);
    expect(existsSync(join(project.programFolder, "node_modules", "inner", "package.json"))).toBe(true);
    expect(existsSync(join(project.folder, "..", "node_modules", "outer", "package.json"))).toBe(true);
    expect(existsSync(join(project.folder, "..", "..", "node_modules", "above", "package.json"))).toBe(true);
    // Also now: a process that is killed here leaves nothing in the repository.
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
    await Promise.all([checkout.end(), checkout.end()]);
    expect(existsSync(project.folder)).toBe(false);
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
    expect(existsSync(join(root, "team", "program", "node_modules", "inner", "package.json"))).toBe(true);
    expect(git("status", "--short")).toBe("M team/program/index.js");
  });

  it("writes nothing into the repository, so that a killed process leaves no entry there", async () => {
    const filesOfGit = () =>
      readdirSync(join(root, ".git"), { recursive: true, encoding: "utf8" })
        .map((name) => `${name} ${statSync(join(root, ".git", name)).mtimeMs}`)
        .sort();
    const settings = ["core.splitIndex", "core.sparseCheckout", "submodule.recurse"];
    for (const setting of settings) git("config", setting, "true");
    const before = filesOfGit();
    const checkout = await checkoutOf("HEAD");
    const { project } = await checkout.make("prod");
    expect(filesOfGit()).toEqual(before);
    expect(readFileSync(join(project.folder, "..", "readme.txt"), "utf8")).toBe("nothing yet");
    expect(existsSync(join(project.folder, "..", "hooked"))).toBe(false);
    await checkout.end();
    for (const setting of settings) git("config", "--unset", setting);
  });

  it("uses the current config of a stack if the commit has none", async () => {
    const checkout = await checkoutOf("HEAD");
    const { project } = await checkout.make("staging");
    expect(project.configFolder).toBe(join(root, "team"));
    await checkout.end();
  });

  it.each(["nowhere", "--upload-pack=touch hooked", "HEAD:readme.txt"])(
    "refuses %s, which is not a commit",
    async (name) => {
      expect(await refused(name)).toBe(
        `could not compare with ${name}: git knows no commit of this name here.\nName a branch, a tag or a commit. A shallow clone may lack it: \`git fetch\` it first.`,
      );
    },
  );

  it("refuses a commit without the project", async () => {
    expect(await refused("before")).toBe(
      "could not compare with before: that commit has no Pulumi.yaml in this folder.\nName a commit in which the project exists.",
    );
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
  });

  it("refuses a project outside a repository", async () => {
    const folder = mkdtempSync(join(tmpdir(), "outreach-no-repository-"));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: team\nruntime: nodejs\n");
    const checkout = new Checkout(await readProject(folder), "main");
    await expect(checkout.make("prod")).rejects.toThrow(
      /^could not compare with main: the project is in no git repository\.\nLeave out --against\.$/,
    );
    rmSync(folder, { recursive: true });
  });

  it("names git if it is not installed", async () => {
    vi.stubEnv("PATH", join(root, "team"));
    const message = await refused("main").finally(() => vi.unstubAllEnvs());
    expect(message).toBe("could not compare with main: git is not on the PATH.\nInstall git, or leave out --against.");
  });
});
