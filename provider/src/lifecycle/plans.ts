import { madeContent } from "./content";
import type { Values } from "./declared";
import { keyOf } from "./updates";

/** A planned create of this run. */
export interface Planned {
  /** Name of the kind. */
  readonly kind: string;
  readonly urn: string;
  readonly inputs: Values;
  /** Equal for creates of one kind with equal inputs. */
  readonly key: string;
}

/** The creates seen by check that have not been made yet. */
export class Plans {
  private readonly byUrn = new Map<string, Planned>();
  private readonly urns = new Map<string, string>();
  /** The keys of the creates that the engine has requested. */
  private readonly begun = new Set<string>();

  /** Adds a resource's create. Returns another resource of the program whose create has equal inputs. */
  add(kind: string, urn: string, inputs: Values): string | undefined {
    const key = keyOfCreate(kind, inputs);
    const same = this.urns.get(key);
    if (same === undefined) this.urns.set(key, urn);
    this.byUrn.set(urn, { kind, urn, inputs, key });
    return same === urn ? undefined : same;
  }

  /** Notes that the engine requests the creates with these inputs, which may fail. */
  begin(kind: string, inputs: Values): void {
    this.begun.add(keyOfCreate(kind, inputs));
  }

  /** True if the engine has not requested this create yet. */
  isToCome({ key }: Planned): boolean {
    return !this.begun.has(key);
  }

  /** Removes the creates with these inputs once one has been made: from then on, the account contains the object. */
  fulfil(kind: string, inputs: Values): void {
    const key = keyOfCreate(kind, inputs);
    for (const [urn, planned] of this.byUrn) if (planned.key === key) this.byUrn.delete(urn);
    this.urns.delete(key);
  }

  /** The create of one of these resources. */
  of(...urns: readonly (string | undefined)[]): Planned | undefined {
    return urns.flatMap((urn) => (urn === undefined ? [] : (this.byUrn.get(urn) ?? [])))[0];
  }

  /** The creates of one kind. */
  all(kind: string): Planned[] {
    return [...this.byUrn.values()].filter((planned) => planned.kind === kind);
  }
}

function keyOfCreate(kind: string, inputs: Values): string {
  return keyOf({ name: kind }, madeContent(inputs));
}
