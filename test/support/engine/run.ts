import { Refusal } from "../../../provider/src/lifecycle/refusal";
import type { WayOut } from "../../../provider/src/lifecycle/wayOut";
import { CheckError, InitError, type Values } from "./provider";

export type Operation = "same" | "create" | "update" | "replace";

/** A request of the engine to the provider, or a result of a refresh. */
export interface Step {
  readonly verb: "create" | "update" | "delete" | "gone" | "settled";
  readonly name: string;
  /** Empty for a create. */
  readonly id: string;
  /** False if it failed, or if the engine died before it was recorded. */
  done: boolean;
}

export interface Failure {
  readonly name: string;
  readonly error: Error;
  /** The ways out that the provider names, if it is in this process. */
  readonly ways: readonly WayOut[];
}

/** The engine has died: results are no longer recorded. */
class Interrupted extends Error {}

/** One run of the engine, and its results. */
export class Run {
  /** The operation for each resource, by URN. */
  readonly operations = new Map<string, Operation>();
  /** The checked inputs of each resource, by URN. */
  readonly inputs = new Map<string, Values>();
  /** Properties whose inputs a refresh has changed, by URN; `(gone)` if the object no longer exists. */
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

  /** False if nothing new may begin. */
  get goesOn(): boolean {
    return !this.dead && (this.failures.length === 0 || this.options.continueOnError === true);
  }

  /** Waits for the provider while the engine lives. */
  async ask<T>(work: Promise<T>): Promise<T> {
    const [answer] = await Promise.allSettled([work]);
    if (this.dead) throw new Interrupted();
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  /** Notes a step before it is taken, and whether it was completed. */
  async step<T>(verb: Step["verb"], name: string, id: string, work: Promise<T>): Promise<T> {
    const step: Step = { verb, name, id, done: false };
    this.steps.push(step);
    const answer = await this.ask(work);
    step.done = true;
    return answer;
  }

  /** True if the work was done; failures are noted, except the engine's death. */
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
