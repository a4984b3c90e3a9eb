import { randomUUID } from "node:crypto";
import type { CreationNotes, KnownCreation } from "../account";
import { digest } from "./digest";
import type { Marks, Of, Outcome, Store } from "./store";

type Owned = Omit<Of, "service">;

/** What all processes that use one account know of what was created in it. */
export class Creations {
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

  async known(of: Owned, name: string): Promise<readonly KnownCreation[]> {
    const named = nameDigest(name);
    const all = await this.shared((store) => store.creations(this.of(of)));
    return all.map(({ id, own, listIds, active, stack, saidAbsent, name: other }) => ({
      ...{ id, own, listIds, active, stack, saidAbsent: saidAbsent === true, sameName: other === named },
    }));
  }

  async remember(of: Owned, id: string, name: string, notes: CreationNotes): Promise<void> {
    const object = { ...this.of(of), ...notes, id, token: randomUUID(), name: nameDigest(name) };
    await this.shared((store) => store.remember({ ...object, outcome: "made" }));
  }

  async settle(of: Owned, name: string, outcome: Outcome): Promise<void> {
    await this.shared((store) => store.settle(this.of(of), nameDigest(name), outcome));
  }

  private of(of: Owned): Of {
    return { ...of, service: this.service };
  }
}

/** What a name is recorded as. */
export function nameDigest(name: string): string {
  return digest("name", name.trim()).slice(0, 22);
}
