import { randomUUID } from "node:crypto";
import type { CreationNotes, KnownCreation, Sender, Settled } from "../account";
import { digest } from "./digest";
import type { Marks, Of, Outcome, Store } from "./store";

type Owned = Omit<Of, "service">;

/** What all processes that use one account know of what was created in it. */
export class Creations {
  /** What is recorded of each object, as text, by kind and owner. */
  private readonly remembered = new Map<string, Promise<Map<string, string>>>();

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
    return all.map(({ id, own, listIds, active, stack, saidAbsent, released, name: other }) => ({
      ...{ id, own, listIds, active, stack, saidAbsent, released, sameName: other === named },
      isNamed: (another: string) => nameDigest(another) === other,
    }));
  }

  /** A run that reads thousands of objects asks once what is recorded, and writes only what is not. */
  async remember(of: Owned, id: string, name: string, notes: CreationNotes, unlessKnown: boolean): Promise<void> {
    const key = `${of.kind} ${of.owner}`;
    const loading = this.remembered.get(key) ?? this.load(of);
    this.remembered.set(key, loading);
    const remembered = await loading.catch((error: unknown) => {
      this.remembered.delete(key);
      throw error;
    });
    const { listIds, active, stack, released } = notes;
    const object = { name: nameDigest(name), listIds, active, stack, released };
    const told = JSON.stringify(object);
    if (remembered.get(id) === told || (unlessKnown && remembered.has(id))) return;
    await this.shared((store) =>
      store.remember({ ...this.of(of), ...object, id, token: randomUUID(), outcome: "made" }),
    );
    remembered.set(id, told);
  }

  private async load(of: Owned): Promise<Map<string, string>> {
    const all = await this.shared((store) => store.creations(this.of(of)));
    return new Map(
      all.flatMap(({ id, name, listIds, active, stack, released }) =>
        id === undefined ? [] : [[id, JSON.stringify({ name, listIds, active, stack, released })]],
      ),
    );
  }

  async settle(of: Owned, name: string, settled: Settled, sender: Sender): Promise<void> {
    const outcome: Outcome =
      typeof settled === "object"
        ? { outcome: "made", id: settled.id }
        : { outcome: settled === "open" ? "sent" : "refused" };
    await this.shared((store) => store.settle(this.of(of), nameDigest(name), outcome, sender));
  }

  private of(of: Owned): Of {
    return { ...of, service: this.service };
  }
}

/** What a name is recorded as. */
export function nameDigest(name: string): string {
  return digest("name", name.trim()).slice(0, 22);
}
