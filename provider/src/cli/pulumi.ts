import { execFile } from "node:child_process";

/** What the Pulumi CLI printed, and whether it did what it was asked for. */
export interface PulumiRun {
  readonly outcome: "fine" | "failed" | "missing";
  readonly output: string;
  readonly errors: string;
}

/** More is printed by no command: previews hold every text of every campaign. */
const largestOutput = 1024 ** 3;

/**
 * Runs the Pulumi CLI to its end, without questions.
 *
 * @param options `timeout` in milliseconds, after which it counts as failed; `cwd`: by default the working folder
 */
export async function runPulumi(
  words: readonly string[],
  options: { readonly cwd?: string; readonly timeout?: number } = {},
): Promise<PulumiRun> {
  return await new Promise((resolve) => {
    execFile("pulumi", words, { ...options, maxBuffer: largestOutput }, (error, output, errors) => {
      const outcome = error === null ? "fine" : error.code === "ENOENT" ? "missing" : "failed";
      resolve({ outcome, output, errors });
    });
  });
}
