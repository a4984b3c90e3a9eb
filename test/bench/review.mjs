// @ts-check
// How long `pulumi-outreach review` takes from a file, including the start of Node.js, and how long its Markdown is.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const mostMilliseconds = 1000;
const longestComment = 65_536;
const command = fileURLToPath(new URL("../../provider/dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "outreach-bench-review-"));

/**
 * The CLI's output of a preview with this many changed campaigns of five steps.
 * @param {number} count
 */
function preview(count) {
  const steps = Array.from({ length: count }, (_, index) => {
    const urn = `urn:pulumi:test::bench::pulumi-nodejs:dynamic/outreach:Campaign::c${index}`;
    /** @param {string} word */
    const side = (word) => ({
      ...{ urn, custom: true, id: String(1000 + index), type: "pulumi-nodejs:dynamic/outreach:Campaign" },
      inputs: {
        ...{ name: `Campaign ${index}`, listIds: [index + 1], linkedinSeatId: 7, active: true },
        steps: [
          { type: "visitProfile", delayAfterLastStep: 2 },
          { type: "invitation", delayAfterLastStep: 1 },
          ...["first", "second", "third"].map((each) => ({
            ...{ type: "message", delayAfterLastStep: 3, messageMode: "same" },
            message: `Hi [FirstName], this is the ${each} ${word} of campaign ${index}. ${"We help teams like yours. ".repeat(20)}`,
          })),
        ],
      },
    });
    const oldState = side("message");
    return { op: "update", urn, oldState: { ...oldState, outputs: oldState.inputs }, newState: side("text") };
  });
  return JSON.stringify({ steps, diagnostics: [], changeSummary: { update: count } }, undefined, 4);
}

try {
  let isMet = true;
  for (const count of [1, 500, 5000]) {
    const [file, html] = [join(folder, "preview.json"), join(folder, "review.html")];
    writeFileSync(file, preview(count));
    const runs = Array.from({ length: 3 }, () => {
      const begun = performance.now();
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, "review", file, "--markdown"], {
        encoding: "utf8",
        cwd: folder,
        maxBuffer: 1024 ** 3,
      });
      if (status !== 3) throw new Error(`the review ended with ${status}: ${stderr}`);
      return { milliseconds: performance.now() - begun, characters: stdout.length };
    });
    const fastest = Math.min(...runs.map(({ milliseconds }) => milliseconds));
    const characters = runs[0]?.characters ?? 0;
    const begun = performance.now();
    spawnSync(process.execPath, [command, "review", file, "--html", html], { cwd: folder, maxBuffer: 1024 ** 3 });
    const page = `${Math.round(performance.now() - begun)} ms with the page of ${Math.round(readFileSync(html).length / 1024)} kB`;
    process.stdout.write(
      `  ${String(count).padStart(5)} changed campaigns: ${Math.round(fastest)} ms, ${characters} characters; ${page}\n`,
    );
    isMet &&= characters <= longestComment && (count > 500 || fastest <= mostMilliseconds);
  }
  process.stdout.write(
    `  500 at most ${mostMilliseconds} ms and ${longestComment} characters: ${isMet ? "met" : "MISSED"}\n`,
  );
  process.exitCode = isMet ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
