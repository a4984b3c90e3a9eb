import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { npmCommand } from "../../tools/npm.mjs";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { repository } from "../../tools/repository.mjs";
import { npm } from "../support/cachedPackages";
import { temporaryFolder } from "../support/folders";

interface Manifest {
  readonly type?: string;
  readonly name: string;
  readonly version: string;
  readonly workspaces?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const workspaces = (manifestOf(repository).workspaces ?? []).flatMap((pattern) => {
  const folder = join(repository, pattern.replace(/\/\*$/, ""));
  return pattern.endsWith("/*") ? readdirSync(folder).map((name) => join(folder, name)) : [folder];
});
const withCommands = workspaces.filter((folder) => manifestOf(folder).bin !== undefined);

const generated = new Set(["node_modules", "dist", "coverage", ".git", ".state"]);

/** All text files in the repository except generated ones. */
function texts(folder: string = repository): { path: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (generated.has(entry.name)) return [];
    if (entry.isDirectory()) return texts(path);
    return entry.isFile() ? [{ path: relative(repository, path), text: readFileSync(path, "utf8") }] : [];
  });
}

describe("the commands of the workspace", () => {
  it("include the local service's", () => {
    expect(withCommands.map((folder) => relative(repository, folder))).toContain("sandbox");
  });

  it.each(withCommands.map((folder) => [relative(repository, folder), folder]))(
    "of %s has its package's name and links to a file that needs no build",
    (_name, folder) => {
      const { name, bin = {} } = manifestOf(folder);
      expect(Object.keys(bin)).toEqual([name]);
      for (const file of Object.values(bin)) {
        expect(existsSync(join(folder, file)), file).toBe(true);
        expect(file.split("/")).not.toContain("dist");
        expect(readFileSync(join(folder, file), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
      }
    },
  );

  it("are named correctly in every text", () => {
    // Composed, so that this file does not contain it.
    const formerName = new RegExp(`(?<!pulumi-)${["outreach", "sandbox"].join("-")}`);
    const naming = texts().filter(({ text }) => formerName.test(text));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it("are, besides installed packages' commands, the only ones that texts run with npx", () => {
    const own = withCommands.flatMap((folder) => Object.keys(manifestOf(folder).bin ?? {}));
    const installed = readdirSync(join(repository, "node_modules", ".bin")).map((name) => name.replace(/\.\w+$/, ""));
    const known = new Set([...own, ...installed]);
    const named = texts().flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpx ([a-z@][\w@/.-]*)/g)].map(([, name = ""]) => ({ path, name })),
    );
    expect(named.map(({ name }) => name)).toContain("pulumi-outreach-sandbox");
    expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  });
});

describe("a clone that is installed but not built", () => {
  it("links the service's command, which asks for the build", async () => {
    const clone = temporaryFolder();
    writeFileSync(join(clone, "package.json"), JSON.stringify({ private: true, workspaces: ["sandbox"] }));
    mkdirSync(join(clone, "sandbox"));
    // Without its dependencies, which npm does not need to link the command.
    const { name, version, type, bin } = manifestOf(join(repository, "sandbox"));
    writeFileSync(join(clone, "sandbox", "package.json"), JSON.stringify({ name, version, type, bin }));
    cpSync(join(repository, "sandbox", "bin"), join(clone, "sandbox", "bin"), { recursive: true });
    await npm(clone, ["install", "--offline"]);

    const { path, programArguments } = npmCommand(["exec", "--offline", "--", "pulumi-outreach-sandbox", "--help"]);
    const { code, errorOutput } = await runProgram(path, programArguments, { folder: clone });
    expect(errorOutput).toContain("pulumi-outreach-sandbox is not compiled yet. Run `npm run build`");
    expect(code).toBe(1);
  }, 60_000);
});
