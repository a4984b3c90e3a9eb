import { Writable } from "node:stream";
import type { Command } from "../../provider/src/cli/command";
import { commands as allCommands } from "../../provider/src/cli/commands";
import { CommandRun } from "../../provider/src/cli/main";
import { type Output, Terminal } from "../../provider/src/cli/terminal/terminal";

/** A stream that keeps what is written, and may pass for a terminal. */
export class Recorded extends Writable implements Output {
  text = "";

  constructor(
    readonly isTTY = false,
    readonly columns?: number,
  ) {
    super();
  }

  /** As a terminal does these: with escape sequences. */
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

export interface Surroundings {
  readonly commands?: readonly Command[];
  /** Columns of the terminal that both streams are. Undefined: they are none. */
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds until progress is shown. */
  readonly patience?: number;
}

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A terminal on recorded streams. */
export function recordedTerminal({ columns, environment = {}, patience }: Surroundings = {}) {
  const stdout = new Recorded(columns !== undefined, columns);
  const stderr = new Recorded(columns !== undefined, columns);
  return { terminal: new Terminal({ stdout, stderr }, (name) => environment[name], false, patience), stdout, stderr };
}

/** Runs the command in this process; the settings come from the environment of this process. */
export async function commandLine(words: readonly string[], surroundings: Surroundings = {}): Promise<Printed> {
  const { terminal, stdout, stderr } = recordedTerminal(surroundings);
  const code = await new CommandRun(terminal, surroundings.commands ?? allCommands).start(words, "1.2.3");
  return { code, stdout: stdout.text, stderr: stderr.text };
}
