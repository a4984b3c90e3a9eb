import type { z } from "zod";
import type { Account } from "../api/account";
import type { Clock } from "../api/clock";
import type { JsonDocument, Terminal } from "./terminal/terminal";

/** The name of the command, which is the name of its package, so that `npx` fetches no other program. */
export const programName = "pulumi-outreach";

/** 0 fine, 1 failed, 2 used wrongly, 3 a person has to look (only `check`, `review`, `verify`, and `people` with `--fail-on`). */
export type ExitCode = 0 | 1 | 2 | 3;

/** How the help shows an option or an argument. */
export interface Described {
  /** `--all`, `--stack <name>`, `-m, --map <file>`; an argument is `<file>`, `[file]` or `<files...>`. A shell completes `<file>` and `<folder>`. */
  readonly usage: string;
  readonly description: string;
  /** The words that it takes, if it takes only these. */
  readonly choices?: readonly string[];
}

/** An option or an argument of a command. */
export interface CommandInput extends Described {
  /** Its name in the input of the command: `mapFile` for `--map-file <file>`, `files` for `<files...>`. */
  readonly key: string;
}

/** The descriptions of the parts of inputs. A registry of zod would have the bundler move zod out of the file of the help. */
const descriptions = new WeakMap<z.ZodType, Described>();

/** A part of the input of a command: validates an option or an argument, and describes it. Each call needs a schema of its own. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  usage: string,
  description: string,
  choices?: readonly string[],
): Schema {
  descriptions.set(schema, { usage, description, choices });
  return schema;
}

/** Every command has it. */
export const jsonOption: CommandInput = { key: "json", usage: "--json", description: "print one JSON document" };

/** Which account a command asks. */
export interface AccountOptions {
  /** Take the settings that the environment lacks from the config of this stack. */
  readonly stack?: string;
  /** The settings of the stack as a preview shows them, for those that neither the environment nor `stack` gives. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Act for this member: an id or an e-mail address. Default: the member in the settings. */
  readonly as?: string;
  /** Act as the user of the key, whichever member the settings name. */
  readonly asKeyOwner?: boolean;
  /** The longest that a request waits for the limit and for further attempts, if the settings allow it longer. */
  readonly patienceSeconds?: number;
}

/** What a command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** True if the result is one JSON document. */
  readonly json: boolean;
  /** The version of this package. */
  readonly version: string;
  readonly clock: Clock;
  /** The time zone of the times that people read: that of the machine, as `TZ` sets it. */
  readonly timeZone: string;
  /** Aborted when the command is to end, by Ctrl-C for example. */
  readonly interrupted: AbortSignal;
  /**
   * The account that the settings name; closed when the command ends. Throws a Refusal that names what is missing.
   */
  openAccount(options: AccountOptions): Promise<Account>;
  /** The same service and key as an opened account, acting for another member. Closed when the command ends. */
  openMember(account: Account, userId: string): Promise<Account>;
  /** Has this done if a signal ends the command: the process ends after it, and prints nothing more. */
  onInterrupt(work: () => Promise<void>): void;
}

/** What the help and the completion know of a command, and what its options and arguments may be. */
export interface CommandDefinition<Input = unknown> {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** More than the summary, for the help of this command. */
  readonly description?: string;
  /**
   * Its arguments and options, each described, in the order of the help. Every command also has `--json` and `--help`.
   * Messages of broken rules continue the name: `takes a number from 1 to 50`.
   */
  readonly input: z.ZodType<Input> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** Whole command lines with what they do. */
  readonly examples: readonly (readonly [line: string, what: string])[];
}

/** What a command has found out. */
export interface Report {
  /** What it prints with `--json`. */
  readonly document: JsonDocument;
  /** Prints the same for a person. */
  readonly show: (terminal: Terminal) => void;
  /** Printed first, with and without `--json`. */
  readonly warnings?: readonly string[];
  /** Default: 0. */
  readonly code?: ExitCode;
}

/**
 * Does what a command is for. Returns what to print, or the exit code if it has printed everything itself. A Refusal or a
 * ServiceError that it throws is printed, with exit code 1; a UsageError with exit code 2.
 */
export type Work<Input> = (input: Input, context: CommandContext) => Promise<Report | ExitCode>;

/** A command. */
export interface Command extends Omit<CommandDefinition, "input"> {
  readonly arguments: readonly CommandInput[];
  readonly options: readonly CommandInput[];
  /** Validates what the command line holds, and runs. */
  start(given: Readonly<Record<string, unknown>>, context: CommandContext): Promise<ExitCode>;
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Makes a command of its definition and its work.
 *
 * @param load loads the work by `import()`: help and completion need none of it
 */
export function command<Input>(
  { input, ...shown }: CommandDefinition<Input>,
  load: () => Promise<Work<Input>>,
): Command {
  const inputs = Object.entries(input.shape).map(([key, schema]): CommandInput => {
    const described = descriptions.get(schema);
    if (described === undefined) throw new Error(`${shown.name}: ${key} has no description`);
    return { key, ...described };
  });
  const isOption = ({ usage }: CommandInput) => usage.startsWith("-");
  return {
    ...shown,
    arguments: inputs.filter((each) => !isOption(each)),
    options: inputs.filter(isOption),
    start: async (given, context) => {
      const parsed = input.safeParse(given);
      if (!parsed.success) {
        const named = (name: unknown) => inputs.find(({ key }) => key === name)?.usage ?? String(name);
        const problems = parsed.error.issues.map(({ path, message }) => `${named(path[0])} ${message}`);
        throw new UsageError([...new Set(problems)].join("\n"));
      }
      const work = await load();
      const done = await work(parsed.data, context);
      return typeof done === "number" ? done : printed(done, context);
    },
  };
}

/** Prints what a command has found out, and returns its exit code. */
export function printed({ document, show, warnings = [], code = 0 }: Report, context: CommandContext): ExitCode {
  const { terminal, json } = context;
  for (const warning of warnings) terminal.warn(warning);
  if (json) terminal.printJson(document);
  else show(terminal);
  return code;
}
