import type { WayOut } from "../../../provider/src/lifecycle/wayOut";

export type Values = Record<string, unknown>;

/** The result of `diff`; without `changes` the engine compares the inputs itself. */
export interface Diffed {
  readonly changes?: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface Checked {
  readonly inputs: Values;
  readonly failures: readonly string[];
  /** The ways out that a provider in this process names. */
  readonly ways?: readonly WayOut[] | undefined;
}

/** The verbs of a provider, as the engine calls them. */
export interface Provider {
  check(urn: string, olds: Values, news: Values): Promise<Checked>;
  diff(urn: string, id: string, olds: Values, news: Values): Promise<Diffed>;
  create(urn: string, inputs: Values): Promise<{ id: string; outputs: Values }>;
  /** An empty id: the object no longer exists. Empty inputs: they stay the same. */
  read(urn: string, id: string, outputs: Values): Promise<{ id: string; inputs: Values; outputs: Values }>;
  update(urn: string, id: string, olds: Values, news: Values): Promise<{ outputs: Values }>;
  delete(urn: string, id: string, outputs: Values): Promise<void>;
}

/** A check that failed. */
export class CheckError extends Error {
  constructor(
    failures: readonly string[],
    readonly ways: readonly WayOut[] = [],
  ) {
    super(failures.join("\n"));
  }
}

/** A create or an update that failed and whose object the engine records with the reasons. */
export class InitError extends Error {
  constructor(
    readonly id: string,
    readonly properties: Values,
    readonly reasons: readonly string[],
    readonly ways: readonly WayOut[] = [],
  ) {
    super(reasons.join("\n"));
  }
}
