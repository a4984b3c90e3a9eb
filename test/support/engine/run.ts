import { Refusal } from "../../../provider/src/lifecycle/refusal";
import type { WayOut } from "../../../provider/src/lifecycle/wayOut";
import { CheckError, InitError, type Values } from "./provider";

export type Operation = "same" | "create" | "update" | "replace";

/** One thing that the engine has asked the provider to do, or has learned from a refresh. */
export interface Step {
  readonly verb: "create" | "update" | "delete" | "gone" | "settled";
  readonly name: string;
  /** Empty for a create. */
  readonly id: string;
  /** False where it failed, or where the engine died before it was recorded. */
  done: boolean;
}

export interface Failure {
  readonly name: string;
  readonly error: Error;
  /** The ways out that the provider names, if it is in this process. */
  readonly ways: readonly WayOut[];
}

/** The engine has died: whatever comes back is not recorded. */
class Interrupted extends Error {}

/** One run of the engine, and what has come of it. */
export class Run {
  /** What the program comes to, by URN. */
  readonly operations = new Map<string, Operation>();
  /** The checked inputs of each resource, by URN. */
  readonly inputs = new Map<string, Values>();
  /** Properties whose inputs a refresh has changed, by URN; `(gone)` where the object is gone. */
  readonly drift = new Map<string, readonly string[]>();
  readonly steps: Step[] = [];
  readonly failures: Failure[] = [];
  private dead = false;

  constructor(private readonly options: { readonly continueOnError?: boolean } = {}) {}

  /** The engine dies: nothing is recorded after this. */
  kill(): void {
    this.dead = true;
  }

  get interrupted(): boolean {
    return this.dead;
  }

  /** False where nothing new is begun. */
  get goesOn(): boolean {
    return !this.dead && (this.failures.length === 0 || this.options.continueOnError === true);
  }

  /** Waits for the provider, as long as the engine lives. */
  async ask<T>(work: Promise<T>): Promise<T> {
    const [answer] = await Promise.allSettled([work]);
    if (this.dead) throw new Interrupted();
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  /** Notes a step before it is taken and whether it was. */
  async step<T>(verb: Step["verb"], name: string, id: string, work: Promise<T>): Promise<T> {
    const step: Step = { verb, name, id, done: false };
    this.steps.push(step);
    const answer = await this.ask(work);
    step.done = true;
    return answer;
  }

  /** True where the work was done; a failure is noted, and the death of the engine is not one. */
  async records(name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Interrupted)) {
        const ways = waysOf(error);
        this.failures.push({ name, error: error instanceof Error ? error : new Error(String(error)), ways });
      }
      return false;
    }
  }
}

function waysOf(error: unknown): readonly WayOut[] {
  const isKnown = error instanceof Refusal || error instanceof CheckError || error instanceof InitError;
  return isKnown ? error.ways : [];
}
