import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mustRun } from "../../tools/step.mjs";
import { npmPack } from "../support/cachedPackages";
import { repository } from "../support/project";

const provider = join(repository, "provider");
let folder: string;
let tarball: string;
let contents: string[];

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "outreach-package-")));
  const packed: [{ filename: string; files: { path: string }[] }] = JSON.parse(
    await npmPack(provider, ["--json", "--pack-destination", folder]),
  );
  tarball = join(folder, packed[0].filename);
  contents = packed[0].files.map(({ path }) => path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  it("holds what was compiled, its texts and nothing else", () => {
    const compiled = contents.filter((path) => path.startsWith("dist/"));
    const sources = contents.filter((path) => path.startsWith("src/"));
    expect(contents.filter((path) => !compiled.includes(path) && !sources.includes(path)).sort()).toEqual([
      "LICENSE",
      "README.md",
      "bin/pulumi-outreach.js",
      "package.json",
    ]);
    const texts = compiled.filter((path) => !/\.(js|d\.ts)(\.map)?$/.test(path));
    expect(texts.filter((path) => !path.endsWith(".LICENSE.txt"))).toEqual([]);
    expect(sources.filter((path) => !path.endsWith(".ts"))).toEqual([]);
    expect([...compiled, ...sources].filter((path) => /test|fake/i.test(path))).toEqual([]);
  });

  it("leads from what is compiled to its sources", () => {
    const sourcesOf = (map: string) => {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(provider, map), "utf8"));
      return sources.map((source) => posix.join(posix.dirname(map), source));
    };
    const types = contents.filter((path) => path.endsWith(".d.ts.map"));
    expect(types.length).toBeGreaterThan(100);
    for (const map of types)
      expect(sourcesOf(map)).toEqual([map.replace(/^dist/, "src").replace(/\.d\.ts\.map$/, ".ts")]);
    const code = contents.filter((path) => path.endsWith(".js.map"));
    // All code of the entry of webhooks is shared with the main one; the functions load what they read with later.
    const entries = code.filter((name) => !name.startsWith("dist/shared"));
    expect(entries).toEqual(["index", "reads", "runtime"].map((name) => `dist/${name}.js.map`));
    // What is bundled of other packages is not shipped a second time.
    const own = code.flatMap(sourcesOf).filter((source) => !source.includes("node_modules/"));
    expect(own.length).toBeGreaterThan(80);
    expect([...types.flatMap(sourcesOf), ...own].filter((source) => !contents.includes(source))).toEqual([]);
  });

  it("has a README whose links lead somewhere from any page", () => {
    const links = [...readFileSync(join(provider, "README.md"), "utf8").matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((to) => !/^(https:\/\/|#)/.test(to ?? ""))).toEqual([]);
    const own = links.flatMap((to) => to?.split("/blob/main/").slice(1) ?? []);
    expect(own.length).toBeGreaterThan(5);
    const files = own.map((to) => to.replace(/#.*/, ""));
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  });

  it("is fine by publint", async () => {
    const { messages } = await publint({ strict: true, pack: { tarball: read(tarball) } });
    expect(messages).toEqual([]);
  });

  it("has types that every way of resolving modules finds", async () => {
    const command = join(repository, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
    const given = [command, tarball, "--format", "json"];
    const { problems } = JSON.parse(await mustRun("attw", process.execPath, given, { folder }));
    expect(problems).toEqual({});
  });

  it("holds every source with its types", () => {
    const sources = readdirSync(join(provider, "src"), { recursive: true, encoding: "utf8" });
    const names = sources.filter((name) => name.endsWith(".ts")).map((name) => name.replaceAll("\\", "/").slice(0, -3));
    expect(names.length).toBeGreaterThan(50);
    expect(contents).toEqual(expect.arrayContaining(names.flatMap((name) => [`dist/${name}.d.ts`, `src/${name}.ts`])));
  });

  it("names no folder of the machine that packed it", () => {
    for (const name of contents.filter((path) => path.startsWith("dist/"))) {
      expect(readFileSync(join(provider, name), "utf8"), name).not.toContain(repository);
    }
  });
});

/** The bytes of a file, for what takes no Buffer. */
function read(file: string): ArrayBuffer {
  return new Uint8Array(readFileSync(file)).buffer;
}
