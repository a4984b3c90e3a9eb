import { safeText } from "../../api/redact";
import { type RehearsedProject, stacksWithConfig } from "../../rehearse/run/project";
import { UsageError } from "../command";
import { runPulumi } from "../pulumi";

/** The stack whose config a rehearsal uses. */
export interface ChosenStack {
  readonly stack: string;
  readonly hasConfig: boolean;
}

/** The name of a stack that exists nowhere else, for a project without any. */
const nameless = "rehearsal";

/**
 * The named stack, else the only one that has a config file, else the selected one. Throws a UsageError if that is none.
 */
export async function stackToRehearse(project: RehearsedProject, named: string | undefined): Promise<ChosenStack> {
  const stacks = await stacksWithConfig(project);
  // An organization and a project may be in front of the name, as the CLI takes it.
  const asked = named?.split("/").at(-1);
  if (asked !== undefined) {
    if (!/^[\w.-]{1,100}$/.test(asked)) throw new UsageError("--stack takes the name of a stack");
    if (stacks.includes(asked)) return { stack: asked, hasConfig: true };
    if (stacks.length === 0) return { stack: asked, hasConfig: false };
    throw new UsageError(
      `stack ${safeText(asked, 80)} has no config file (Pulumi.${safeText(asked, 80)}.yaml) in this project; those with one are ${listed(stacks)}`,
    );
  }
  const [only, ...more] = stacks;
  if (only === undefined) return { stack: nameless, hasConfig: false };
  if (more.length === 0) return { stack: only, hasConfig: true };
  const selected = await selectedStack(project.folder);
  if (selected !== undefined && stacks.includes(selected)) return { stack: selected, hasConfig: true };
  throw new UsageError(`name a stack with --stack: ${listed(stacks)}`);
}

const listed = (stacks: readonly string[]) =>
  stacks
    .slice(0, 20)
    .map((stack) => safeText(stack, 80))
    .join(", ");

/** Milliseconds. The backend may be on another machine. */
const longestAnswer = 15_000;

/** Undefined if none is selected, or if the CLI cannot tell. */
async function selectedStack(folder: string): Promise<string | undefined> {
  const words = ["stack", "--show-name", "--non-interactive"];
  const { outcome, output } = await runPulumi(words, { cwd: folder, timeout: longestAnswer });
  return outcome === "fine" ? output.trim().split("/").at(-1) : undefined;
}
