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

/** What the people of a target are to a file that names who is not to be contacted. */
export type Suppressed =
  /** It was not found out, as part of a sentence. */
  | { readonly problem: string }
  | {
      /** People whom the file names. */
      readonly found: number;
      /** The lines that name them, from 1. */
      readonly lines: readonly number[];
      /** People of whom the service shows nothing that a line could name. */
      readonly untold: number;
    };

/** What a kind adds to what can be found out about its objects. */
export interface Looks {
  /** What this run knows of such objects by itself. */
  inRun(memory: RunMemory): Iterable<InRun>;
  /** The kind whose objects are the targets, and the field in which each shows the object that uses it. */
  readonly targetsShow: { readonly kind: string; readonly field: string };
  /** True if this run has changed what such targets show since they were listed. */
  haveMoved(run: Run, targets: readonly string[]): boolean;
  users(account: Account, about: string, target: string): Promise<Users>;
  /** @param file the path of the file */
  suppressed(account: Account, about: string, target: string, file: string): Promise<Suppressed>;
  /** Whether the object has contacted anybody; undefined if that cannot be read. */
  hasRun(account: Account, about: string, id: string): Promise<boolean | undefined>;
}
