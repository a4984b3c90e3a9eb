/**
 * Unit tests of a program: mocks that answer the resources and the functions of this package, and what a test asks of
 * the program. Nothing is sent to the service, and no engine is needed.
 *
 * @module pulumi-outreach/testing
 */
import type { Output, runtime } from "@pulumi/pulumi";
import { mocksFor } from "./host/mocks";
import { resolvedOutput } from "./host/resolved";
import { beginTest, ProgramUnderTest, programUnderTest } from "./host/underTest";
import { kinds } from "./kinds";
import { Refusal } from "./lifecycle/refusal";
import { added } from "./testing/added";
import { answering, assertMocks, type FunctionAnswers } from "./testing/answers";
import { allDeclared, type DeclaredKinds, named } from "./testing/declared";

export type { Answer, FunctionAnswers } from "./testing/answers";
export type { KnownCampaignArgs, KnownListArgs, KnownProgramArgs, KnownSourceAgentArgs } from "./testing/args";
export type { SentText, UsedList } from "./testing/campaign";
export type {
  DeclaredCampaign,
  DeclaredKinds,
  DeclaredList,
  DeclaredResource,
  DeclaredSourceAgent,
} from "./testing/declared";

/** What stands in for the service and for other packages in a test. */
export interface Mocks {
  /** What the functions of this package answer, by their names. A function without an answer fails. */
  readonly answers?: FunctionAnswers;
  /**
   * The resources of other packages and components, as for `pulumi.runtime.setMocks`. Default: the name of the resource
   * as its id, and its arguments as its outputs. It is not asked for the resources of this package.
   */
  readonly newResource?: runtime.Mocks["newResource"];
  /** The functions of other packages, as for `pulumi.runtime.setMocks`. Default: they fail. */
  readonly call?: runtime.Mocks["call"];
}

/** The names of lists that the functions of a program have answered with. */
const listNames = new WeakMap<ProgramUnderTest, ReadonlyMap<string, string>>();

/**
 * Begins a test, as `pulumi.runtime.setMocks` does: call it before the program is loaded. From then on
 *
 * - functions answer what the test gives, and send nothing;
 * - a resource with a broken argument throws where it is declared; `declared` and `resolved` throw for values that are
 *   known later. Each resource throws at once, while a run reports the problems of all of them together;
 * - the outputs of a resource are its arguments in normal form, and what the service would add: `userId` 101,
 *   `createdAt` 2026-01-01T00:00:00.000Z, and `false` for each flag that the program leaves out and that the class
 *   promises (but `excludeFirstDegreeFromCampaigns` is true where a step asks to connect). Optional outputs that
 *   the program does not declare stay undefined. A preview shows the arguments alone.
 *
 * Rejects for an answer under a name that no function has. What only an update finds out (twins, running campaigns, the
 * limit of requests) is not part of such a test: the local service, `pulumi-outreach-sandbox`, is for that.
 *
 * @param mocks What functions answer, and what is mocked of other packages.
 * @param project Name of the project. Default `project`.
 * @param stack Name of the stack. Default `stack`.
 * @param preview True for a preview, in which no id is known yet. Default false.
 * @param organization Name of the organization. Default none.
 */
export async function setMocks(
  mocks: Mocks = {},
  project?: string,
  stack?: string,
  preview?: boolean,
  organization?: string,
): Promise<void> {
  assertMocks(mocks);
  const { standIn, listNames: names } = answering(mocks.answers ?? {});
  const program = new ProgramUnderTest(standIn);
  listNames.set(program, names);
  const standingIn = mocksFor(program, Object.values(kinds), added, mocks);
  await beginTest(program, standingIn, project, stack, preview, organization);
}

/**
 * All resources of a kind that the program declares, in their order, once all of their arguments are known. Waits for
 * those that it declares inside of `apply`.
 *
 * Rejects if an argument breaks a rule, with the problems of all resources of the program; and without `setMocks` of this
 * entry.
 *
 * @example
 * for (const { texts } of await declared("Campaign")) expect(texts.filter(({ byAi }) => byAi)).toEqual([]);
 *
 * @typeParam K the name of the kind
 * @param kind `List`, `SourceAgent` or `Campaign`.
 */
export function declared<K extends keyof DeclaredKinds>(kind: K): Promise<readonly DeclaredKinds[K][]>;
/**
 * The resource of a kind that has this name in the program, as above. Rejects if there is none, with the names that there
 * are.
 *
 * @typeParam K the name of the kind
 * @param kind `List`, `SourceAgent` or `Campaign`.
 * @param name Its name in the program: the first argument of its constructor.
 */
export function declared<K extends keyof DeclaredKinds>(kind: K, name: string): Promise<DeclaredKinds[K]>;
export async function declared<K extends keyof DeclaredKinds>(
  kind: K,
  name?: string,
): Promise<DeclaredKinds[K] | readonly DeclaredKinds[K][]> {
  const program = underTest();
  const all = await allDeclared(program, kind, listNames.get(program) ?? new Map());
  return name === undefined ? all : named(all, kind, name);
}

/**
 * The value of an Output: of a resource, of a function, or one that the program exports.
 *
 * Rejects with its error, if an argument of the program breaks a rule, and if a preview does not know the value.
 *
 * @typeParam T what it holds
 * @param output For several at once, `pulumi.all([…])`.
 */
export function resolved<T>(output: Output<T>): Promise<T>;
/**
 * The same for an optional field of an Output, such as `getListOutput(…).contactCount`.
 *
 * @typeParam T what it holds
 * @param output The compiler takes it for undefined, which it is not.
 */
export function resolved<T>(output: Output<T> | undefined): Promise<T | undefined>;
export async function resolved<T>(output: Output<T> | undefined): Promise<T | undefined> {
  return output === undefined ? undefined : await resolvedOutput(underTest(), output);
}

function underTest(): ProgramUnderTest {
  const program = programUnderTest();
  if (program !== undefined) return program;
  throw new Refusal("there is no program under test: call setMocks of pulumi-outreach/testing first.");
}
