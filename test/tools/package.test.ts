import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import installedSdk from "@pulumi/pulumi/package.json" with { type: "json" };
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mustRun } from "../../tools/step.mjs";
import { npm, npmPack } from "../support/cachedPackages";
import { isLong } from "../support/long";
import { repository } from "../support/project";
import { linksIn, skillFiles } from "../support/skill";

/** The content of each package besides its texts and its command, and its maximum unpacked size. */
const packages = [
  {
    name: "provider",
    command: "bin/pulumi-outreach.js",
    others: [
      /^docs\/[\w-]+\.md$/,
      /^docs\/schemas\/[\w-]+\.schema\.json$/,
      /^skill\/(references\/)?\w+\.md$/,
      /^llms\.txt$/,
    ],
    declarations: ["index.d.ts", "runtime.d.ts", "testing.d.ts", "webhook.d.mts", "webhook.d.ts"],
    most: 3_600_000,
  },
  {
    name: "sandbox",
    command: "bin/pulumi-outreach-sandbox.js",
    others: [/^page\/(package\.json|.+\.(js|css|svg))$/],
    declarations: ["index.d.ts"],
    most: 1_500_000,
  },
] as const;

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: { readonly path: string }[];
}
let folder: string;
const packed = new Map<string, Packed>();
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "outreach-package-")));
  for (const { name } of packages) {
    const [made]: [Packed] = JSON.parse(
      await npmPack(join(repository, name), ["--json", "--pack-destination", folder]),
    );
    packed.set(name, made);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(packages)("the package of $name", ({ name, command, others, declarations, most }) => {
  const own = join(repository, name);
  const made = () => packed.get(name) ?? { filename: "", unpackedSize: Number.NaN, files: [] };
  const contents = () => made().files.map(({ path }) => path);

  it("contains the compiled files, its texts and nothing else", () => {
    const rest = contents().filter((path) => !path.startsWith("dist/") && !others.some((each) => each.test(path)));
    expect(rest.sort()).toEqual(["LICENSE", "README.md", command, "package.json"].sort());
    const compiled = contents().flatMap((path) => (path.startsWith("dist/") ? path.slice("dist/".length) : []));
    const code = compiled.filter((path) => !path.endsWith(".LICENSE.txt") && !/\.d\.m?ts$/.test(path));
    expect(code.filter((path) => !/^[\w-]+\.m?js$/.test(path))).toEqual([]);
    // The entry `testing`, and the code that it shares with others, are for users' tests.
    const ofTests = compiled.filter((path) =>
      /test|fake/i.test(path.replace(/^(shared-|libraries-)?([\w]+-)*testing\b/, "")),
    );
    expect(ofTests).toEqual([]);
  });

  it("has one declaration for each entry, which needs no other file of the package", () => {
    const found = contents().filter((path) => /\.d\.m?ts$/.test(path));
    expect(found.sort()).toEqual(declarations.map((file) => `dist/${file}`));
    for (const file of found) {
      expect(readFileSync(join(own, file), "utf8"), file).not.toMatch(/from ["']\.|import\(["']\./);
    }
  });

  it("is small", () => {
    expect(made().unpackedSize).toBeGreaterThan(100_000);
    expect(made().unpackedSize).toBeLessThan(most);
  });

  it("passes publint", async () => {
    const { messages } = await publint({ strict: true, pack: { tarball: read(join(folder, made().filename)) } });
    expect(messages).toEqual([]);
  });

  it("has types that every module resolution finds", async () => {
    const attw = join(repository, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
    const given = [attw, join(folder, made().filename), "--format", "json"];
    const { problems } = JSON.parse(await mustRun("attw", process.execPath, given, { folder }));
    expect(problems).toEqual({});
  });

  it("contains no path of the machine that packed it", () => {
    for (const path of contents().filter((each) => each.startsWith("dist/"))) {
      expect(readFileSync(join(own, path), "utf8"), path).not.toContain(repository);
    }
  });
});

describe("the README of the provider's package", () => {
  const text = () => readFileSync(join(repository, "provider", "README.md"), "utf8");

  it("has links that work on any page", () => {
    const links = [...text().matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((to) => !/^(https:\/\/|#)/.test(to ?? ""))).toEqual([]);
    const own = links.flatMap((to) => to?.split("/blob/main/").slice(1) ?? []);
    expect(own.length).toBeGreaterThan(5);
    const files = own.map((to) => to.replace(/#.*/, ""));
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  });

  it("shows images, and not pages about them", () => {
    const images = [...text().matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, address = ""]) => address);
    expect(images).toHaveLength(3);
    for (const address of images) {
      const [, file = ""] =
        /^https:\/\/raw\.githubusercontent\.com\/[\w-]+\/[\w-]+\/main\/(.*\.png)$/.exec(address) ?? [];
      expect(file === "" ? address : existsSync(join(repository, file))).toBe(true);
    }
  });

  it("names the supported languages first", () => {
    expect(text().slice(0, 500).replaceAll("\n", " ")).toContain("TypeScript or JavaScript only");
  });
});

describe("the texts in the provider's package", () => {
  const own = join(repository, "provider");
  const packedPaths = () => packed.get("provider")?.files.map(({ path }) => path) ?? [];
  const texts = () => packedPaths().filter((path) => /\.(md|txt)$/.test(path) && /^(docs|skill|llms)/.test(path));
  const textOf = (path: string) => readFileSync(join(own, path), "utf8");

  it("are all guides, all schemas and the skill", () => {
    const guides = readdirSync(join(repository, "docs")).filter((name) => name.endsWith(".md"));
    const schemas = readdirSync(join(repository, "docs", "schemas"));
    const skill = skillFiles().map(({ path }) => `skill/${path}`);
    const expected = [
      ...guides.map((name) => `docs/${name}`),
      ...schemas.map((name) => `docs/schemas/${name}`),
      ...skill,
    ];
    expect(
      packedPaths()
        .filter((path) => /^(docs|skill)\//.test(path))
        .sort(),
    ).toEqual(expected.sort());
  });

  it("link to files in the package, or to addresses of files in the repository", () => {
    const links = texts().flatMap((path) => linksIn(textOf(path)).map((to) => ({ path, to: to.replace(/#.*/, "") })));
    const inside = new Set(packedPaths());
    const broken = links.filter(({ path, to }) => to !== "" && !inside.has(posix.join(posix.dirname(path), to)));
    expect(broken).toEqual([]);
    expect(links.length).toBeGreaterThan(50);
    const addresses = texts().flatMap((path) => [...textOf(path).matchAll(/\/blob\/main\/([^)#\s]+)/g)]);
    const files = addresses.map(([, file = ""]) => file);
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
    expect(files).toContain("sandbox/README.md");
  });

  it("tell an agent where to find them", () => {
    const guide = textOf("docs/agents.md");
    expect(guide).toContain("](../skill/SKILL.md)");
    expect(guide).toContain("node_modules/pulumi-outreach/skill");
    expect(textOf("llms.txt")).toContain("](skill/SKILL.md)");
  });
});

// Installs all dependencies: `test:full` alone does so.
if (isLong) {
  describe("both packages", () => {
    it("can be installed on this Node.js without the workspace, with all dependencies", async () => {
      const own = join(folder, "user");
      mkdirSync(own);
      const dependencies = Object.fromEntries(
        packages.map(({ name }) => [
          name === "provider" ? "pulumi-outreach" : "pulumi-outreach-sandbox",
          `file:${join(folder, packed.get(name)?.filename ?? "")}`,
        ]),
      );
      const manifest = { private: true, dependencies: { ...dependencies, "@pulumi/pulumi": installedSdk.version } };
      writeFileSync(join(own, "package.json"), JSON.stringify(manifest));
      // A package for another Node.js fails the installation, also an indirect dependency.
      await npm(own, ["install", "--engine-strict", "--prefer-offline"]);
      const script =
        'require("pulumi-outreach-sandbox").startSandbox().then(async (it) => { console.log((await fetch(it.url)).status); await it.close(); });';
      expect(await mustRun("node", process.execPath, ["-e", script], { folder: own })).toBe("200\n");
    });
  });
}

/** The bytes of a file, for functions that take no Buffer. */
function read(file: string): ArrayBuffer {
  return new Uint8Array(readFileSync(file)).buffer;
}
