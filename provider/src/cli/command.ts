import type { z } from "zod";
import type { Account } from "../api/account";
import type { Clock } from "../api/clock";
import type { JsonDocument, Terminal } from "./terminal/terminal";

/** The command's name. It equals the package's name, so that `npx` fetches no other program. */
export const programName = "pulumi-outreach";

/** 0 success, 1 failure, 2 wrong usage, 3 a person must check (only `check`, `review`, `verify`, `people --fail-on`). */
export type ExitCode = 0 | 1 | 2 | 3;

/** How the help shows an option or an argument. */
export interface Described {
  /** `--all`, `--stack <name>`, `-m, --map <file>`; an argument is `<file>`, `[file]` or `<files...>`. A shell completes `<file>` and `<folder>`. */
  readonly usage: string;
  readonly description: string;
  /** The accepted words, if only these are accepted. */
  readonly choices?: readonly string[];
}

/** An option or an argument of a command. */
export interface CommandInput extends Described {
  /** Its name in the input of the command: `mapFile` for `--map-file <file>`, `files` for `<files...>`. */
  readonly key: string;
}

/** Descriptions of input schemas. With a zod registry, the bundler would move zod out of the file that the help loads. */
const descriptions = new WeakMap<z.ZodType, Described>();

/** Describes the schema of an option or an argument. Each call needs a separate schema. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  usage: string,
  description: string,
  choices?: readonly string[],
): Schema {
  descriptions.set(schema, { usage, description, choices });
  return schema;
}

/** An option that every command has. */
export const jsonOption: CommandInput = { key: "json", usage: "--json", description: "print one JSON document" };

/** Which account a command opens. */
export interface AccountOptions {
  /** Take the settings that the environment lacks from the config of this stack. */
  readonly stack?: string;
  /** The stack's settings that a preview shows, used where neither the environment nor `stack` has a setting. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Act for this member: an id or an e-mail address. Default: the member in the settings. */
  readonly as?: string;
  /** Act as the user of the key, whichever member the settings name. */
  readonly asKeyOwner?: boolean;
  /** Limits how long a request waits for the request limit and for retries, if the settings allow more. */
  readonly patienceSeconds?: number;
}

/** The environment in which a command runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** True if the result is one JSON document. */
  readonly json: boolean;
  /** The version of this package. */
  readonly version: string;
  readonly clock: Clock;
  /** The time zone for printed times: the machine's, as set by `TZ`. */
  readonly timeZone: string;
  /** Aborted when the command must end, for example on Ctrl-C. */
  readonly interrupted: AbortSignal;
  /**
   * Opens the account that the settings configure. It is closed when the command ends. Throws a Refusal that names what
   * is missing.
   */
  openAccount(options: AccountOptions): Promise<Account>;
  /** Opens an account with the same service and key that acts for another member. Closed when the command ends. */
  openMember(account: Account, userId: string): Promise<Account>;
  /** Registers a cleanup for when a signal ends the command. The process then exits and prints nothing more. */
  onInterrupt(work: () => Promise<void>): void;
}

/** A command's definition, used by the help, by completion, and to validate its options and arguments. */
export interface CommandDefinition<Input = unknown> {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** A longer text than the summary, for this command's help. */
  readonly description?: string;
  /**
   * Its described arguments and options, in the order of the help. Every command also has `--json` and `--help`.
   * A validation message continues the option's name: `takes a number from 1 to 50`.
   */
  readonly input: z.ZodType<Input> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** Complete command lines, each with a description. */
  readonly examples: readonly (readonly [line: string, what: string])[];
}

/** The result of a command. */
export interface Report {
  /** The document to print with `--json`. */
  readonly document: JsonDocument;
  /** Prints the result for people. */
  readonly show: (terminal: Terminal) => void;
  /** Printed first, with and without `--json`. */
  readonly warnings?: readonly string[];
  /** Default: 0. */
  readonly code?: ExitCode;
}

/**
 * Runs a command. Returns the result to print, or the exit code if it has already printed everything. A thrown Refusal or
 * ServiceError is printed with exit code 1, a UsageError with exit code 2.
 */
export type Work<Input> = (input: Input, context: CommandContext) => Promise<Report | ExitCode>;

/** A command. */
export interface Command extends Omit<CommandDefinition, "input"> {
  readonly arguments: readonly CommandInput[];
  readonly options: readonly CommandInput[];
  /** Validates the command line's values and runs the command. */
  start(given: Readonly<Record<string, unknown>>, context: CommandContext): Promise<ExitCode>;
}

/** An error in the command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Makes a command from its definition and its work.
 *
 * @param load loads the work with `import()`, because help and completion do not need it
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

/** Prints a command's result and returns its exit code. */
export function printed({ document, show, warnings = [], code = 0 }: Report, context: CommandContext): ExitCode {
  const { terminal, json } = context;
  for (const warning of warnings) terminal.warn(warning);
  if (json) terminal.printJson(document);
  else show(terminal);
  return code;
}
