import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { npmCommand } from "../../tools/npm.mjs";
import { otherNode } from "../../tools/otherNode.mjs";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { mustRun } from "../../tools/step.mjs";
import { expectSuccess } from "../support/acceptance";
import { cachedPackage } from "../support/cachedPackages";
import { type PackedPackages, packBoth } from "../support/packed";
import { Project, repository } from "../support/project";
import { bun } from "../support/runtimes";

/** Each package manager with a setting that refuses packages for another Node.js. */
const managers = {
  npm: async () => {
    const { path, programArguments } = npmCommand(["install", "--ignore-scripts", "--prefer-offline"]);
    return [path, ...programArguments];
  },
  pnpm: async () => [
    process.execPath,
    join(await cachedPackage("pnpm", "pnpm", "10.34.9"), "bin", "pnpm.cjs"),
    ...["install", "--ignore-scripts", "--prefer-offline", "--reporter=append-only"],
  ],
  yarn: async () => [
    process.execPath,
    join(await cachedPackage("yarn", "yarn", "1.22.22"), "bin", "yarn.js"),
    ...["install", "--ignore-scripts", "--non-interactive"],
  ],
  bun: async () => [await bun(), "install", "--ignore-scripts"],
} as const;
type Manager = keyof typeof managers;

/** The oldest supported SDK, and the newest, which needs Node.js 22. */
const sdks = { 20: "3.216.0", 22: "3.270.0", 24: "3.270.0" } as const;

/** A program for both module systems, with every entry that has types. */
const typed = `import * as outreach from "pulumi-outreach";
import { declared } from "pulumi-outreach/testing";
import { verifyWebhook } from "pulumi-outreach/webhook";
import { startSandbox } from "pulumi-outreach-sandbox";
export const list = new outreach.List("leads", { name: "Leads" });
export const service: Promise<{ url: string }> = startSandbox();
export const entries: readonly unknown[] = [declared, verifyWebhook];
// Without its types, a package would be \`any\`, and the mistakes would not be errors.
// @ts-expect-error no such argument
new outreach.List("slip", { name: "A", nmae: "A" });
// @ts-expect-error no such option
void startSandbox({ prot: 0 });
`;

/** Errors of TypeScript 5.9 in these programs and in our declarations, without those in other packages. */
async function typeErrors(folder: string, node: string): Promise<string[]> {
  const files = ["typed.mts", "typed.cts"];
  for (const file of files) writeFileSync(join(folder, file), typed);
  const compiler = join(await cachedPackage("typescript", "typescript", "5.9.3"), "bin", "tsc");
  const strict = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--skipLibCheck",
    "false",
    "--pretty",
    "false",
  ];
  const modules = ["--module", "nodenext", "--target", "ES2022", "--listFiles"];
  const { output } = await runProgram(node, [compiler, ...strict, ...modules, ...files], { folder });
  const lines = output.split(/\r?\n/);
  for (const name of ["pulumi-outreach", "pulumi-outreach-sandbox"]) {
    expect(lines.filter((line) => line.endsWith(`/${name}/dist/index.d.ts`))).toHaveLength(1);
  }
  const isOurs = (line: string) => /^typed\.|node_modules\/pulumi-outreach(-sandbox)?\//.test(line);
  return lines.filter((line) => /error TS/.test(line) && isOurs(line));
}

const cells = Object.keys(managers).flatMap((manager) =>
  ([20, 22, 24] as const).map((major) => ({ manager: manager as Manager, major, sdk: sdks[major] })),
);

/** Outside the checkout, so that no parent folder has files that an archive lacks. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "outreach-installed-")));
let packed: PackedPackages;
beforeAll(async () => {
  packed = await packBoth(scratch);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** The first program of the README. */
function readmeProgram(): string {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(repository, "README.md"), "utf8")) ?? [];
  if (program === undefined) throw new Error("the README shows no program");
  return program;
}

/** The address and a key that the installed command prints. */
async function startInstalled(folder: string, node: string): Promise<Record<string, string>> {
  const command = join(folder, "node_modules", "pulumi-outreach-sandbox", "bin", "pulumi-outreach-sandbox.js");
  const child = spawn(node, [command, "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  const settings: Record<string, string> = {};
  for await (const line of createInterface(child.stdout)) {
    const [, name, value] = /export (\w+)=(\S+)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) settings[name] = value;
    if (settings.OUTREACH_BASE_URL !== undefined && settings.OUTREACH_API_KEY !== undefined) break;
  }
  return settings;
}

it.each(cells)(
  "both packages install by $manager on Node.js $major, and run the README's program with SDK $sdk",
  async (cell) => {
    const { manager, major, sdk } = cell;
    const own = Number(process.versions.node.split(".")[0]);
    const node = major === own ? process.execPath : await otherNode(major);
    const folder = join(scratch, `${manager}-${major}`);
    mkdirSync(folder);
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({
        ...{ name: "installed", version: "1.0.0", private: true, type: "module", main: "index.js" },
        dependencies: {
          "pulumi-outreach": `file:${packed.provider}`,
          "pulumi-outreach-sandbox": `file:${packed.sandbox}`,
          "@pulumi/pulumi": sdk,
        },
      }),
    );
    writeFileSync(join(folder, ".npmrc"), "engine-strict=true\n");
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      "name: installed\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    );
    writeFileSync(join(folder, "index.js"), readmeProgram());
    const [path = "", ...given] = (await managers[manager]()).map((word) => (word === process.execPath ? node : word));
    const environment = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
    const { code, output, errorOutput } = await runProgram(path, given, { folder, environment });
    expect(code, `${output}${errorOutput}`).toBe(0);
    // The SDK's dependencies may have peer conflicts among themselves; our packages may not be part of one.
    expect(
      `${output}${errorOutput}`.split("\n").filter((line) => /peer.*pulumi-outreach|[├└]─.*pulumi-outreach/.test(line)),
    ).toEqual([]);

    // The sandbox also loads with both module systems.
    const load =
      'import("pulumi-outreach-sandbox").then((it) => console.log(typeof it.startSandbox, typeof require("pulumi-outreach-sandbox").startSandbox))';
    expect(await mustRun("node", node, ["-e", load], { folder })).toBe("function function\n");
    expect(await typeErrors(folder, node)).toEqual([]);

    const project = await new Project({
      folder,
      env: { ...(await startInstalled(folder, node)), PATH: environment.PATH },
    }).init();
    try {
      expectSuccess(await project.up());
      const { resources } = await project.state();
      const types = resources.flatMap(({ type, id }) =>
        id !== undefined && /^\d+$/.test(id) ? [type.split(":").at(-1)] : [],
      );
      expect(types.sort()).toEqual(["Campaign", "List", "SourceAgent"]);
      const again = await project.preview();
      expect(again.changeSummary).toEqual({ same: 4 });
    } finally {
      project.remove();
    }
  },
);
