import { type Command, type Described, jsonOption } from "../command";

/** What completes a value: words, the names of files, or nothing that a shell could know. */
export type Values = { readonly words: readonly string[] } | "files" | "unknown";

/** An option, as a shell needs it. */
export interface CompletedOption {
  /** `s` for `-s`. */
  readonly short: string | undefined;
  /** `stack` for `--stack`. */
  readonly long: string;
  readonly description: string;
  /** Undefined if the option takes no value. */
  readonly values: Values | undefined;
}

/** A command, as a shell needs it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** What its arguments are, all of them alike. Undefined if it takes none. */
  readonly values: Values | undefined;
}

const help: Described = { usage: "-h, --help", description: "print help" };
const version: Described = { usage: "-V, --version", description: "print the version" };

/** The options of the command line before a command. */
export const ownOptions: readonly CompletedOption[] = [version, help].map(completedOption);

/** What there is to complete. */
export function completed(commands: readonly Command[]): CompletedCommand[] {
  return commands.map(({ name, summary, options, arguments: [first] }) => {
    return {
      ...{ name, summary },
      options: [...options, jsonOption, help].map(completedOption),
      values: first === undefined ? undefined : valuesOf(first.usage, first.choices),
    };
  });
}

function completedOption({ usage, description, choices }: Described): CompletedOption {
  const value = /[<[][^\]>]+[\]>]/.exec(usage)?.[0];
  return {
    short: /^-(\w)\b/.exec(usage)?.[1],
    long: /--([\w-]+)/.exec(usage)?.[1] ?? "",
    description,
    values: value === undefined ? undefined : valuesOf(value, choices),
  };
}

function valuesOf(usage: string, words: Described["choices"]): Values {
  if (words !== undefined) return { words };
  return /\b(files?|folder)\b/.test(usage) ? "files" : "unknown";
}
