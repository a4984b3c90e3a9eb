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

/** Runs the command of this process, then exits. */
export async function runProcess(manifestFile: string): Promise<void> {
  const { stdin, stdout, stderr } = process;
  // A reader such as `head` has exited after reading enough, which is not a failure.
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
      // Do not exit by the signal itself, because temporary files are removed at `exit`.
      if (isEnding) process.exit(code);
      isEnding = true;
      void run.interrupt().finally(() => process.exit(code));
    });
  }
  process.exitCode = await run.start(process.argv.slice(2), version);
}

/** The clock used by commands; tests pass their own. */
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
      // After an interruption, failures are caused by it and not shown.
      if (!this.isInterrupted) this.terminal.fail(textOf(error));
      return error instanceof UsageError ? 2 : 1;
    } finally {
      // A failed cleanup must not change the exit code.
      await Promise.allSettled(this.opened.map((account) => account.close()));
      this.restore();
    }
  }

  /** Stops everything that the command has started. A second signal exits immediately. */
  async interrupt(): Promise<void> {
    this.isInterrupted = true;
    this.ending.abort();
    this.restore();
    await Promise.allSettled(this.onInterrupt.map((work) => work()));
  }

  /** Restores the terminal. */
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
        // Loaded late, because it loads the entire service client.
        const { openCommandAccount } = await import("./account");
        const account = await openCommandAccount(options, terminal);
        this.opened.push(account);
        return account;
      },
      openMember: async ({ settings }, userId) => {
        const { commandLogger, openWith } = await import("./account");
        const member = { ...settings, impersonateUserId: userId, impersonateEmail: undefined };
        const account = openWith(member, commandLogger(terminal));
        this.opened.push(account);
        return account;
      },
    };
  }
}

/**
 * The message of an error. Errors of this package are self-explanatory; any other one is a defect. Neither is shown with a
 * stack.
 */
function textOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof Refusal) return error.message;
  if (error instanceof Error && error.name === "ServiceError") return error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${text}\nThis is a defect of pulumi-outreach; please report it.`;
}
