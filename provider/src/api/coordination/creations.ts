import { randomUUID } from "node:crypto";
import type { CreationNotes, KnownCreation, Settled } from "../account";
import { digest, serviceDigest } from "./digest";
import type { Marks, Of, Outcome, Store } from "./store";

type Owned = Omit<Of, "service">;
/** Of one object, its name as a digest. */
type Remembered = CreationNotes & { readonly name: string };

/** What all processes that use one account know of what was created in it. */
export class Creations {
  /** What is recorded of each object, by kind and owner. */
  private readonly remembered = new Map<string, Promise<Map<string, Remembered>>>();

  constructor(
    private readonly service: string,
    private readonly shared: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  ) {}

  async marks(owner: string): Promise<Marks> {
    return await this.shared((store) => store.marks({ service: this.service, owner }));
  }

  async since(of: Owned, name: string | undefined, marks: Marks): Promise<boolean> {
    const named = name === undefined ? undefined : nameDigest(name);
    return await this.shared((store) => store.createdSince(this.of(of), named, marks[of.kind] ?? 0));
  }

  async elsewhere(of: Owned): Promise<ReadonlySet<string>> {
    return new Set(await this.shared((store) => store.createdElsewhere(this.of(of))));
  }

  async known(of: Owned, name: string, which: "all" | "sameName"): Promise<readonly KnownCreation[]> {
    const named = nameDigest(name);
    const all = await this.shared((store) => store.creations(this.of(of), which === "all" ? undefined : named));
    return all.map(({ service: _service, kind: _kind, owner: _owner, outcome: _outcome, name, id, ...its }) => ({
      ...{ ...its, id, sameName: name === named },
      isNamed: (another: string) => nameDigest(another) === name,
    }));
  }

  /** A run that reads thousands of objects asks once what is recorded, and writes only what is not. */
  async remember(of: Owned, id: string, name: string, notes: CreationNotes, unlessKnown: boolean): Promise<void> {
    const remembered = await this.all(of);
    const known = remembered.get(id);
    const merged = known !== undefined && unlessKnown ? notLess(notes, known) : withTargets(notes, known);
    const object = { name: nameDigest(name), ...merged, ...heldBy(known, notes) };
    if (known !== undefined && isToldBy(known, object)) return;
    await this.shared((store) =>
      store.remember({ ...this.of(of), ...object, id, token: randomUUID(), outcome: "made" }),
    );
    const adopted = object.released === true ? undefined : (object.adopted ?? known?.adopted);
    remembered.set(id, { ...known, ...object, adopted, released: object.released });
  }

  async one(of: Owned, id: string): Promise<CreationNotes | undefined> {
    return (await this.all(of)).get(id);
  }

  private async all(of: Owned): Promise<Map<string, Remembered>> {
    const key = `${of.kind} ${of.owner}`;
    const loading = this.remembered.get(key) ?? this.load(of);
    this.remembered.set(key, loading);
    return await loading.catch((error: unknown) => {
      this.remembered.delete(key);
      throw error;
    });
  }

  private async load(of: Owned): Promise<Map<string, Remembered>> {
    const all = await this.shared((store) => store.creations(this.of(of)));
    return new Map(all.flatMap((each) => (each.id === undefined ? [] : [[each.id, each]])));
  }

  /** What is recorded of this user at another address, or of another user, counts for the owner as well. */
  async inherit(from: { readonly origin: string; readonly userId: string }, owner: string): Promise<void> {
    const to = { service: this.service, owner };
    const theirs = { service: serviceDigest(from.origin), owner: from.userId };
    // The names of this machine are one address.
    if (theirs.service === to.service && theirs.owner === to.owner) return;
    await this.shared((store) => store.inherit(theirs, to));
    this.remembered.clear();
  }

  async settle(tokens: readonly string[], settled: Settled): Promise<void> {
    if (tokens.length === 0) return;
    const outcome: Outcome = settled === "refused" ? { outcome: "refused" } : { outcome: "made", id: settled.id };
    await this.shared((store) => store.settle(tokens, outcome));
  }

  private of(of: Owned): Of {
    return { ...of, service: this.service };
  }
}

/** The targets in a state may be fewer than those that another run has recorded. */
function withTargets({ areAllTargets, ...notes }: CreationNotes, known: Remembered | undefined): CreationNotes {
  if (areAllTargets === true || notes.targets === undefined || known?.targets === undefined) return notes;
  return { ...notes, targets: [...new Set([...known.targets, ...notes.targets])] };
}

/** Another stack has adopted it: as in the store, it stays recorded as that one's. */
function heldBy(known: Remembered | undefined, { adopted }: CreationNotes): Pick<CreationNotes, "stack" | "resource"> {
  return known?.adopted === true && adopted !== true ? { stack: known.stack, resource: known.resource } : {};
}

/** Neither a state nor what is recorded shows what is at the service: what either of them fears counts. */
function notLess(notes: CreationNotes, known: Remembered): CreationNotes {
  const { areAllTargets: _all, running, ...others } = notes;
  return { ...withTargets(others, known), running: running === true || known.running };
}

/** Nothing among these is to be written: a field that says nothing keeps what is recorded. */
function isToldBy(known: Remembered, object: Remembered): boolean {
  const fields = ["name", "targets", "running", "ran", "stack", "resource", "adopted"] as const;
  const isSame = (field: (typeof fields)[number]) =>
    object[field] === undefined || String(object[field]) === String(known[field]);
  return known.released === object.released && fields.every(isSame);
}

/** What a name is recorded as. */
export function nameDigest(name: string): string {
  return digest("name", name.trim()).slice(0, 22);
}
