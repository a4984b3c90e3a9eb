import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { DeclaredKind, Values } from "../lifecycle/declared";

/** A resource declared by the program under test. */
export interface DeclaredUnderTest {
  readonly kind: DeclaredKind;
  /** Its name in the program. */
  readonly name: string;
  readonly urn: string | Promise<string>;
  readonly resource: pulumi.CustomResource;
}

/** The registration of a resource, once all its arguments were known. */
export interface RegisteredUnderTest {
  /** Undefined in a preview. */
  readonly id: string | undefined;
  /** In normal form. Unknown values of a preview are the engine's placeholder. */
  readonly inputs: Values;
}

/** Returns function results in place of the service. */
export interface StandIn {
  /** Throws a Refusal that explains how to provide an answer, if the test has none for this function. */
  assertAnswered(name: string): void;
  answer<Result>(name: string, args: object): Promise<Result>;
}

/** A program under test: its declared resources, and the stand-in for the service. */
export class ProgramUnderTest {
  readonly declared: DeclaredUnderTest[] = [];
  /** By URN. */
  readonly registered = new Map<string, RegisteredUnderTest>();
  /** Problems in values that became known later, one text per resource. */
  readonly broken: string[] = [];
  private readonly answering = new Set<Promise<unknown>>();
  /** Incremented by everything the program does, to detect when it has come to rest. */
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

  /** The result of a function for valid arguments. Each caller gets its own copy. */
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

  /** Waits until all declared resources are registered, including those declared once values are known. */
  async atRest(): Promise<void> {
    for (let before = -1; before !== this.activity; ) {
      before = this.activity;
      await allRegistrations();
      await Promise.allSettled(this.answering);
      await nextTurn();
    }
  }
}

/** Keyed by the mocks that replace the engine: new mocks start another test. */
const programsByMocks = new WeakMap<object, ProgramUnderTest>();

/** The program under test with this package's mocks. Undefined in every other run. */
export function programUnderTest(): ProgramUnderTest | undefined {
  const monitor = pulumi.runtime.getMonitor();
  return monitor === undefined ? undefined : programsByMocks.get(monitor);
}

/** Starts a test: from now on, this program is under test. */
export async function beginTest(
  program: ProgramUnderTest,
  mocks: pulumi.runtime.Mocks,
  ...stack: readonly [project?: string, stack?: string, preview?: boolean, organization?: string]
): Promise<void> {
  await pulumi.runtime.setMocks(mocks, ...stack);
  const monitor = pulumi.runtime.getMonitor();
  if (monitor !== undefined) programsByMocks.set(monitor, program);
}

/** The SDK has a function for this but omits it from its types. */
async function allRegistrations(): Promise<void> {
  const wait: unknown = Reflect.get(pulumi.runtime, "waitForRPCs");
  if (typeof wait === "function") await wait();
}
