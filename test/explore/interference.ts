import type { Due, Footprint } from "./world";

/** The footprint of a step that cannot be swapped with any other. */
export const everything: Footprint = { reads: [], writes: ["everything"] };
export const nothing: Footprint = { reads: [], writes: [] };

interface Users {
  readonly readers: Set<string>;
  readonly writers: Set<string>;
}

/**
 * Which processes read and write which data, learned while exploring. A step on data that no other process touches is
 * tried in one order only. If another process touches the data later, the exploration starts again.
 */
export class Interference {
  private readonly users = new Map<string, Users>();
  private readonly trusted = new Set<string>();
  /** True if data that was considered free is not. */
  isBroken = false;

  note(steps: readonly Due[]): void {
    for (const step of steps) {
      const actor = ownerOf(step);
      for (const { footprint } of step.ways()) this.noteOne(actor, footprint);
    }
  }

  private noteOne(actor: string, { reads, writes }: Footprint): void {
    for (const what of reads) this.add(actor, what, "readers");
    for (const what of writes) if (what !== "everything") this.add(actor, what, "writers");
  }

  private add(actor: string, what: string, as: keyof Users): void {
    const users = this.users.get(what) ?? { readers: new Set(), writers: new Set() };
    this.users.set(what, users);
    if (users[as].has(actor)) return;
    users[as].add(actor);
    this.isBroken ||= [...this.trusted].some((each) => {
      const [trusting, its, isWrite] = each.split("|");
      return its === what && trusting !== actor && (as === "writers" || isWrite === "write");
    });
  }

  /** True if no other process writes what this one reads, or touches what it writes. */
  isFree(actor: string, { reads, writes }: Footprint): boolean {
    const others = (users: ReadonlySet<string> | undefined) => [...(users ?? [])].some((other) => other !== actor);
    const isFree =
      reads.every((what) => !others(this.users.get(what)?.writers)) &&
      writes.every((what) => !others(this.users.get(what)?.writers) && !others(this.users.get(what)?.readers));
    if (!isFree) return false;
    for (const what of reads) this.trusted.add(`${actor}|${what}|read`);
    for (const what of writes) this.trusted.add(`${actor}|${what}|write`);
    return true;
  }
}

/** A request on its way belongs to the process that sent it. */
function ownerOf({ actor, key }: Due): string {
  return actor === "network" ? (/ of (.+) arrives$/.exec(key)?.[1] ?? actor) : actor;
}

export function conflicts(one: Footprint, other: Footprint): boolean {
  return hits(one, other) || hits(other, one);
}

function hits({ writes }: Footprint, other: Footprint): boolean {
  return writes.some((what) => other.reads.includes(what) || other.writes.includes(what));
}
