import type { Account } from "../api/account";
import type { InRun } from "./facts";
import type { RunMemory } from "./memory";
import type { Run } from "./run";

/** The objects that contact a target's people. */
export interface Users {
  readonly ids: ReadonlySet<string>;
  /** False if some of these people cannot be read, so that other objects may contact them. */
  readonly areAll: boolean;
}

/** The result of comparing a target's people with the file of those who must not be contacted. */
export type Suppressed =
  /** Why it could not be determined, as part of a sentence. */
  | { readonly problem: string }
  | {
      /** Number of people who match an entry in the file. */
      readonly found: number;
      /** The matching lines, from 1. */
      readonly lines: readonly number[];
      /** Number of people for whom the service returns no data that could match. */
      readonly untold: number;
    };

/** Additional ways in which a kind finds out data about its objects. */
export interface Looks {
  /** What this run itself knows about such objects. `name`: of the object that it creates, changes or adopts. */
  inRun(memory: RunMemory, name: unknown): Iterable<InRun>;
  /** The kind of the targets, and the field of a target that refers to the object using it. */
  readonly targetsShow: { readonly kind: string; readonly field: string };
  /** True if this run has changed that field since the targets were listed. */
  haveMoved(run: Run, targets: readonly string[]): boolean;
  users(account: Account, about: string, target: string): Promise<Users>;
  /** @param file the path of the file */
  suppressed(account: Account, about: string, target: string, file: string): Promise<Suppressed>;
  /** Whether the object has contacted anybody; undefined if unknown. */
  hasRun(account: Account, about: string, id: string): Promise<boolean | undefined>;
}
