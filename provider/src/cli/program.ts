import { Argument, Command as CommanderCommand, CommanderError, Option } from "commander";
import { safeText } from "../api/redact";
import { nearest } from "../kind/nearest";
import { type Command, type ExitCode, jsonOption, programName, UsageError } from "./command";
import type { Terminal } from "./terminal/terminal";

const description =
  "Looks after outreach as code. The settings are those of the provider: OUTREACH_API_KEY and OUTREACH_BASE_URL in the environment, or the config of the selected stack.";

/** A parsed command line. */
export interface Asked {
  readonly command: Command;
  readonly given: Readonly<Record<string, unknown>>;
  readonly json: boolean;
}

/**
 * Parses a command line. Returns an exit code if help or the version was requested and printed.
 * Throws a UsageError if it is wrong.
 */
export async function readCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
  version: string,
): Promise<Asked | ExitCode> {
  let asked: Asked | undefined;
  const program = new CommanderCommand(programName)
    .description(description)
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print the help of a command")
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureHelp({ styleTitle: (title) => terminal.colors.bold(title) })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      // Commander prints help here if there is no command. Its errors are thrown, too.
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: () => {},
      getOutHelpWidth: () => Math.min(terminal.width ?? 100, 100),
      getErrHelpWidth: () => 100,
      getOutHasColors: () => terminal.colors.isColorSupported,
      getErrHasColors: () => false,
    })
    .addHelpText("after", `\n\`${programName} COMMAND --help\` shows the options of a command, with examples.`);
  for (const command of commands) {
    addCommand(program, command, (given) => {
      asked = { command, given, json: given.json === true };
    });
  }
  const [first, topic] = words;
  if (
    first === "help" &&
    topic !== undefined &&
    !topic.startsWith("-") &&
    !commands.some(({ name }) => name === topic)
  ) {
    throw new UsageError(unknownCommand(safeText(topic, 80), commands));
  }
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    // Commander has already printed the help as a message.
    if (error.code === "commander.help") return 2;
    throw new UsageError(usageMessage(error, words, commands));
  }
  return asked ?? 0;
}

function addCommand(program: CommanderCommand, command: Command, ask: (given: Record<string, unknown>) => void): void {
  const declared = program
    .command(command.name)
    .summary(command.summary)
    .description(command.description === undefined ? command.summary : `${command.summary}. ${command.description}`)
    .helpOption("-h, --help", "print this help");
  for (const { usage, description, choices } of command.arguments) {
    const argument = new Argument(usage, description);
    declared.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  for (const { usage, description, choices } of [...command.options, jsonOption]) {
    const option = new Option(usage, description);
    declared.addOption(choices === undefined ? option : option.choices(choices));
  }
  declared.addHelpText("after", examplesText(command));
  declared.action(() => {
    const values = command.arguments.map(({ key }, index) => [key, declared.processedArgs[index]]);
    ask({ ...declared.opts(), ...Object.fromEntries(values) });
  });
}

function examplesText({ examples }: Command): string {
  const lines = examples.flatMap(([line, what]) => ["", `  ${what}:`, `    $ ${line}`]);
  return ["", "Examples:", ...lines.slice(1)].join("\n");
}

function unknownCommand(wrong: string, commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  return `there is no command ${wrong}${didYouMean(wrong, names)}\nThe commands are ${names.join(", ")}.`;
}

function didYouMean(wrong: string, known: readonly string[]): string {
  const word = nearest(wrong, known);
  return word === undefined ? "." : `; did you mean ${word}?`;
}

/** Rewrites commander's message in this package's words, with the most similar valid word. */
function usageMessage(error: CommanderError, words: readonly string[], commands: readonly Command[]): string {
  const command = commands.find(({ name }) => words.includes(name));
  const wrong = safeText(/'([^']*)'/.exec(error.message)?.[1] ?? "", 80);
  const help = `\`${programName} ${command === undefined ? "" : `${command.name} `}--help\` shows what it takes.`;
  if (error.code === "commander.unknownCommand") return unknownCommand(wrong, commands);
  if (error.code === "commander.missingArgument") {
    const missing = command?.arguments.find(({ key }) => key === wrong);
    const choices = missing?.choices === undefined ? "" : `: ${missing.choices.join(", ")}`;
    if (missing !== undefined) return `${missing.usage} is missing: ${missing.description}${choices}\n${help}`;
  }
  if (error.code === "commander.unknownOption") {
    const usages = [...(command?.options ?? []), jsonOption].map(({ usage }) => usage);
    const flags = [...usages, "--help"].flatMap((usage) => /--[\w-]+/.exec(usage) ?? []);
    const isEarly =
      command !== undefined && words.findIndex((word) => word.startsWith(wrong)) < words.indexOf(command.name);
    if (isEarly) return `${wrong} is before the command; its options come after its name.\n${help}`;
    return `there is no option ${wrong}${didYouMean(wrong, flags)}\n${help}`;
  }
  return `${safeText(error.message.replace(/^error: /, ""), 300)}\n${help}`;
}
