import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../../tools/repository.mjs";
import { npmPack } from "../support/cachedPackages";
import { temporaryFolder } from "../support/folders";
import { casesOf } from "../support/long";

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A copy of a package of this checkout with two small sources, because compiling the real ones takes long. */
function smallCopy(workspace: string): string {
  const copy = temporaryFolder();
  const needed = ["package.json", "tsconfig.base.json", "README.md", "LICENSE", "llms.txt", "docs", "tools", workspace];
  const leftOut = [join(repository, workspace, "src"), join(repository, workspace, "dist")];
  for (const name of needed) {
    cpSync(join(repository, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules") && !leftOut.includes(path),
    });
  }
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"), "junction");
  const folder = join(copy, workspace);
  write(folder, {
    "src/cli.ts": 'import { green } from "picocolors";\nexport const words = green("words");\n',
    "src/index.ts": "export const one = 1;\n",
    "src/runtime.ts": "export const zero = 0;\n",
    "src/testing.ts": "export const four = 4;\n",
    "src/webhook.ts": "export const three = 3;\n",
    "src/inner/other.ts": "export const two = 2;\n",
  });
  return folder;
}

async function packedFiles(folder: string): Promise<string[]> {
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(await npmPack(folder, ["--json", "--dry-run"]));
  return files.map(({ path }) => path).sort();
}

/** The files in a folder of this checkout, by their paths in its package. */
function filesIn(path: string, wanted: RegExp): string[] {
  const own = join(repository, path.includes("/") ? path.replace(/\/.*/, "") : "");
  return readdirSync(join(repository, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(own, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((name) => wanted.test(name));
}

const provider = {
  workspace: "provider",
  others: [
    "bin/pulumi-outreach.js",
    "llms.txt",
    ...filesIn("docs", /\.(md|json)$/),
    ...filesIn("provider/skill", /\.md$/),
  ],
  modules: ["index.js", "runtime.js", "testing.js", "webhook.js", "webhook.mjs"],
  declarations: ["index.d.ts", "runtime.d.ts", "testing.d.ts", "webhook.d.ts", "webhook.d.mts"],
};
const page = filesIn("sandbox/page", /(?<!\/tsconfig\.json)$/);
const sandbox = {
  workspace: "sandbox",
  others: ["bin/pulumi-outreach-sandbox.js", ...page],
  // Packages that the command uses are in a separate file.
  modules: ["index.js", "libraries-cli.js"],
  declarations: ["index.d.ts"],
};

describe.each(casesOf([provider, sandbox], (each) => each === provider))(
  "the package of $workspace",
  ({ workspace, others, modules, declarations }) => {
    // With the licence of the package that the sources above use.
    const made = ["cli.js", "picocolors.LICENSE.txt", ...modules, ...declarations].map((name) => `dist/${name}`);
    const expected = ["LICENSE", "README.md", "package.json", ...others, ...made].sort();

    it("contains a module and one declaration for each entry, and no stale files from earlier builds", async () => {
      const folder = smallCopy(workspace);
      expect(await packedFiles(folder)).toEqual(expected);

      const stale = [
        "dist/deletedSource.js",
        "dist/deleted/source.d.ts",
        "dist/some.test.js",
        "dist/tsconfig.tsbuildinfo",
      ];
      write(folder, Object.fromEntries(stale.map((path) => [path, "stale"])));
      rmSync(join(folder, "src", "inner"), { recursive: true });
      rmSync(join(folder, "dist", "index.js"));
      expect(await packedFiles(folder)).toEqual(expected);
    }, 60_000);
  },
);
