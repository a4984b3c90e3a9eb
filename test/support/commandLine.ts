import { PassThrough, Writable } from "node:stream";
import { systemClock } from "../../provider/src/api/clock";
import type { Command } from "../../provider/src/cli/command";
import { commands as allCommands } from "../../provider/src/cli/commands";
import { CommandRun, type CommandTime } from "../../provider/src/cli/main";
import { type Input, type Output, Terminal } from "../../provider/src/cli/terminal/terminal";
import { assertPublishedIfJson } from "./publishedSchemas";

/** A stream that keeps its output, and may act as a terminal. */
export class Recorded extends Writable implements Output {
  text = "";

  constructor(
    readonly isTTY = false,
    readonly columns?: number,
  ) {
    super();
  }

  /** Moves the cursor as a terminal does, with escape sequences. */
  cursorTo(column: number): boolean {
    return this.write(`\u001b[${column + 1}G`);
  }
  moveCursor(_columns: number, rows: number): boolean {
    return this.write(`\u001b[${-rows}A`);
  }
  clearLine(): boolean {
    return this.write("\u001b[2K");
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

/** A keyboard on which these keys are pressed. Without keys, it is a pipe that has ended. */
export function keyboard(keys: string | undefined): Input {
  const stream = Object.assign(new PassThrough(), { isTTY: keys !== undefined });
  if (keys === undefined) stream.end();
  else stream.write(keys);
  return stream;
}

export interface Surroundings extends Partial<CommandTime> {
  readonly commands?: readonly Command[];
  /** The terminal's columns. Undefined: the streams are not a terminal. */
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds until progress is shown. */
  readonly patience?: number;
  /** What a person types. Undefined: nobody is at the terminal. */
  readonly keys?: string;
  /** Ends the command, as Ctrl-C does. */
  readonly interrupt?: AbortSignal;
}

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A terminal on recorded streams. */
export function recordedTerminal({ columns, environment = {}, patience, keys }: Surroundings = {}) {
  const stdout = new Recorded(columns !== undefined, columns);
  const stderr = new Recorded(columns !== undefined, columns);
  const streams = { stdin: keyboard(keys), stdout, stderr };
  return { terminal: new Terminal(streams, (name) => environment[name], false, patience), stdout, stderr };
}

/**
 * Runs the command in this process, with the settings in its environment. Output with `--json` must be valid by its
 * published schema.
 */
export async function commandLine(words: readonly string[], surroundings: Surroundings = {}): Promise<Printed> {
  const { terminal, stdout, stderr } = recordedTerminal(surroundings);
  const { clock = systemClock, timeZone = "UTC", interrupt } = surroundings;
  const run = new CommandRun(terminal, surroundings.commands ?? allCommands, { clock, timeZone });
  interrupt?.addEventListener("abort", () => run.interrupt());
  const code = await run.start(words, "1.2.3");
  if (surroundings.commands === undefined) assertPublishedIfJson(words, stdout.text);
  return { code, stdout: stdout.text, stderr: stderr.text };
}
