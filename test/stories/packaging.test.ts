import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { mustRun } from "../../tools/step.mjs";
import { expectSuccess, settingsFor } from "../support/acceptance";
import { cachedPackage, npm, npmPack } from "../support/cachedPackages";
import { compilerErrors, messageOf } from "../support/compilerErrors";
import { Project, repository } from "../support/project";

const provider = join(repository, "provider");
const pnpmVersion = "10.34.9";
const commonjs = { module: "commonjs", file: "old.ts", given: [] };
const nodenext = { module: "nodenext", file: "node.mts", given: ["--verbatimModuleSyntax"] };
const bundler = {
  ...{ module: "esnext", file: "bundled.mts" },
  given: ["--moduleResolution", "bundler", "--verbatimModuleSyntax"],
};
/** An older compiler and the newest with each module system, and other versions with one. */
const compilations = [
  { version: "5.0.4", ...nodenext },
  ...[commonjs, nodenext, bundler].map((modules) => ({ version: "5.4.5", ...modules })),
  { version: "5.9.3", ...nodenext },
  ...[commonjs, nodenext, bundler].map((modules) => ({ version: "7.0.2", ...modules })),
];

let sandbox: Sandbox;
/** Outside the checkout, so that no parent folder has files that the tarball lacks. */
let folder: string;
let tarball: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  folder = realpathSync(mkdtempSync(join(tmpdir(), "outreach-packed-")));
  const packed: [{ filename: string }] = JSON.parse(await npmPack(provider, ["--json", "--pack-destination", folder]));
  tarball = join(folder, packed[0].filename);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same program for either module system. */
function programText(imports: string, name: string): string {
  return `${imports}
const leads = new outreach.List("leads", { name: "Leads ${name}" });
new outreach.Campaign("campaign", {
  name: "Campaign ${name}", listIds: [leads.id], linkedinSeatId: 7,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName]." })],
});
`;
}
const commonJs = 'const outreach = require("pulumi-outreach");';
const esModule = 'import * as outreach from "pulumi-outreach";';

/** A folder that depends on the tarball and the SDK, like a user's. */
function projectFolder(name: string, type: "commonjs" | "module"): string {
  const own = join(folder, name);
  mkdirSync(own);
  const manifest = {
    private: true,
    type,
    main: "index.js",
    dependencies: { "pulumi-outreach": `file:${tarball}`, "@pulumi/pulumi": sdkVersion() },
  };
  writeFileSync(join(own, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(own, "Pulumi.yaml"),
    `name: packed-${name}\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n`,
  );
  writeFileSync(join(own, "index.js"), programText(type === "module" ? esModule : commonJs, name));
  return own;
}

/** The SDK with which the checkout is tested. */
function sdkVersion(): string {
  const manifest = readFileSync(join(repository, "node_modules", "@pulumi", "pulumi", "package.json"), "utf8");
  return JSON.parse(manifest).version;
}

/** Preview and up, with the installed SDK's host. */
async function expectToWork(own: string, name: string): Promise<void> {
  const project = await new Project({ folder: own, env: settingsFor(sandbox) }).init();
  try {
    const preview = await project.preview();
    expectSuccess(preview);
    expect(preview.changeSummary).toEqual({ create: 3 });
    expectSuccess(await project.up());
    const { lists, campaigns } = await sandbox.objects();
    const list = lists.find((object) => object.name === `Leads ${name}`);
    expect(campaigns.find((object) => object.name === `Campaign ${name}`)?.listIds).toEqual([list?.id]);
  } finally {
    project.remove();
  }
}

describe("installed by npm", () => {
  let own: string;
  beforeAll(async () => {
    own = projectFolder("npm", "commonjs");
    await npm(own, ["install", "--prefer-offline"]);
  });

  it("serves a CommonJS program", () => expectToWork(own, "npm"));

  it("serves an ES module", async () => {
    const manifest = join(own, "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"commonjs"', '"module"'));
    writeFileSync(join(own, "index.js"), programText(esModule, "module"));
    await expectToWork(own, "module");
  });

  it("has its types in both module systems", async () => {
    writeFileSync(join(own, "types.cts"), programText(esModule, "cts"));
    writeFileSync(join(own, "types.mts"), programText(esModule, "mts"));
    const compiler = join(repository, "node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--module", "Node16", "--target", "ES2022", "--skipLibCheck"];
    const compile = (file: string) => mustRun("tsc", process.execPath, [compiler, ...options, file], { folder: own });
    await compile("types.cts");
    await compile("types.mts");
    writeFileSync(join(own, "types.mts"), programText(esModule, "mts").replace("message: ", "mesage: "));
    await expect(compile("types.mts")).rejects.toThrow("mesage");
  });

  it.each(compilations)("compiles with TypeScript $version as $module, declarations included", async (compilation) => {
    const { version, module, file, given } = compilation;
    // Without its types, the package would be `any`, and the mistake would not be an error.
    const slip = '// @ts-expect-error no such argument\nnew outreach.List("slip", { name: "A", nmae: "A" });\n';
    const tests =
      'import { declared } from "pulumi-outreach/testing";\nexport const lists: Promise<readonly { resource: outreach.List }[]> = declared("List");\n';
    writeFileSync(join(own, file), `${tests}${programText(esModule, "types")}${slip}`);
    const compiler = join(await cachedPackage("typescript", "typescript", version), "bin", "tsc");
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false", "--listFiles"];
    const target = ["--target", "ES2022", "--types", "node", "--module", module];
    const { output } = await runProgram(process.execPath, [compiler, ...strict, ...target, ...given, file], {
      folder: own,
    });
    const lines = output.split(/\r?\n/);
    const errors = lines.filter((line) => /: error TS/.test(line));
    // Other packages have errors with older compilers.
    const ours = (line: string) => line.startsWith(file) || line.includes("node_modules/pulumi-outreach/");
    expect(errors.filter(ours)).toEqual([]);
    for (const entry of ["index", "testing"]) {
      const declaration = `node_modules/pulumi-outreach/dist/${entry}.d.ts`;
      expect(lines.filter((line) => line.endsWith(declaration))).toHaveLength(1);
    }
    expect(lines.filter((line) => /node_modules\/(zod|undici)\//.test(line))).toEqual([]);
  });

  it.each(["5.0.4", "5.4.5", "5.9.3", "7.0.2"])("TypeScript %s reports a program's mistakes", async (version) => {
    const compiler = join(await cachedPackage("typescript", "typescript", version), "bin", "tsc");
    // One statement on each line, after the import.
    const statements = compilerErrors.map(({ program }) => program);
    writeFileSync(join(own, "slips.mts"), [esModule, ...statements].join("\n"));
    const strict = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "ES2022"];
    const given = [compiler, ...strict, "--types", "node", "--pretty", "false", "slips.mts"];
    const { output } = await runProgram(process.execPath, given, { folder: own });
    const [, ...said] = output.trimEnd().split(/^slips\.mts\((\d+),\d+\): error TS\d+: /m);
    const expected = compilerErrors.flatMap((row, index) => [`${index + 2}`, messageOf(version, row)]);
    expect(said.map((text) => text.trimEnd())).toEqual(expected);
  });
});

describe("installed by pnpm", () => {
  it("serves a program from a folder of links", async () => {
    const own = projectFolder("pnpm", "commonjs");
    const pnpm = join(await cachedPackage("pnpm", "pnpm", pnpmVersion), "bin", "pnpm.cjs");
    const given = ["install", "--ignore-scripts", "--prefer-offline", "--reporter=silent"];
    await mustRun("pnpm install", process.execPath, [pnpm, ...given], { folder: own });
    expect(realpathSync(join(own, "node_modules", "pulumi-outreach"))).toContain(".pnpm");
    await expectToWork(own, "pnpm");
  });
});
