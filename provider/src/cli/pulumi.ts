import { execFile } from "node:child_process";
import { safeText } from "../api/redact";
import { Refusal } from "../lifecycle/refusal";

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

/** Known messages of the CLI, and what to do. Anything else is quoted. */
const reasons: readonly [RegExp, string, string][] = [
  [/no stack selected/i, "no stack is selected", "Name one with --stack, select one with `pulumi stack select`"],
  [/no stack named/i, "the stack does not exist", "`pulumi stack ls` lists the stacks; name one of them with --stack"],
  [
    /no Pulumi\.yaml|no Pulumi project/i,
    "there is no Pulumi.yaml in this folder or above it",
    "Change to the folder of the program",
  ],
  [
    /passphrase/i,
    "its secrets need a passphrase, and the one in the environment is missing or wrong",
    "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE",
  ],
  [/PULUMI_ACCESS_TOKEN|pulumi login/i, "the Pulumi CLI is not logged in", "Run `pulumi login`"],
];

/** What of a stack is read. */
export interface StackReading {
  /** `config`, `state` */
  readonly what: string;
  /** Undefined: the selected one. */
  readonly stack: string | undefined;
  /** The command of the CLI: `pulumi config`. */
  readonly command: string;
  /** Another way to the same end; continues a sentence. */
  readonly instead: string;
}

/** Reads something of a stack by the Pulumi CLI. Throws a Refusal that says why it could not, and what to do. */
export async function readOfStack(words: readonly string[], reading: StackReading, cwd?: string): Promise<string> {
  const { stack } = reading;
  const ofStack = stack === undefined ? [] : ["--stack", stack];
  const run = await runPulumi([...words, "--non-interactive", ...ofStack], { cwd });
  if (run.outcome === "fine") return run.output;
  throw stackFailure(reading, run);
}

function stackFailure({ what, stack, command, instead }: StackReading, run: PulumiRun): Refusal {
  const which = stack === undefined ? "the selected stack" : `stack ${safeText(stack, 80)}`;
  const attempt = `could not read the ${what} of ${which}`;
  if (run.outcome === "missing") {
    return new Refusal(`${attempt}: the Pulumi CLI (pulumi) is not on the PATH.`, `Install it, ${instead}.`);
  }
  for (const [pattern, reason, advice] of reasons) {
    if (pattern.test(run.errors)) return new Refusal(`${attempt}: ${reason}.`, `${advice}, ${instead}.`);
  }
  const said = safeText(run.errors.replace(/^error: /, ""), 300);
  return new Refusal(`${attempt}: \`${command}\` failed${said === "" ? "" : `: ${said}`}`, `Correct this, ${instead}.`);
}
