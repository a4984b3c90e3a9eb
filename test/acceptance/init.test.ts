import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, expectSuccess, runIn } from "../support/acceptance";
import { freePort } from "../support/freePort";
import { outreachCommand } from "../support/outreachCommand";
import { Project, repository } from "../support/project";

// test/stories/init.test.ts installs the packages as a user does, and covers the other paths.
it("a project made by init is previewed against its local service, even if the environment names an account", async () => {
  const other = await startSandbox();
  const [key = ""] = other.accounts.owner.apiKeys;
  // Outside the checkout, because any folder in it would find the checkout's packages.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "outreach-init-")));
  const project = new Project({ folder, env: { OUTREACH_BASE_URL: other.url, OUTREACH_API_KEY: key } });
  onTestFinished(async () => {
    project.remove();
    rmSync(folder, { recursive: true, force: true });
    await other.close();
  });
  const local = async (...words: string[]) => await runIn(project, process.execPath, ["local.mjs", ...words]);

  const made = await outreachCommand(project, ["init", "--name", "fintech"]);
  expectSuccess(made);
  expect(made.stdout).toContain("\n  npm install\n  node local.mjs preview\n");
  const early = await local("preview");
  expectCleanFailure(early);
  expect(early.stderr).toBe("error: the package pulumi-outreach-sandbox is not installed. Run `npm install` first\n");

  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  const config = join(folder, "Pulumi.local.yaml");
  const address = `http://127.0.0.1:${await freePort()}`;
  writeFileSync(config, readFileSync(config, "utf8").replace("http://127.0.0.1:8787", address));
  const previewed = await local("preview");
  expectSuccess(previewed);
  expect(previewed.stdout).toContain("+ 4 to create");
  expect(previewed.text).not.toContain("warning:");
  expect((await other.log()).total).toBe(0);
});
