import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mustRun } from "../../tools/step.mjs";
import { temporaryFolder } from "../support/folders";
import { bundledForWorker, expectedAnswers, receiverFolder } from "../support/webhook/esModule";

it("receives webhooks from an ES module that needs no other package", async () => {
  const folder = receiverFolder(temporaryFolder());
  const printed = await mustRun("node", process.execPath, ["program.mjs"], { folder });
  expect(JSON.parse(printed)).toEqual(expectedAnswers);
});

it("is at most 30 kB in a Worker, and imports only what Workers have", async () => {
  const folder = receiverFolder(temporaryFolder());
  const entry = join(folder, "entry.mjs");
  writeFileSync(entry, 'export * from "pulumi-outreach/webhook";\n');
  const { code, imports } = await bundledForWorker(entry);
  expect(code.length).toBeGreaterThan(10_000);
  expect(code.length).toBeLessThan(30_000);
  expect([...imports].sort()).toEqual(["node:buffer", "node:crypto"]);
  expect(code).not.toMatch(/createRequire|\brequire\(/);
});
