import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { systemClock } from "../../provider/src/api/clock";
import { commands } from "../../provider/src/cli/commands";
import { CommandRun } from "../../provider/src/cli/main";
import { Terminal } from "../../provider/src/cli/terminal/terminal";
import { keyboard, Recorded } from "./commandLine";
import { repository } from "./project";

/** A command and its output that a page quotes. */
export interface Quoted {
  readonly page: string;
  readonly command: string;
  readonly output: string;
}

const below = (folder: string) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !/node_modules|dist/.test(path))
    .map((path) => join(folder, path));
const pages = ["README.md", "sandbox/README.md", ...below("docs"), ...below("examples"), ...below("provider/skill")];

/** Every command after a `$` in a block on a page. */
export const quotedCommands: readonly Quoted[] = pages.flatMap((page) => {
  const text = readFileSync(join(repository, page), "utf8");
  return [...text.matchAll(/^( *)```\w*\n(.*?)^\1```$/gms)].flatMap(([, indent = "", block = ""]) => {
    const lines = block.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    return commandsIn(lines.join("\n")).map(([command, output]) => ({ page, command, output }));
  });
});

function commandsIn(block: string): [command: string, output: string][] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((each) => {
      const end = each.indexOf("\n");
      return [each.slice(0, end), each.slice(end + 1).trimEnd()];
    });
}

/** The only command on a page that begins with these words. */
export function quoted(page: string, command: string): Quoted {
  const [found, ...more] = quotedCommands.filter((each) => each.page === page && each.command === command);
  if (found === undefined || more.length > 0) throw new Error(`${page} does not have exactly one \`$ ${command}\``);
  return found;
}

/** The words of a command line without quotes, beginning with our command's name. */
export function wordsOf(command: string): string[] {
  const words = [...command.replace(/ +#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, inside, bare]) => inside ?? bare,
  );
  const at = words.indexOf("pulumi-outreach");
  return words.slice(at + 1).map(String);
}

/** The commands that need the engine: `test/stories/quotedCommands.test.ts` replays them. */
export const replayedByStories: readonly Quoted[] = [
  quoted("README.md", "pulumi preview --diff"),
  quoted("docs/getting-started.md", "node local.mjs preview"),
  quoted("docs/getting-started.md", "node local.mjs up"),
  quoted("docs/getting-started.md", "node local.mjs preview --diff"),
  quoted("docs/people.md", "pulumi preview --diff"),
];

/** Whether an output matches the quoted one, in which a line with only an ellipsis matches any lines. */
export function isLikeQuoted(output: string, quotedOutput: string): boolean {
  const parts = quotedOutput.split(/^ *…\n/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(?:.*\\n)+?")}$`).test(output);
}

/** What a person types, and the width of the terminal. */
export interface AtTerminal {
  readonly columns?: number;
  readonly keys?: string;
}

/** What a terminal shows of a command run at this time in this process: both streams, without colours and typing. */
export async function screenOf(words: readonly string[], now: number, { columns = 128, keys }: AtTerminal = {}) {
  const screen = new Recorded(true, columns);
  const terminal = new Terminal({ stdin: keyboard(keys), stdout: screen, stderr: screen }, (name) =>
    name === "NO_COLOR" ? "1" : undefined,
  );
  const run = new CommandRun(terminal, commands, { clock: { ...systemClock, wallTime: () => now }, timeZone: "UTC" });
  const code = await run.start(words, "0.1.0");
  return { code, shown: stripVTControlCharacters(screen.text).replaceAll("\r", "").trimEnd() };
}
