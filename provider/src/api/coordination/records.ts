import type { ActingUser, CreationNotes, KnownCreation, Settled } from "../objects";
import type { Creations } from "./creations";

/** What runs have recorded of the objects of one acting user. Kinds go by their names. */
export class Records {
  /** Asked once a run, however many objects have moved. */
  private readonly inherited = new Map<string, Promise<void>>();

  constructor(
    private readonly creations: Creations,
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

  /** What is recorded of one object, as far as this run has seen it. */
  async one(kind: string, id: string): Promise<CreationNotes | undefined> {
    return await this.creations.one(await this.scope(kind), id);
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
