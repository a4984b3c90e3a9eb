import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { allFiles, exampleText, InitStage } from "../../support/initStage";
import { repository } from "../../support/project";

const stage = new InitStage();

describe("init in an empty folder", () => {
  it("writes a project around the program of the full-cycle example", async () => {
    const { code, stdout, stderr } = await stage.init();
    expect([code, stderr]).toEqual([0, ""]);
    const files = stage.contents();
    expect(Object.keys(files)).toEqual([...allFiles].sort());
    expect(files["index.ts"]).toBe(exampleText("full-cycle/index.ts"));
    expect(files["tsconfig.json"]).toBe(exampleText("full-cycle/tsconfig.json"));
    expect(parse(files["Pulumi.yaml"] ?? "")).toEqual({
      ...parse(exampleText("full-cycle/Pulumi.yaml")),
      name: "fintech",
    });
    expect(parse(files["Pulumi.local.yaml"] ?? "")).toEqual({
      config: { "outreach:baseUrl": "http://127.0.0.1:8787" },
    });
    const { dependencies } = JSON.parse(exampleText("full-cycle/package.json"));
    expect(JSON.parse(files["package.json"] ?? "")).toEqual({
      ...{ name: "fintech", private: true, main: "index.ts" },
      dependencies: { ...dependencies, "pulumi-outreach": "^1.2.3" },
      devDependencies: { "pulumi-outreach-sandbox": "^1.2.3" },
    });
    expect(files[".gitignore"]?.split("\n")).toEqual(expect.arrayContaining(["node_modules", "/.local"]));
    expect(stdout).toContain(", no workflows, no AGENTS.md.\n");
    expect(stdout).toContain(`Wrote ${allFiles.join(", ")}.\n`);
    expect(stdout).toContain("\n  npm install\n  node local.mjs preview\n");
    expect(stdout).not.toContain("by hand");
  });

  it("writes nothing the second time, and nothing needs to be added by hand", async () => {
    await stage.made("--workflow", "github", "--agents");
    const before = stage.contents();
    expect(await stage.made("--workflow", "github", "--agents")).toMatchObject({ written: [], byHand: [] });
    expect(stage.contents()).toEqual(before);
    const { stdout } = await stage.init();
    expect(stdout).toContain("Nothing to write: every file is there.\n");
  });

  it("creates the folder, and prints how to enter it", async () => {
    stage.folder = join(stage.scratch, "my outreach", "deep");
    const { next } = await stage.made();
    expect(next[0]).toBe(`cd '${relative(process.cwd(), stage.folder)}'`);
    expect(Object.keys(stage.contents())).toEqual([...allFiles].sort());
  });

  it("names the options' choices", async () => {
    const { stdout } = await stage.init(["--name", "acme", "--workflow", "gitlab", "--agents"]);
    expect(stdout).toMatch(/^Project acme in .*, workflows for GitLab, an AGENTS\.md\.\n/);
    expect(stdout).toMatch(/The workflows need some settings once: https:\/\/\S+#set-it-up-on-gitlab\n$/);
    expect(stage.contents()["README.md"]).toMatch(/^# acme\n[\s\S]*#set-it-up-on-gitlab/);
    expect(stage.contents()["AGENTS.md"]).toContain("Leave to a person");
  });
});

describe("the workflows", () => {
  it.each(["github", "gitlab"])("for %s are the example's, with every script that they run", async (forge) => {
    await stage.made("--workflow", forge);
    const files = stage.contents();
    const added = Object.keys(files).filter((path) => !allFiles.includes(path));
    expect(added.some((path) => path.startsWith(forge === "github" ? ".github/workflows/" : ".gitlab-ci"))).toBe(true);
    for (const path of added) expect(files[path], path).toBe(exampleText(`gitops/${path}`));
    const named = added.flatMap((path) => [
      ...[...(files[path] ?? "").matchAll(/(?:from "\.|\$here)\/([\w.]+)/g)].map(([, name]) => `scripts/${name}`),
      ...[...(files[path] ?? "").matchAll(/(?:node|bash) (scripts\/[\w.]+)/g)].map(([, name = ""]) => name),
    ]);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => files[path] === undefined)).toEqual([]);
    for (const line of ["/review", "/applied", "/drift", "/verify"])
      expect(files[".gitignore"]?.split("\n")).toContain(line);
  });

  it("together include every script of the example", async () => {
    const github = await stage.made("--workflow", "github");
    rmSync(stage.folder, { recursive: true });
    const gitlab = await stage.made("--workflow", "gitlab");
    const scripts = readdirSync(join(repository, "examples", "gitops", "scripts")).map((name) => `scripts/${name}`);
    expect(new Set([...github.written, ...gitlab.written])).toEqual(
      new Set([...scripts, ...github.written.filter((path) => !path.startsWith("scripts/")), ".gitlab-ci.yml"]),
    );
  });

  it("are refused in a subfolder of a repository, where no forge runs them", async () => {
    mkdirSync(join(stage.scratch, ".git"));
    const { code, stdout, stderr } = await stage.init(["--workflow", "github"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: workflows run from the top of a repository, .* Nothing was written\.\nRun it there/,
    );
    expect(readdirSync(stage.scratch)).toEqual([".git"]);
    mkdirSync(join(stage.folder, ".git"), { recursive: true });
    expect((await stage.init(["--workflow", "github"])).code).toBe(0);
  });
});

describe("questions", () => {
  const atTerminal = { columns: 100 };

  it("are three, with defaults", async () => {
    const { code, stderr } = await stage.init([], { ...atTerminal, keys: "\n\n\n" });
    expect(code).toBe(0);
    const shown = ["Name of the project [fintech]", "github, gitlab or none [none]", "AGENTS.md? [y/N]"];
    for (const question of shown) expect(stderr).toContain(question);
    expect(Object.keys(stage.contents())).toEqual([...allFiles].sort());
  });

  it("are repeated until the answer is valid", async () => {
    const { code, stderr } = await stage.init([], { ...atTerminal, keys: "A B\nacme\nsvn\ngithub\nyes\n" });
    expect(code).toBe(0);
    expect(stderr).toContain("The name takes up to 100 small letters");
    expect(stderr).toContain("Answer github, gitlab or none.");
    expect(parse(stage.contents()["Pulumi.yaml"] ?? "").name).toBe("acme");
    expect(Object.keys(stage.contents())).toEqual(
      expect.arrayContaining(["AGENTS.md", ".github/workflows/review.yml"]),
    );
  });

  it.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-C at the last one", "acme\ngithub\n\u0003"],
    ["the end of the input", "\u0004"],
  ])("end with %s, and nothing is written", async (_, keys) => {
    const { code, stdout, stderr } = await stage.init([], { ...atTerminal, keys });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/error: Nothing was written\.\n$|error:.*Nothing was written\./);
    expect(readdirSync(stage.scratch)).toEqual([]);
  });

  it("are skipped for values that options set, and with --yes", async () => {
    const asked = await stage.init(["--name", "acme", "--workflow", "none"], { ...atTerminal, keys: "y\n" });
    expect(asked.stderr).not.toMatch(/Name of|Workflows/);
    expect(Object.keys(stage.contents())).toContain("AGENTS.md");
    rmSync(stage.folder, { recursive: true });
    const { code, stderr } = await stage.init(["--yes"], { ...atTerminal, keys: "" });
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("keep the name of an existing project", async () => {
    stage.write({ "Pulumi.yaml": "name: Shop.1\nruntime: nodejs\n" });
    const { stderr } = await stage.init([], { ...atTerminal, keys: "\n\n" });
    expect(stderr).not.toContain("Name of");
    const { name, main } = JSON.parse(stage.contents()["package.json"] ?? "");
    // The engine finds such a project's program by its file, and npm does not accept such a name.
    expect([name, main]).toEqual(["shop-1", undefined]);
  });
});
