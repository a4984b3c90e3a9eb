import type { ActingUser, CreationNotes, KnownCreation, Settled } from "../objects";
import type { Coordination } from "./coordination";
import type { Creations } from "./creations";

/** What runs have recorded of the objects of one acting user. Kinds go by their names. */
export class Records {
  /** Asked once a run, however many objects have moved. */
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

  /** Everything recorded of this kind, whether it still exists or not. */
  async known(kind: string, name: unknown, which: "all" | "sameName"): Promise<readonly KnownCreation[]> {
    return await this.creations.known(await this.scope(kind), String(name), which);
  }

  /** What is recorded of one object; with `fresh`, also by other processes since this one has asked. */
  async one(kind: string, id: string, { fresh = false } = {}): Promise<CreationNotes | undefined> {
    return await this.creations.one(await this.scope(kind), id, fresh);
  }

  /** Keeps for later runs what is known of an object by now. */
  async remember(
    kind: string,
    id: string,
    name: unknown,
    notes: CreationNotes,
    { unlessKnown = false }: { readonly unlessKnown?: boolean } = {},
  ): Promise<void> {
    await this.creations.remember(await this.scope(kind), id, String(name), notes, unlessKnown);
  }

  /** Keeps the other processes of this run of the engine from deleting the object. */
  async keep(kind: string, id: string): Promise<void> {
    await this.coordination.keep(await this.scope(kind), id);
  }

  /** True if a process of this run of the engine keeps the object from being deleted. */
  async isKept(kind: string, id: string): Promise<boolean> {
    return await this.coordination.isKept(await this.scope(kind), id);
  }

  /** Keeps for later runs what came of creations whose answers were lost. */
  async settle(lost: readonly KnownCreation[], settled: Settled): Promise<void> {
    const tokens = lost.map(({ token }) => token);
    await this.creations.settle(tokens, settled);
  }

  /** Records of this user at another address, or of another user, count here as well from now on. */
  async inherit(origin: string, userId: string): Promise<void> {
    const { id: owner } = await this.actingUser();
    const from = `${origin} ${userId}`;
    const inheriting = this.inherited.get(from) ?? this.creations.inherit({ origin, userId }, owner);
    this.inherited.set(from, inheriting);
    await inheriting;
  }
}
