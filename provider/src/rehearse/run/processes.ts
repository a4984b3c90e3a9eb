import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** What a process printed, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Milliseconds in which an interrupted process can end in order. */
const patience = 6_000;

/** The processes that one rehearsal has started. */
export class Processes {
  private readonly running = new Set<ChildProcess>();
  private isEnding = false;

  /**
   * Starts a process in a group of its own: Ctrl-C must not reach it before this package has decided what to do.
   * Throws an Error with the code of the operating system if it cannot be started.
   */
  async start(command: string, words: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
    if (this.isEnding) throw new Error("the rehearsal was interrupted");
    const child = spawn(command, words, { ...options, detached: process.platform !== "win32", windowsHide: true });
    this.running.add(child);
    child.once("exit", () => this.running.delete(child));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        this.running.delete(child);
        reject(error);
      });
    });
    return child;
  }

  /** Runs a process to its end. */
  async run(command: string, words: readonly string[], options: SpawnOptions): Promise<Ended> {
    const child = await this.start(command, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
    const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? 1)));
    return { code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() };
  }

  /** Ends what still runs: first as Ctrl-C does, so that the Pulumi CLI ends its own children, then at once. */
  async end(): Promise<void> {
    this.isEnding = true;
    const left = [...this.running];
    const ended = Promise.all(left.map((child) => new Promise<void>((resolve) => child.once("exit", () => resolve()))));
    for (const child of left) child.kill("SIGINT");
    await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
    for (const child of this.running) killGroup(child);
  }
}

/** Kills a process together with those that it has started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}
