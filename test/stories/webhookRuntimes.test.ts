import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { otherNode } from "../../tools/otherNode.mjs";
import { mustRun } from "../../tools/step.mjs";
import { cachedPackage } from "../support/cachedPackages";
import { temporaryFolder } from "../support/folders";
import { bun, deno } from "../support/runtimes";
import { bundledForWorker, expectedAnswers, receiverFolder } from "../support/webhook/esModule";

it.each([20, 22, 24])("receives webhooks on Node.js %i", async (major) => {
  const own = Number(process.versions.node.split(".")[0]);
  const node = major === own ? process.execPath : await otherNode(major);
  const folder = receiverFolder(temporaryFolder());
  expect(JSON.parse(await mustRun("node", node, ["program.mjs"], { folder }))).toEqual(expectedAnswers);
});

it.each([
  ["Bun", bun, ["run", "program.mjs"]],
  ["Deno", deno, ["run", "--allow-read", "--allow-env", "program.mjs"]],
] as const)("receives webhooks on %s", async (name, program, given) => {
  const folder = receiverFolder(temporaryFolder());
  const path = await program();
  expect(JSON.parse(await mustRun(name, path, [...given], { folder }))).toEqual(expectedAnswers);
});

it("receives webhooks in a Worker", async () => {
  const folder = receiverFolder(temporaryFolder());
  const { code } = await bundledForWorker(join(folder, "worker.mjs"));
  writeFileSync(join(folder, "bundled.mjs"), code);
  const miniflare = await cachedPackage("miniflare", "miniflare", "4.20260730.0");
  const entry = pathToFileURL(join(miniflare, "dist", "src", "index.js")).href;
  writeFileSync(
    join(folder, "run.mjs"),
    `import miniflare from ${JSON.stringify(entry)};
const { Miniflare } = miniflare;
const worker = new Miniflare({
  modules: true, scriptPath: "bundled.mjs", compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"],
});
try {
  console.log(await (await worker.dispatchFetch("http://localhost/")).text());
} finally {
  await worker.dispose();
}
`,
  );
  const printed = await mustRun("miniflare", await otherNode(22), ["run.mjs"], { folder });
  expect(JSON.parse(printed)).toEqual(expectedAnswers);
});
