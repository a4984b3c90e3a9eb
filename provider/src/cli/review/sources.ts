import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import type { Input } from "../../review/input/document";
import { type Plan, stackKey } from "../../review/input/plan";
import { readPlan, readStates } from "../../review/input/read";
import { UsageError } from "../command";
import type { ReviewInput } from "../commands/review";
import { causeOf } from "../files";
import { runPulumi } from "../pulumi";
import type { Terminal } from "../terminal/terminal";

/** Reads the plans to review from the sources that the command line names. */
export async function readPlans(input: ReviewInput, terminal: Terminal): Promise<Plan[]> {
  const { files, stack, before, after } = input;
  if (before !== undefined && after !== undefined) return [readStates(await fileInput(before), await fileInput(after))];
  if (files.length === 0 && stack !== undefined) return [await preview(stack, terminal)];
  if (files.length === 0 && process.stdin.isTTY === true) {
    throw new UsageError("name a file with the output of `pulumi preview --json`, or a stack with --stack");
  }
  const plans: Plan[] = [];
  for (const file of files.length === 0 ? ["-"] : files) {
    plans.push(
      readPlan(file === "-" ? { source: "standard input", text: await text(process.stdin) } : await fileInput(file)),
    );
  }
  assertTogether(plans, files);
  return plans;
}

/** A file's content. Throws a Refusal if it cannot be read. */
export async function fileInput(file: string): Promise<Input> {
  try {
    return { source: file, text: await readFile(file, "utf8") };
  } catch (error) {
    throw new Refusal(`could not read ${safeText(file, 200)}: ${causeOf(error)}.`);
  }
}

function assertTogether(plans: readonly Plan[], files: readonly string[]): void {
  const [first] = plans;
  const other = plans.findIndex(({ about }) => about !== first?.about);
  if (other > 0) {
    throw new UsageError(
      `${files[0]} and ${files[other]} are not of one kind: review previews, updates and refreshes apart`,
    );
  }
  const names = plans.map(stackKey);
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice > 0) {
    throw new UsageError(
      `${files[names.indexOf(names[twice] ?? "")]} and ${files[twice]} are both of stack ${safeText(names[twice] ?? "", 120)}`,
    );
  }
}

async function preview(stack: string, terminal: Terminal): Promise<Plan> {
  const words = ["preview", "--refresh", "--json", "--show-sames", "--non-interactive", "--stack", stack];
  return await terminal.during(`Previewing stack ${safeText(stack, 80)}`, async () => {
    const { outcome, output, errors } = await runPulumi(words);
    const said = safeText(errors.replace(/^error: /, ""), 300);
    const problem =
      outcome === "missing" ? "the Pulumi CLI (pulumi) is not on the PATH. Install it, or review a file." : said;
    // A preview that stopped at an error has printed its steps until then.
    if (output.trimStart().startsWith("{")) {
      const plan = readPlan({ source: `the preview of stack ${stack}`, text: output });
      if (outcome === "fine" || plan.isStopped) return plan;
      const error = { severity: "error", text: problem || "`pulumi preview` failed without a message" } as const;
      return { ...plan, isStopped: true, diagnostics: [...plan.diagnostics, error] };
    }
    throw new Refusal(`could not preview stack ${safeText(stack, 80)}: ${problem || "the Pulumi CLI printed nothing"}`);
  });
}
