import type { z } from "zod";
import type { Account } from "../api/account";
import type { Clock } from "../api/clock";
import type { Terminal } from "./terminal/terminal";

/** 0 fine, 1 failed, 2 used wrongly, 3 a person has to look (only `review`, `verify`, and `people` with `--fail-on`). */
export type ExitCode = 0 | 1 | 2 | 3;

/** An option of a command. */
export interface CommandOption {
  /** As the help shows it: `--all`, `--stack <name>`, `-m, --map <file>`. A shell completes `<file>` and `<folder>`. */
  readonly flags: string;
  readonly description: string;
  /** The words that the option takes, if it takes only these. */
  readonly choices?: readonly string[];
}

/** Every command has it. */
export const jsonOption: CommandOption = { flags: "--json", description: "print one JSON document" };

/** What a command takes without an option before it. */
export interface CommandArgument {
  /** `<file>` is required, `[file]` is not, `<files...>` takes several. */
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[];
}

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

/** A command. `Input` is what its options and arguments are after they were validated. */
export interface CommandDefinition<Input> {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** More than the summary, for the help of this command. */
  readonly description?: string;
  readonly arguments?: readonly CommandArgument[];
  /** Every command also has `--json` and `--help`. */
  readonly options?: readonly CommandOption[];
  /** Whole command lines with what they do. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /**
   * Validates options and arguments by their names in camel case (`--map-file` is `mapFile`, `<files...>` is `files`).
   * Messages of broken rules continue the name: `takes a number from 1 to 50`.
   */
  readonly input: z.ZodType<Input, unknown>;
  /**
   * Prints the result and returns the exit code. A Refusal or a ServiceError that it throws is printed, with exit code 1;
   * a UsageError with exit code 2. Loads what is large by `import()`.
   */
  run(input: Input, context: CommandContext): Promise<ExitCode>;
}

/** A command whose input is not known to those who list commands. */
export interface Command extends Omit<CommandDefinition<unknown>, "input" | "run"> {
  /** Validates what the command line holds, and runs. */
  start(given: Readonly<Record<string, unknown>>, context: CommandContext): Promise<ExitCode>;
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Makes a command of its definition. */
export function defineCommand<Input>(definition: CommandDefinition<Input>): Command {
  const { input, run, ...shown } = definition;
  return {
    ...shown,
    start: async (given, context) => {
      const parsed = input.safeParse(given);
      if (parsed.success) return await run(parsed.data, context);
      const problems = parsed.error.issues.map(({ path, message }) => `${named(definition, path[0])} ${message}`);
      throw new UsageError([...new Set(problems)].join("\n"));
    },
  };
}

/** The option or argument as the help shows it. */
function named({ options = [], arguments: all = [] }: Pick<Command, "options" | "arguments">, key: unknown): string {
  const flags = options.map((option) => option.flags).find((each) => keyOf(each) === key);
  const argument = all.map(({ name }) => name).find((each) => keyOf(each) === key);
  return flags ?? argument ?? String(key);
}

/** The name of an option or an argument in the input: `mapFile` for `--map-file <file>`. */
export function keyOf(flagsOrName: string): string {
  const word = /--([\w-]+)/.exec(flagsOrName)?.[1] ?? flagsOrName.replace(/[^\w-]/g, "");
  return word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
