import { randomUUID } from "node:crypto";
import type { CreationNotes, KnownCreation, Settled } from "../objects";
import { nameForm } from "../texts";
import { digest, serviceDigest } from "./digest";
import { afterRemembering, isSame, withBothTargets, withTargets } from "./notes";
import type { Marks, Notes, Outcome, Recorded, Scope, Store } from "./store";

/** A kind and a user of this service. */
type Owned = Omit<Scope, "service">;

/** What runs have recorded about the objects of one service. */
export class Creations {
  /** The notes of each object, by kind and owner, then by id (undefined for creates without an outcome). */
  private readonly remembered = new Map<string, Promise<Map<string | undefined, Notes>>>();

  /** Each create reads all records, of which few change. */
  private readonly knownAs = new WeakMap<Recorded, KnownCreation>();

  constructor(
    private readonly service: string,
    private readonly shared: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  ) {}

  /** The highest mark of each kind. */
  async marks(owner: string): Promise<Marks> {
    return await this.shared((store) => store.marks({ service: this.service, owner }));
  }

  /** True if another process may have created an object with this name since the marks were read. */
  async since(of: Owned, name: string | undefined, marks: Marks): Promise<boolean> {
    const named = name === undefined ? undefined : nameDigest(name);
    return await this.shared((store) => store.createdSince(this.of(of), named, marks[of.kind] ?? 0));
  }

  /** Ids of the objects that other processes have created. */
  async elsewhere(of: Owned): Promise<ReadonlySet<string>> {
    return new Set(await this.shared((store) => store.createdElsewhere(this.of(of))));
  }

  /** All creations that were not refused, or only those with this name. */
  async known(of: Owned, name: string, which: "all" | "sameName"): Promise<readonly KnownCreation[]> {
    const named = nameDigest(name);
    const all = await this.shared((store) => store.creations(this.of(of), which === "all" ? undefined : named));
    return all.map((each) => {
      const known = this.knownAs.get(each) ?? asKnown(each);
      this.knownAs.set(each, known);
      return each.name === named ? { ...known, sameName: true } : known;
    });
  }

  /**
   * Records these notes about an object; with `unlessKnown`, only those not recorded yet. A run that reads thousands of
   * objects loads the records once and writes only changes.
   */
  async remember(of: Owned, id: string, name: string, notes: CreationNotes, unlessKnown: boolean): Promise<void> {
    const all = await this.all(of);
    const known = all.get(id);
    const merged = known !== undefined && unlessKnown ? withBothTargets(notes, known) : withTargets(notes, known);
    const named = nameDigest(name);
    const object = { name: notes.isNameLater === true ? (known?.name ?? named) : named, ...merged };
    const after = afterRemembering(known ?? { name: object.name }, object);
    if (known !== undefined && isSame(known, after)) return;
    await this.shared((store) =>
      store.remember({ ...this.of(of), ...object, id, token: randomUUID(), outcome: "made" }),
    );
    all.set(id, after);
  }

  /** The notes of one object; with `fresh`, including what other processes recorded after this one loaded them. */
  async one(of: Owned, id: string, fresh: boolean): Promise<CreationNotes | undefined> {
    const all = await this.all(of);
    if (!fresh) return all.get(id);
    const found = (await this.shared((store) => store.creationsOf(this.of(of), id))).at(-1);
    if (found === undefined) all.delete(id);
    else all.set(id, found);
    return found;
  }

  private async all(of: Owned): Promise<Map<string | undefined, Notes>> {
    const key = keyOf(of);
    const loading = this.remembered.get(key) ?? this.load(of);
    this.remembered.set(key, loading);
    return await loading.catch((error: unknown) => {
      this.remembered.delete(key);
      throw error;
    });
  }

  private async load(of: Owned): Promise<Map<string | undefined, Notes>> {
    const all = await this.shared((store) => store.creations(this.of(of)));
    return new Map(all.map((each) => [each.id, each]));
  }

  /** Copies the records of this user at another address, or of another user, to the owner. */
  async inherit(from: { readonly origin: string; readonly userId: string }, owner: string): Promise<void> {
    const to = { service: this.service, owner };
    const theirs = { service: serviceDigest(from.origin), owner: from.userId };
    // All host names of this machine have the same digest.
    if (theirs.service === to.service && theirs.owner === to.owner) return;
    await this.shared((store) => store.inherit(theirs, to));
    this.remembered.clear();
  }

  /** Corrects the record of an object that is recorded as running: it has run and is off. */
  async recordAsOff(of: Owned, id: string): Promise<void> {
    await this.shared((store) => store.recordAsOff(this.of(of), id));
    const all = await this.all(of);
    const known = all.get(id);
    if (known?.running === true) all.set(id, { ...known, running: false, ran: true });
  }

  /** Records the outcome of creates whose responses were lost. */
  async settle(tokens: readonly string[], settled: Settled): Promise<void> {
    if (tokens.length === 0) return;
    const outcome: Outcome = settled === "refused" ? { outcome: "refused" } : { outcome: "made", id: settled.id };
    await this.shared((store) => store.settle(tokens, outcome));
  }

  private of(of: Owned): Scope {
    return { ...of, service: this.service };
  }
}

function asKnown(recorded: Recorded): KnownCreation {
  const { service: _service, kind: _kind, owner: _owner, outcome: _outcome, name, id, ...its } = recorded;
  return { ...its, id, sameName: false, isNamed: (another) => nameDigest(another) === name };
}

function keyOf({ kind, owner }: Owned): string {
  return `${kind} ${owner}`;
}

/** The digest under which a name is recorded, independent of Unicode form and whitespace. */
export function nameDigest(name: string): string {
  return digest("name", nameForm(name)).slice(0, 22);
}
