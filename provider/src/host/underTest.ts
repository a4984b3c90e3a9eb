import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { DeclaredKind, Values } from "../lifecycle/declared";

/** A resource that the program under test has declared. */
export interface DeclaredUnderTest {
  readonly kind: DeclaredKind;
  /** Its name in the program. */
  readonly name: string;
  readonly urn: string | Promise<string>;
  readonly resource: pulumi.CustomResource;
}

/** What it was registered with, once all of its arguments were known. */
export interface RegisteredUnderTest {
  /** Undefined in a preview. */
  readonly id: string | undefined;
  /** In normal form. What a preview does not know is the engine's text for it. */
  readonly inputs: Values;
}

/** Answers a function of the program in place of the service. */
export interface StandIn {
  /** Throws a Refusal that tells how to give an answer, if the test gives none for this function. */
  assertAnswered(name: string): void;
  answer<Result>(name: string, args: object): Promise<Result>;
}

/** A program under test: what it declares, and what stands in for the service. */
export class ProgramUnderTest {
  readonly declared: DeclaredUnderTest[] = [];
  /** By URN. */
  readonly registered = new Map<string, RegisteredUnderTest>();
  /** What is wrong with values that were known later, a text for each resource. */
  readonly broken: string[] = [];
  private readonly answering = new Set<Promise<unknown>>();
  /** Grows with everything that the program does, so that waiting knows when it has come to rest. */
  private activity = 0;

  constructor(private readonly standIn: StandIn) {}

  noteActivity(): void {
    this.activity += 1;
  }

  declare(declared: DeclaredUnderTest): void {
    this.noteActivity();
    this.declared.push(declared);
  }

  assertAnswered(name: string): void {
    this.standIn.assertAnswered(name);
  }

  /** Of a function, with arguments that break no rule. Each caller gets a copy of its own. */
  async answered<Result>(name: string, args: object): Promise<Result> {
    this.assertAnswered(name);
    const answer = this.standIn.answer<Result>(name, args);
    this.answering.add(answer);
    try {
      return structuredClone(await answer);
    } finally {
      this.answering.delete(answer);
      this.noteActivity();
    }
  }

  /** Waits until everything that the program has declared is registered, also what it declares when values are known. */
  async atRest(): Promise<void> {
    for (let before = -1; before !== this.activity; ) {
      before = this.activity;
      await allRegistrations();
      await Promise.allSettled(this.answering);
      await nextTurn();
    }
  }
}

/** By the mocks, which stand in for the engine: other mocks begin another test. */
const programs = new WeakMap<object, ProgramUnderTest>();

/** The program that is under test with the mocks of this package. Undefined in every other run. */
export function programUnderTest(): ProgramUnderTest | undefined {
  const monitor = pulumi.runtime.getMonitor();
  return monitor === undefined ? undefined : programs.get(monitor);
}

/** Begins a test: from now on, this program is under test. */
export async function beginTest(
  program: ProgramUnderTest,
  mocks: pulumi.runtime.Mocks,
  ...stack: readonly [project?: string, stack?: string, preview?: boolean, organization?: string]
): Promise<void> {
  await pulumi.runtime.setMocks(mocks, ...stack);
  const monitor = pulumi.runtime.getMonitor();
  if (monitor !== undefined) programs.set(monitor, program);
}

/** The SDK has a function for this and leaves it out of its types. */
async function allRegistrations(): Promise<void> {
  const wait: unknown = Reflect.get(pulumi.runtime, "waitForRPCs");
  if (typeof wait === "function") await wait();
}
