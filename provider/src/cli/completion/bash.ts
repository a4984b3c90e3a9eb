import { type CompletedCommand, type CompletedOption, ownOptions, type Values } from "./completed";

/** The script for bash 3.2 and newer. */
export function bashScript(program: string, commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  return `# Completion of ${program} for bash.
_${functionName(program)}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word
  # bash makes three words of --option=value.
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  COMPREPLY=()
  case "$command" in
    "")
      ${compreply({ words: [...names, "help", ...ownOptions.map(({ long }) => `--${long}`)] })}
      ;;
    help)
      ${compreply({ words: names })}
      ;;
${commands.map(commandCase).join("\n")}
  esac
}
complete -F _${functionName(program)} ${program}
`;
}

/** Converts to a valid shell function name. */
export function functionName(program: string): string {
  return program.replace(/\W/g, "_");
}

function commandCase({ name, options, values }: CompletedCommand): string {
  const taking = options.filter((option) => option.values !== undefined);
  const flags = options.map(({ long }) => `--${long}`);
  return [
    `    ${name})`,
    ...(taking.length === 0 ? [] : ['      case "$previous" in', ...taking.map(optionCase), "      esac"]),
    '      case "$current" in',
    `        -*) ${compreply({ words: flags })}; return ;;`,
    "      esac",
    `      ${compreply(values)}`,
    "      ;;",
  ].join("\n");
}

function optionCase({ short, long, values }: CompletedOption): string {
  return `        ${short === undefined ? "" : `-${short}|`}--${long}) ${compreply(values)}; return ;;`;
}

function compreply(values: Values | undefined): string {
  if (values === undefined || values === "unknown") return ":";
  if (values === "files") {
    return 'compopt -o filenames 2>/dev/null; while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")';
  }
  return `COMPREPLY=($(compgen -W "${values.words.join(" ")}" -- "$current"))`;
}
