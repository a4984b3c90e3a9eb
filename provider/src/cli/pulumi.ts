import { execFile } from "node:child_process";
import { safeText } from "../api/redact";
import { Refusal } from "../lifecycle/refusal";

/** The outcome and the output of a run of the Pulumi CLI. */
export interface PulumiRun {
  readonly outcome: "fine" | "failed" | "missing";
  readonly output: string;
  readonly errors: string;
}

/** Maximum bytes of output. Previews are long, because they contain the texts of all campaigns. */
const largestOutput = 1024 ** 3;

/**
 * Runs the Pulumi CLI and waits for its exit.
 *
 * @param options `timeout`: milliseconds after which the run fails; `cwd`: by default the working folder
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

/** Known messages of the CLI, with a reason and advice. Other messages are quoted. */
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

/** Describes what to read from a stack, for messages. */
export interface StackReading {
  /** `config`, `state` */
  readonly what: string;
  /** Undefined: the selected one. */
  readonly stack: string | undefined;
  /** The CLI's command: `pulumi config`. */
  readonly command: string;
  /** An alternative for the user, as the end of a sentence. */
  readonly instead: string;
}

/** Reads a part of a stack with the Pulumi CLI. Throws a Refusal with the reason and advice. */
export async function readFromStack(words: readonly string[], reading: StackReading, cwd?: string): Promise<string> {
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
