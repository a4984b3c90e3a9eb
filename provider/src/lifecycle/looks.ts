import type { Account } from "../api/account";
import type { InRun } from "./facts";
import type { RunMemory } from "./memory";
import type { Run } from "./run";

/** The objects that contact the people of a target. */
export interface Users {
  readonly ids: ReadonlySet<string>;
  /** False if some of these people cannot be read: other objects may contact them. */
  readonly areAll: boolean;
}

/** What a kind adds to what can be found out about its objects. */
export interface Looks {
  /** What this run knows of such objects by itself. */
  inRun(memory: RunMemory): Iterable<InRun>;
  /** The kind whose objects are the targets, and the field in which each shows the object that uses it. */
  readonly targetsShow: { readonly kind: string; readonly field: string };
  /** True if this run has changed what such targets show since they were listed. */
  haveMoved(run: Run, targets: readonly string[]): boolean;
  users(account: Account, about: string, target: string): Promise<Users>;
  /** Whether the object has contacted anybody; undefined if that cannot be read. */
  hasRun(account: Account, about: string, id: string): Promise<boolean | undefined>;
}
