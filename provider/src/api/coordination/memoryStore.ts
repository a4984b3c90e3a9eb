import { randomUUID } from "node:crypto";
import type { Clock } from "../clock";
import { afterRemembering, hasRun, isSettledBy, ranOnAfter } from "./notes";
import type {
  Creation,
  Lease,
  Marks,
  Outcome,
  Owner,
  ProcessRun,
  Recorded,
  Scope,
  SentElsewhere,
  Store,
  Taken,
  Use,
} from "./store";
import { mostCreations, unsureFor } from "./store";

interface Held {
  readonly lease: Lease;
  readonly holder: string;
  /** When it was last taken or held. */
  since: number;
  freeAt: number;
}

/** A creation with the run that sent it, the time it was recorded, and the mark of its latest outcome. */
type Row = Creation & { readonly by: string; readonly mark: number; readonly at: number };

/** State shared by the accounts of one process. */
export class Memory {
  readonly held = new Map<string, Held[]>();
  readonly blockedUntil = new Map<string, number>();
  readonly owners = new Map<string, string>();
  /** In ascending order of marks. */
  readonly creations: Row[] = [];
  lastMark = 0;
}

/** Coordinates the accounts of one process in memory. */
export class MemoryStore implements Store {
  constructor(
    private readonly memory: Memory,
    private readonly clock: Clock,
    private readonly run: ProcessRun,
  ) {}

  async take(resource: string, places: number, wanted: number, milliseconds: number): Promise<Taken> {
    const now = this.clock.now();
    const held = (this.memory.held.get(resource) ?? []).filter(({ freeAt }) => freeAt > now);
    this.memory.held.set(resource, held);
    const blockedFor = Math.max(0, (this.memory.blockedUntil.get(resource) ?? 0) - now);
    const free = Math.max(0, places - held.length);
    if (free === 0 || blockedFor > 0) {
      const [next] = free > 0 ? [] : held.toSorted((left, right) => left.freeAt - right.freeAt);
      const freeIn = Math.max(blockedFor, (next?.freeAt ?? now) - now);
      const holder = next && { label: next.holder, silentFor: now - next.since };
      return { leases: [], freeIn, blockedFor, ...(holder && { holder }) };
    }
    const leases = Array.from({ length: Math.min(free, wanted) }, () => ({ resource, place: 1, token: randomUUID() }));
    for (const lease of leases) held.push({ lease, holder: this.run.label, since: now, freeAt: now + milliseconds });
    return { leases, freeIn: 0, blockedFor };
  }

  async hold(lease: Lease, milliseconds: number): Promise<boolean> {
    const now = this.clock.now();
    const own = this.memory.held.get(lease.resource)?.find((one) => one.lease.token === lease.token);
    if (own === undefined || own.freeAt <= now) return false;
    own.since = now;
    own.freeAt = now + milliseconds;
    return true;
  }

  async block(resource: string, milliseconds: number): Promise<void> {
    const { blockedUntil } = this.memory;
    blockedUntil.set(resource, Math.max(blockedUntil.get(resource) ?? 0, this.clock.now() + milliseconds));
  }

  async use(resource: string): Promise<Use> {
    const now = this.clock.now();
    const held = this.memory.held.get(resource) ?? [];
    const taken = held.filter(({ freeAt }) => freeAt > now).length;
    const freeFor =
      held.length === 0 ? {} : { freeFor: Math.max(0, now - Math.max(...held.map(({ freeAt }) => freeAt))) };
    return { taken, blockedFor: Math.max(0, (this.memory.blockedUntil.get(resource) ?? 0) - now), ...freeFor };
  }

  async record(creation: Creation): Promise<void> {
    const { creations } = this.memory;
    const before = creations.findIndex(({ token }) => token === creation.token);
    const known = creations[before];
    if (known !== undefined && !isSettledBy(known, creation)) return;
    if (known !== undefined) creations.splice(before, 1);
    const hasBefore = hasRun(creation);
    const ran = { ...(hasBefore ? { ran: true } : {}), ...ranOnAfter(hasBefore, creation) };
    const { outcome, id } = creation;
    this.append({ ...(known ?? { ...creation, ...ran, by: this.run.id }), outcome, id, at: this.clock.now() });
    if (creations.length <= mostCreations) return;
    const oldest = creations.findIndex(({ outcome, ran }) => outcome !== "sent" && ran !== true);
    if (oldest >= 0) creations.splice(oldest, 1);
  }

  async marks({ service, owner }: Owner): Promise<Marks> {
    const own = this.memory.creations.filter((creation) => creation.service === service && creation.owner === owner);
    return Object.fromEntries(own.map(({ kind, mark }) => [kind, mark]));
  }

  async createdSince(of: Scope, name: string | undefined, mark: number): Promise<boolean> {
    return (
      mark > this.memory.lastMark ||
      this.all(of).some(
        (creation) =>
          creation.by !== this.run.id &&
          creation.outcome !== "refused" &&
          (creation.mark > mark || (creation.outcome === "sent" && creation.at > this.clock.now() - unsureFor)) &&
          (name === undefined || creation.name === name),
      )
    );
  }

  async createdElsewhere(of: Scope): Promise<readonly string[]> {
    return this.all(of).flatMap(({ by, id }) => (by === this.run.id || id === undefined ? [] : [id]));
  }

  async sentElsewhere(of: Scope): Promise<readonly SentElsewhere[]> {
    const others = this.all(of).filter(({ by, outcome }) => by !== this.run.id && outcome === "sent");
    return others.map(({ token, at }) => {
      const age = this.clock.now() - at;
      return { token, age, at: this.clock.wallTime() - age };
    });
  }

  async creations(of: Scope, name?: string): Promise<readonly Recorded[]> {
    return this.all(of)
      .filter((creation) => creation.outcome !== "refused" && (name === undefined || creation.name === name))
      .map(({ by, mark: _mark, at: _at, ...creation }) => ({ ...creation, own: by === this.run.id }));
  }

  async creationsOf(of: Scope, id: string): Promise<readonly Recorded[]> {
    return (await this.creations(of)).filter((each) => each.id === id);
  }

  async remember(object: Creation & { readonly id: string }): Promise<void> {
    const { creations } = this.memory;
    const known = this.all(object).filter(({ id }) => id === object.id);
    if (known.length === 0) return await this.record(object);
    for (const old of known) creations[creations.indexOf(old)] = afterRemembering(old, object);
  }

  async recordAsOff(of: Scope, id: string): Promise<void> {
    const { creations } = this.memory;
    const running = this.all(of).filter((each) => each.id === id && each.running === true);
    for (const old of running) creations[creations.indexOf(old)] = { ...old, running: false, ran: true };
  }

  async settle(tokens: readonly string[], outcome: Outcome): Promise<void> {
    const { creations } = this.memory;
    for (const token of tokens) {
      const known = creations.find((each) => each.token === token && each.outcome === "sent");
      if (known === undefined) continue;
      creations.splice(creations.indexOf(known), 1);
      this.append({ ...known, ...outcome });
    }
  }

  async inherit(from: Owner, to: Owner): Promise<void> {
    const { creations } = this.memory;
    const ofOwner = (owner: Owner) =>
      creations.filter((each) => each.service === owner.service && each.owner === owner.owner);
    const known = ofOwner(to).filter(({ id }) => id !== undefined);
    const held = new Set(known.map(({ kind, id }) => `${kind} ${id}`));
    for (const creation of ofOwner(from)) {
      const token = `${creation.token} ${to.service} ${to.owner}`;
      const isKnown = held.has(`${creation.kind} ${creation.id}`) || creations.some((each) => each.token === token);
      if (isKnown || creation.outcome === "refused") continue;
      this.append({ ...creation, ...to, token });
    }
  }

  async ownerOf(keyHash: string): Promise<string | undefined> {
    return this.memory.owners.get(keyHash);
  }

  async rememberOwner(keyHash: string, owner: string): Promise<void> {
    this.memory.owners.set(keyHash, owner);
  }

  async close(): Promise<void> {}

  /** Assigns a mark higher than all earlier ones. */
  private append(creation: Omit<Row, "mark">): void {
    this.memory.lastMark += 1;
    this.memory.creations.push({ ...creation, mark: this.memory.lastMark });
  }

  private all({ service, kind, owner }: Scope) {
    return this.memory.creations.filter(
      (creation) => creation.service === service && creation.kind === kind && creation.owner === owner,
    );
  }
}
