import type { Values } from "./provider";

/** One resource of the state. */
export interface Entry {
  id: string;
  inputs: Values;
  outputs: Values;
  /** Not empty after a failed create or update that was recorded. */
  initErrors?: readonly string[];
  /** It was deleted for its replacement, which does not exist yet. */
  pendingReplacement?: boolean;
  retainOnDelete?: boolean;
}

interface Condemned {
  readonly urn: string;
  readonly entry: Entry;
}

/** What the engine has recorded of a stack. */
export class State {
  /** By URN, in the order of their creation. */
  readonly current = new Map<string, Entry>();
  /** Replaced resources, which are deleted when everything else is done. */
  condemned: readonly Condemned[] = [];

  /** Records a new resource, which may replace another one. */
  made(urn: string, entry: Entry): void {
    this.current.delete(urn);
    this.current.set(urn, entry);
  }

  condemn(urn: string, entry: Entry): void {
    this.condemned = [...this.condemned, { urn, entry }];
  }

  drop(urn: string, entry: Entry): void {
    if (this.current.get(urn) === entry) this.current.delete(urn);
    this.condemned = this.condemned.filter((each) => each.entry !== entry);
  }
}
