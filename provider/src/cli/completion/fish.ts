import { type CompletedCommand, type CompletedOption, ownOptions, type Values } from "./completed";

/** The script for fish. */
export function fishScript(program: string, commands: readonly CompletedCommand[]): string {
  const none = "__fish_use_subcommand";
  const lines = [
    "-f",
    ...ownOptions.map((option) => `-n ${none} ${optionWords(option)}`),
    ...commands.map(({ name, summary }) => `-n ${none} -a ${name} -d ${fishString(summary)}`),
    `-n ${none} -a help -d 'Print the help of a command'`,
    `-n '__fish_seen_subcommand_from help' -a ${fishString(commands.map(({ name }) => name).join(" "))}`,
    ...commands.flatMap((command) => {
      const inside = `-n '__fish_seen_subcommand_from ${command.name}'`;
      const given = valueWords(command.values);
      return [
        ...command.options.map((option) => `${inside} ${optionWords(option)}`),
        ...(given === "" ? [] : [`${inside} ${given}`]),
      ];
    }),
  ];
  return [`# Completion of ${program} for fish.`, ...lines.map((line) => `complete -c ${program} ${line}`), ""].join(
    "\n",
  );
}

function optionWords({ short, long, description, values }: CompletedOption): string {
  const names = `${short === undefined ? "" : `-s ${short} `}-l ${long}`;
  const value = values === undefined ? "" : ` -r ${values === "files" ? "-F" : `-f ${valueWords(values)}`}`.trimEnd();
  return `${names}${value} -d ${fishString(description)}`;
}

function valueWords(values: Values | undefined): string {
  if (values === undefined || values === "unknown") return "";
  return values === "files" ? "-F" : `-a ${fishString(values.words.join(" "))}`;
}

function fishString(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
