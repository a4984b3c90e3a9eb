import type { Clock } from "../../provider/src/api/clock";
import { Memory, MemoryStore } from "../../provider/src/api/coordination/memoryStore";
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
  Taken,
  Use,
} from "../../provider/src/api/coordination/store";
import type { Footprint } from "./world";

/** Waits until the explorer lets this statement happen. */
export type Statement = <T>(
  label: string,
  footprint: Footprint,
  work: () => Promise<T>,
  isOfLimit?: boolean,
) => Promise<T>;

/** The store that processes share. Each statement of the SQL store is one step. */
export class SharedStore extends MemoryStore {
  constructor(
    memory: Memory,
    clock: Clock,
    run: ProcessRun,
    private readonly statement: Statement,
  ) {
    super(memory, clock, run);
  }

  override async take(resource: string, places: number, wanted: number, milliseconds: number): Promise<Taken> {
    const work = () => super.take(resource, places, wanted, milliseconds);
    return await this.statement(`take ${short(resource)}`, writes(resource), work, isLimit(resource));
  }

  override async hold(lease: Lease, milliseconds: number): Promise<boolean> {
    const { resource } = lease;
    const label = `${milliseconds === 0 ? "give up" : "hold"} ${short(resource)}`;
    const work = () => super.hold(lease, milliseconds);
    return await this.statement(label, writes(resource), work, isLimit(resource));
  }

  override block(resource: string, milliseconds: number): Promise<void> {
    const work = () => super.block(resource, milliseconds);
    return this.statement(`block ${short(resource)}`, writes(resource), work, isLimit(resource));
  }

  override use(resource: string): Promise<Use> {
    const work = () => super.use(resource);
    return this.statement(`is there a ${short(resource)}?`, reads(resource), work, isLimit(resource));
  }

  override record(creation: Creation): Promise<void> {
    const label = `record ${creation.kind} ${creation.outcome}`;
    return this.statement(label, writes(created(creation)), () => super.record(creation));
  }

  override marks(of: Owner): Promise<Marks> {
    return this.statement("read marks", { reads: createdOfAll, writes: [] }, () => super.marks(of));
  }

  override createdSince(of: Scope, name: string | undefined, mark: number): Promise<boolean> {
    return this.statement(`created ${of.kind} since?`, reads(created(of)), () => super.createdSince(of, name, mark));
  }

  override createdElsewhere(of: Scope): Promise<readonly string[]> {
    return this.statement(`created ${of.kind} elsewhere?`, reads(created(of)), () => super.createdElsewhere(of));
  }

  override sentElsewhere(of: Scope): Promise<readonly SentElsewhere[]> {
    return this.statement(`sent ${of.kind} elsewhere?`, reads(created(of)), () => super.sentElsewhere(of));
  }

  override creations(of: Scope, name?: string): Promise<readonly Recorded[]> {
    return this.statement(`read creations of ${of.kind}`, reads(created(of)), () => super.creations(of, name));
  }

  /** An update and, if there was no row, an insert: two statements in SQL. */
  override async remember(object: Creation & { readonly id: string }): Promise<void> {
    const isKnown = await this.statement(`remember ${object.kind} ${object.id}`, writes(created(object)), async () => {
      const known = await super.creations(object);
      const isThere = known.some(({ id }) => id === object.id);
      if (isThere) await super.remember(object);
      return isThere;
    });
    if (!isKnown) await this.record(object);
  }

  override async settle(tokens: readonly string[], outcome: Outcome): Promise<void> {
    await this.statement("settle", { reads: [], writes: createdOfAll }, () => super.settle(tokens, outcome));
  }
}

export function copied(memory: Memory): Memory {
  const { held, blockedUntil, owners, creations, lastMark } = structuredClone(memory);
  const copy = new Memory();
  for (const [key, value] of held) copy.held.set(key, value);
  for (const [key, value] of blockedUntil) copy.blockedUntil.set(key, value);
  for (const [key, value] of owners) copy.owners.set(key, value);
  copy.creations.push(...creations);
  copy.lastMark = lastMark;
  return copy;
}

export function isLimit(resource: string): boolean {
  return resource.endsWith("/requests");
}

/** `turn Campaign`, `waiting Campaign` for processes that wait for it, `keeper of …` for objects that are kept. */
function short(resource: string): string {
  const [, kind = "", , more] = resource.split("/");
  if (isLimit(resource)) return "request limit";
  if (more === undefined) return `turn ${kind}`;
  return more === "waiting" ? `waiting ${kind}` : `keeper of ${kind} ${more}`;
}

const created = ({ kind }: Pick<Scope, "kind">) => `created ${kind}`;
const createdOfAll = ["List", "SourceAgent", "Campaign"].map((kind) => created({ kind }));
const reads = (what: string): Footprint => ({ reads: [what], writes: [] });
const writes = (what: string): Footprint => ({ reads: [], writes: [what] });
