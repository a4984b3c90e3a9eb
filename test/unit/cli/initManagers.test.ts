import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { InitStage } from "../../support/initStage";

const stage = new InitStage();

const managers = [
  ["npm", "package-lock.json", "npm install", "npm install", "npm install --save-dev"],
  ["npm", "npm-shrinkwrap.json", "npm install", "npm install", "npm install --save-dev"],
  ["pnpm", "pnpm-lock.yaml", "pnpm install", "pnpm add", "pnpm add --save-dev"],
  ["yarn", "yarn.lock", "yarn install", "yarn add", "yarn add --dev"],
  ["bun", "bun.lock", "bun install", "bun add", "bun add --dev"],
  ["bun", "bun.lockb", "bun install", "bun add", "bun add --dev"],
] as const;

describe("init beside a package manager's lock file", () => {
  it.each(managers)("prints the commands of %s: %s", async (_name, lockFile, install, add, addForDevelopment) => {
    stage.write({ [lockFile]: "", "package.json": "{}" });
    const { stdout } = await stage.init();
    expect(stdout).toMatch(new RegExp(`^  package\\.json: \`${add} @pulumi/pulumi\\S* pulumi-outreach`, "m"));
    expect(stdout).toContain(`\n  package.json: \`${addForDevelopment} pulumi-outreach-sandbox@1\`\n`);
    expect(stdout).toContain(`\n  ${install}\n  node local.mjs preview\n`);
    expect(stage.contents()["README.md"]).toContain(`\`\`\`sh\n${install}\nnode local.mjs preview `);
    expect((await stage.made()).next.slice(-2)).toEqual([install, "node local.mjs preview"]);
  });

  it("uses a workspace's lock file at the top of the repository", async () => {
    stage.write({ ".git/HEAD": "", "pnpm-lock.yaml": "", "packages/readme.md": "" });
    stage.folder = join(stage.folder, "packages", "outreach");
    expect((await stage.init()).stdout).toContain("\n  pnpm install\n");
  });

  it("does not look outside the repository", async () => {
    writeFileSync(join(stage.scratch, "yarn.lock"), "");
    stage.write({ ".git/HEAD": "" });
    expect((await stage.init()).stdout).toContain("\n  npm install\n");
  });

  it("prints what to change in the workflows, which install with npm", async () => {
    stage.write({ "yarn.lock": "" });
    expect((await stage.init(["--workflow", "github"])).stdout).toContain(
      "Replace `npm ci` in them by `yarn install --frozen-lockfile`, and let them install yarn.",
    );
    stage.folder = join(stage.scratch, "other");
    expect((await stage.init(["--workflow", "github"])).stdout).not.toContain("npm ci");
  });
});

/** A program with this name on the PATH, for one test. */
function onPath(name: string, script: string): string {
  const folder = join(stage.scratch, "bin");
  mkdirSync(folder);
  const file = join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${script}`);
  chmodSync(file, 0o755);
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

describe("init --preview", () => {
  it.each(["pnpm", "yarn", "bun"])("installs with %s", async (name) => {
    const lockFile = { pnpm: "pnpm-lock.yaml", yarn: "yarn.lock", bun: "bun.lock" }[name] ?? "";
    stage.write({ [lockFile]: "" });
    onPath(name, "console.log(process.argv.slice(2).join()); process.exit(1);");
    const { code, stderr } = await stage.init(["--preview"]);
    expect([code, stderr]).toEqual([
      1,
      `error: the project is written, and \`${name} install\` failed in its folder:\ninstall\n`,
    ]);
  });

  it("ends the installation if it is interrupted, and says how to continue", async () => {
    const begun = join(stage.scratch, "begun");
    onPath(
      "npm",
      `require("node:fs").writeFileSync(${JSON.stringify(begun)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const interrupt = new AbortController();
    const printed = stage.init(["--preview"], { interrupt: interrupt.signal });
    await vi.waitUntil(() => existsSync(begun) && readFileSync(begun, "utf8") !== "", { timeout: 20_000 });
    interrupt.abort();
    const { stdout, stderr } = await printed;
    expect(stdout).toBe("");
    expect(() => process.kill(Number(readFileSync(begun, "utf8")), 0)).toThrow("ESRCH");
    expect(stderr).toBe(
      "Interrupted: `npm install --no-audit --no-fund` was ended. The project is written. Go on in its folder with:\n  npm install\n  node local.mjs preview\n",
    );
  });
});
