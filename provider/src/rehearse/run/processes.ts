import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** The output and exit code of a process. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Milliseconds that an interrupted process has to shut down. */
const shutdownMilliseconds = 6_000;

/** The processes started by a rehearsal. */
export class Processes {
  private readonly running = new Set<ChildProcess>();
  private isEnding = false;

  /**
   * Starts a process in a separate group, so that Ctrl-C does not reach it before this package has decided what to do.
   * Throws an Error with the operating system's code if it cannot be started.
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

  /** Runs a process until it exits. */
  async run(command: string, words: readonly string[], options: SpawnOptions): Promise<Ended> {
    const child = await this.start(command, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
    const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? 1)));
    return { code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() };
  }

  /** Stops running processes: first with SIGINT, so that the Pulumi CLI stops its own children, then by killing them. */
  async end(): Promise<void> {
    this.isEnding = true;
    const left = [...this.running];
    const ended = Promise.all(left.map((child) => new Promise<void>((resolve) => child.once("exit", () => resolve()))));
    for (const child of left) child.kill("SIGINT");
    await Promise.race([ended, sleep(shutdownMilliseconds, undefined, { ref: false })]);
    for (const child of this.running) killGroup(child);
  }
}

/** Kills a process and its children. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has exited meanwhile.
  }
}
