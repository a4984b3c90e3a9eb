import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Account } from "../api/account";
import { type Clock, systemClock } from "../api/clock";
import { environmentVariable } from "../host/environment";
import { Refusal } from "../lifecycle/refusal";
import { type Command, type CommandContext, UsageError } from "./command";
import { commands } from "./commands";
import { readCommandLine } from "./program";
import { Terminal } from "./terminal/terminal";

const manifest = z.object({ version: z.string() });

/** Runs the command of this process, and ends the process. */
export async function runProcess(manifestFile: string): Promise<void> {
  const { stdin, stdout, stderr } = process;
  // A reader such as `head` has what it wanted and is gone: that is no failure.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const { version } = manifest.parse(JSON.parse(await readFile(manifestFile, "utf8")));
  const terminal = new Terminal({ stdin, stdout, stderr }, environmentVariable);
  const ends = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const;
  const run = new CommandRun(terminal, commands);
  let isEnding = false;
  for (const [signal, code] of ends) {
    process.on(signal, () => {
      // Not by the signal itself, which would leave temporary files: they are removed at `exit`.
      if (isEnding) process.exit(code);
      isEnding = true;
      void run.interrupt().finally(() => process.exit(code));
    });
  }
  process.exitCode = await run.start(process.argv.slice(2), version);
}

/** The time that commands work with; tests hand in their own. */
export type CommandTime = Pick<CommandContext, "clock" | "timeZone">;

function machineTime(): { clock: Clock; timeZone: string } {
  return { clock: systemClock, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** One run of the command. */
export class CommandRun {
  private readonly opened: Account[] = [];
  private readonly onInterrupt: (() => Promise<void>)[] = [];
  private isInterrupted = false;
  private shown: Terminal;
  private readonly ending = new AbortController();

  constructor(
    private readonly terminal: Terminal,
    private readonly commands: readonly Command[],
    private readonly time: CommandTime = machineTime(),
  ) {
    this.shown = terminal;
  }

  /** Returns the exit code. */
  async start(words: readonly string[], version: string): Promise<number> {
    try {
      const asked = await readCommandLine(words, this.commands, this.terminal, version);
      if (typeof asked === "number") return asked;
      const { command, given, json } = asked;
      this.shown = json ? this.terminal.withJson() : this.terminal;
      return await command.start(given, this.context(json, version));
    } catch (error) {
      this.restore();
      // What fails from now on fails because of the interruption.
      if (!this.isInterrupted) this.terminal.fail(textOf(error));
      return error instanceof UsageError ? 2 : 1;
    } finally {
      // What it came to is decided by now.
      await Promise.allSettled(this.opened.map((account) => account.close()));
      this.restore();
    }
  }

  /** Ends what the command has started. The second signal ends this process at once. */
  async interrupt(): Promise<void> {
    this.isInterrupted = true;
    this.ending.abort();
    this.restore();
    await Promise.allSettled(this.onInterrupt.map((work) => work()));
  }

  /** Leaves the terminal as it was found. */
  restore(): void {
    this.shown.restore();
  }

  private context(json: boolean, version: string): CommandContext {
    const terminal = this.shown;
    return {
      terminal,
      json,
      version,
      ...this.time,
      interrupted: this.ending.signal,
      onInterrupt: (work) => {
        this.onInterrupt.push(work);
      },
      openAccount: async (options) => {
        // Loaded late, because it brings the whole client of the service along.
        const { openCommandAccount } = await import("./account");
        const account = await openCommandAccount(options, terminal);
        this.opened.push(account);
        return account;
      },
      openMember: async ({ settings }, userId) => {
        const { commandLogger, openWith } = await import("./account");
        const ofMember = { ...settings, impersonateUserId: userId, impersonateEmail: undefined };
        const account = openWith(ofMember, commandLogger(terminal));
        this.opened.push(account);
        return account;
      },
    };
  }
}

/** An error of this package explains itself; any other one is a defect. Neither has a stack for users. */
function textOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof Refusal) return error.message;
  if (error instanceof Error && error.name === "ServiceError") return error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${text}\nThis is a defect of pulumi-outreach; please report it.`;
}
