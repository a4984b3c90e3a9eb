import { functionName } from "./bash";
import { type CompletedCommand, type CompletedOption, ownOptions, type Values } from "./completed";

/** The script for zsh, for `source` and for a folder of `$fpath`. */
export function zshScript(program: string, commands: readonly CompletedCommand[]): string {
  const name = `_${functionName(program)}`;
  const described = [...commands, { name: "help", summary: "Print the help of a command" }].map(
    (command) => `        ${zshString(`${command.name}:${command.summary.replaceAll(":", "\\:")}`)}`,
  );
  return `#compdef ${program}
# Completion of ${program} for zsh.
${name}() {
  local context state line
  typeset -A opt_args
  _arguments -C ${[...ownOptions.map(optionSpec), zshString("1: :->command"), zshString("*:: :->rest")].join(" ")}
  case $state in
    command)
      local -a commands=(
${described.join("\n")}
      )
      _describe command commands
      ;;
    rest)
      case $words[1] in
${commands.map(commandCase).join("\n")}
        help) _values command ${commands.map((command) => command.name).join(" ")} ;;
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = "${name}" ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

function commandCase({ name, options, values }: CompletedCommand): string {
  const given = values === undefined ? [] : [zshString(`*:${name}:${valueAction(values)}`)];
  return `        ${name}) _arguments ${[...options.map(optionSpec), ...given].join(" ")} ;;`;
}

function optionSpec({ short, long, description, values }: CompletedOption): string {
  const said = `[${description.replace(/[[\]]/g, "\\$&")}]`;
  const value = values === undefined ? "" : `:${long}:${valueAction(values)}`;
  // With the equals sign, the value may follow it or be the next word.
  const name = values === undefined ? `--${long}` : `--${long}=`;
  if (short === undefined) return zshString(`${name}${said}${value}`);
  return `${zshString(`(-${short} --${long})`)}{-${short},${name}}${zshString(`${said}${value}`)}`;
}

function valueAction(values: Values): string {
  if (values === "files") return "_files";
  return values === "unknown" ? " " : `(${values.words.join(" ")})`;
}

function zshString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
