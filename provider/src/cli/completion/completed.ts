import { type Command, type Described, jsonOption } from "../command";

/** How a shell completes a value: with words, with file names, or not at all. */
export type Values = { readonly words: readonly string[] } | "files" | "unknown";

/** An option, as completion scripts need it. */
export interface CompletedOption {
  /** `s` for `-s`. */
  readonly short: string | undefined;
  /** `stack` for `--stack`. */
  readonly long: string;
  readonly description: string;
  /** Undefined if the option takes no value. */
  readonly values: Values | undefined;
}

/** A command, as completion scripts need it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The values of its arguments, which are all of one type. Undefined if it takes no arguments. */
  readonly values: Values | undefined;
}

const help: Described = { usage: "-h, --help", description: "print help" };
const version: Described = { usage: "-V, --version", description: "print the version" };

/** The options that may precede a command. */
export const ownOptions: readonly CompletedOption[] = [version, help].map(completedOption);

/** The commands with their options and values, for completion scripts. */
export function completionCommands(commands: readonly Command[]): CompletedCommand[] {
  return commands.map(({ name, summary, options, arguments: [first] }) => {
    return {
      ...{ name, summary },
      options: [...options, jsonOption, help].map(completedOption),
      values: first === undefined ? undefined : valueCompletion(first.usage, first.choices),
    };
  });
}

function completedOption({ usage, description, choices }: Described): CompletedOption {
  const value = /[<[][^\]>]+[\]>]/.exec(usage)?.[0];
  return {
    short: /^-(\w)\b/.exec(usage)?.[1],
    long: /--([\w-]+)/.exec(usage)?.[1] ?? "",
    description,
    values: value === undefined ? undefined : valueCompletion(value, choices),
  };
}

function valueCompletion(usage: string, words: Described["choices"]): Values {
  if (words !== undefined) return { words };
  return /\b(files?|folder)\b/.test(usage) ? "files" : "unknown";
}
