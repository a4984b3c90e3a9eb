import { createHash } from "node:crypto";
import type { Kind } from "../api/account";
import type { Values } from "./definition";

/** What `check` learns about a resource and the engine hands to no later verb. */
export interface Hints {
  readonly urn?: string;
  /** The resource option `retainOnDelete`. */
  readonly retained: boolean;
  /** The program says `adopt`, though the resource exists already. */
  readonly adopt?: unknown;
}

/** A campaign that the program declares, as far as it is known. */
export interface CampaignInView {
  readonly urn: string;
  readonly name: string;
  readonly active: boolean;
  readonly listIds: readonly number[];
}

/** Names inputs by their content: the host passes the same objects with their keys in any order. */
export function fingerprint(inputs: Values): string {
  return createHash("sha1").update(JSON.stringify(inputs, sortedKeys)).digest("base64");
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * What one process of a run remembers between calls. Nothing here is needed for correctness across processes: every
 * guard that counts is repeated against the service before something is sent.
 */
export class RunMemory {
  private readonly hints = new Map<string, Hints>();
  private readonly justRead = new Set<string>();
  private readonly planned = new Map<string, Values>();
  private readonly adopting = new Map<string, string>();
  private readonly released = new Set<string>();
  private readonly renames = new Map<string, { id: string; name: string }>();
  readonly campaigns = new Map<string, CampaignInView>();

  remember(inputs: Values, hints: Hints): void {
    this.hints.set(fingerprint(inputs), hints);
  }

  hintsFor(inputs: Values): Hints {
    return this.hints.get(fingerprint(inputs)) ?? { retained: false };
  }

  /** A refresh asks for a diff of what it has just read against the old inputs, and must not be refused. */
  noteRead(kind: Kind, id: string): void {
    this.justRead.add(`${kind} ${id}`);
  }

  takeRead(kind: Kind, id: string): boolean {
    return this.justRead.delete(`${kind} ${id}`);
  }

  /** A create of this resource is coming: a delete of the same resource before it is a replacement. */
  notePlanned(urn: string, inputs: Values): void {
    this.planned.set(urn, inputs);
  }

  plannedFor(urn: string | undefined): Values | undefined {
    return urn === undefined ? undefined : this.planned.get(urn);
  }

  /** The URN that already adopts this object, if it is another one. */
  adopts(kind: Kind, id: string, urn: string): string | undefined {
    const key = `${kind} ${id}`;
    const other = this.adopting.get(key);
    if (other === undefined) this.adopting.set(key, urn);
    return other === urn ? undefined : other;
  }

  /** This run stopped managing the object, so it is no twin of what takes its place. */
  noteReleased(kind: Kind, id: string): void {
    this.released.add(`${kind} ${id}`);
  }

  wasReleased(kind: Kind, id: string): boolean {
    return this.released.has(`${kind} ${id}`);
  }

  noteRename(inputs: Values, old: { id: string; name: string }): void {
    this.renames.set(fingerprint(inputs), old);
  }

  renameOf(inputs: Values): { id: string; name: string } | undefined {
    return this.renames.get(fingerprint(inputs));
  }
}
