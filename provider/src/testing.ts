/**
 * Unit tests for programs: mocks for the resources and functions of this package, and functions that inspect the program.
 * Nothing is sent to the service, and no engine is needed.
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
import { assertMocks, completedAnswers, type FunctionAnswers } from "./testing/answers";
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

/** Replacements for the service and for other packages in a test. */
export interface Mocks {
  /** Results of this package's functions, by function name. A function without an answer fails. */
  readonly answers?: FunctionAnswers;
  /**
   * Mocks resources of other packages and components, as in `pulumi.runtime.setMocks`. Default: the resource's name as its
   * id, and its arguments as its outputs. Not called for resources of this package.
   */
  readonly newResource?: runtime.Mocks["newResource"];
  /** Mocks functions of other packages, as in `pulumi.runtime.setMocks`. Default: they fail. */
  readonly call?: runtime.Mocks["call"];
}

/** The names of lists returned by a program's functions. */
const listNames = new WeakMap<ProgramUnderTest, ReadonlyMap<string, string>>();

/**
 * Starts a test, like `pulumi.runtime.setMocks`: call it before the program is loaded. From then on
 *
 * - functions return the answers given by the test, and send nothing;
 * - a resource with an invalid argument throws where it is declared; for values known only later, `declared` and `resolved`
 *   throw. Each resource throws separately, while a real run reports all problems together;
 * - the outputs of a resource are its arguments in normal form, plus what the service would add: `userId` 101, `createdAt`
 *   2026-01-01T00:00:00.000Z, and `false` for each flag that the class always has and the program omits (except that
 *   `excludeFirstDegreeFromCampaigns` is true if a step sends a connection request). Optional outputs that the program does
 *   not declare stay undefined. In a preview, only the arguments are outputs.
 *
 * Rejects for an answer with the name of no function. Checks that only an update performs (twins, running campaigns, the
 * request limit) are not part of such a test: use the local service, `pulumi-outreach-sandbox`, for these.
 *
 * @param mocks Results of functions, and mocks for other packages.
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
  const { standIn, listNames: names } = completedAnswers(mocks.answers ?? {});
  const program = new ProgramUnderTest(standIn);
  listNames.set(program, names);
  const standingIn = mocksFor(program, Object.values(kinds), added, mocks);
  await beginTest(program, standingIn, project, stack, preview, organization);
}

/**
 * All resources of a kind that the program declares, in order, once all their arguments are known. Waits for those declared
 * inside `apply`.
 *
 * Rejects if an argument breaks a rule, with the problems of all the program's resources, or if `setMocks` of this module
 * was not called.
 *
 * @example
 * for (const { texts } of await declared("Campaign")) expect(texts.filter(({ byAi }) => byAi)).toEqual([]);
 *
 * @typeParam K the name of the kind
 * @param kind `List`, `SourceAgent` or `Campaign`.
 */
export function declared<K extends keyof DeclaredKinds>(kind: K): Promise<readonly DeclaredKinds[K][]>;
/**
 * The resource of a kind with this name in the program. If there is none, rejects with the existing names.
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
 * The value of an Output: of a resource, a function, or an export of the program.
 *
 * Rejects if the Output fails, if an argument in the program breaks a rule, or if the value is unknown in a preview.
 *
 * @typeParam T the type of the value
 * @param output For several at once, `pulumi.all([…])`.
 */
export function resolved<T>(output: Output<T>): Promise<T>;
/**
 * The value of an optional field of an Output, such as `getListOutput(…).contactCount`.
 *
 * @typeParam T the type of the value
 * @param output Its type includes undefined, although it never is.
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
