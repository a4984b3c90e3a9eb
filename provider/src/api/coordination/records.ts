import type { ActingUser, CreationNotes, KnownCreation, Settled } from "../objects";
import type { Coordination } from "./coordination";
import type { Creations } from "./creations";

/** What runs have recorded about one acting user's objects. Kinds are identified by name. */
export class Records {
  /** Requested once per run, however many objects have moved. */
  private readonly inherited = new Map<string, Promise<void>>();

  constructor(
    private readonly creations: Creations,
    private readonly coordination: Pick<Coordination, "keep" | "isKept">,
    private readonly actingUser: () => Promise<ActingUser>,
  ) {}

  private async scope(kind: string) {
    return { kind, owner: (await this.actingUser()).id };
  }

  /** Ids of this kind that other processes have created in the same account. */
  async elsewhere(kind: string): Promise<ReadonlySet<string>> {
    return await this.creations.elsewhere(await this.scope(kind));
  }

  /** All records of this kind, whether the objects still exist or not. */
  async known(kind: string, name: unknown, which: "all" | "sameName"): Promise<readonly KnownCreation[]> {
    return await this.creations.known(await this.scope(kind), String(name), which);
  }

  /** The notes of one object; with `fresh`, including what other processes recorded after this one loaded them. */
  async one(kind: string, id: string, { fresh = false } = {}): Promise<CreationNotes | undefined> {
    return await this.creations.one(await this.scope(kind), id, fresh);
  }

  /** Records for later runs what is now known about an object. */
  async remember(
    kind: string,
    id: string,
    name: unknown,
    notes: CreationNotes,
    { unlessKnown = false }: { readonly unlessKnown?: boolean } = {},
  ): Promise<void> {
    await this.creations.remember(await this.scope(kind), id, String(name), notes, unlessKnown);
  }

  /** Corrects the record of an object that is recorded as running: it has run and is off. */
  async recordAsOff(kind: string, id: string): Promise<void> {
    await this.creations.recordAsOff(await this.scope(kind), id);
  }

  /** Stops the other processes of this engine run from deleting the object. */
  async keep(kind: string, id: string): Promise<void> {
    await this.coordination.keep(await this.scope(kind), id);
  }

  /** True if a process of this engine run protects the object from deletion. */
  async isKept(kind: string, id: string): Promise<boolean> {
    return await this.coordination.isKept(await this.scope(kind), id);
  }

  /** Records for later runs the outcome of creations whose responses were lost. */
  async settle(lost: readonly KnownCreation[], settled: Settled): Promise<void> {
    const tokens = lost.map(({ token }) => token);
    await this.creations.settle(tokens, settled);
  }

  /** From now on, the records of this user at another address, or of another user, also apply here. */
  async inherit(origin: string, userId: string): Promise<void> {
    const { id: owner } = await this.actingUser();
    const from = `${origin} ${userId}`;
    const inheriting = this.inherited.get(from) ?? this.creations.inherit({ origin, userId }, owner);
    this.inherited.set(from, inheriting);
    await inheriting;
  }
}
