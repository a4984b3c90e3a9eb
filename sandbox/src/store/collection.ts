import type { Stored } from "../objects/stored.js";
import type { StoreDatabase, StoreStatement } from "./database.js";
import type { Transaction } from "./transaction.js";

type GroupKey = string | number;

/** Named values by which `by` looks objects up. An object whose value is `null` is in no group. */
export type Groupings<T> = Record<string, (object: T) => GroupKey | null>;

/**
 * One kind of object: read from memory, written through to the database.
 * Objects are never changed in place: `put` takes a new one, so that a rollback only has to restore the old one.
 */
export class Collection<T extends Stored> {
  private readonly objects = new Map<number, T>();
  private readonly groups = new Map<string, Map<GroupKey, Map<number, T>>>();
  /** Grows whenever an object changes. */
  revision = 0;

  private readonly upsert: StoreStatement;
  private readonly remove: StoreStatement;

  constructor(
    private readonly transaction: Transaction,
    database: StoreDatabase,
    readonly name: string,
    private readonly groupings: Groupings<T> = {},
    /** Values of fields that objects of an older store do not have. */
    added: Partial<T> = {},
  ) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, body TEXT NOT NULL)`);
    this.upsert = database.prepare(`INSERT OR REPLACE INTO ${name} (id, body) VALUES (?, ?)`);
    this.remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
    for (const grouping of Object.keys(groupings)) this.groups.set(grouping, new Map());
    for (const row of database.prepare(`SELECT body FROM ${name} ORDER BY id`).all()) {
      this.remember({ ...added, ...(JSON.parse((row as { body: string }).body) as T) });
    }
  }

  /** Takes over all objects of another collection, in its order. Objects are never changed in place, so both share them. */
  fillFrom(other: Collection<T>): void {
    for (const [id, object] of other.objects) this.objects.set(id, object);
    for (const [grouping, groups] of other.groups) {
      const own = this.group(grouping);
      for (const [key, members] of groups) own.set(key, new Map(members));
    }
  }

  get(id: number): T | undefined {
    return this.objects.get(id);
  }

  all(): T[] {
    return [...this.objects.values()];
  }

  get size(): number {
    return this.objects.size;
  }

  /** The objects that share a value, oldest first. */
  by(grouping: string, key: GroupKey): T[] {
    const group = this.group(grouping).get(key);
    return group ? [...group.values()] : [];
  }

  countBy(grouping: string, key: GroupKey): number {
    return this.group(grouping).get(key)?.size ?? 0;
  }

  put(object: T): T {
    this.transaction.beforeWrite();
    const previous = this.objects.get(object.id);
    this.upsert.run(object.id, JSON.stringify(object));
    this.remember(object);
    this.transaction.onRollback(() => {
      if (previous) this.remember(previous);
      else this.forget(object.id);
    });
    return object;
  }

  delete(id: number): void {
    const previous = this.objects.get(id);
    if (!previous) return;
    this.transaction.beforeWrite();
    this.remove.run(id);
    this.forget(id);
    this.transaction.onRollback(() => this.remember(previous));
  }

  clear(): void {
    for (const id of [...this.objects.keys()]) this.delete(id);
  }

  private group(grouping: string): Map<GroupKey, Map<number, T>> {
    const group = this.groups.get(grouping);
    if (!group) throw new Error(`The collection ${this.name} is not grouped by ${grouping}`);
    return group;
  }

  /** Replaces an older version of the object and keeps its position in the order. */
  private remember(object: T): void {
    this.revision += 1;
    const previous = this.objects.get(object.id);
    this.objects.set(object.id, object);
    for (const [grouping, keyOf] of Object.entries(this.groupings)) {
      const group = this.group(grouping);
      const key = keyOf(object);
      const former = previous ? keyOf(previous) : null;
      if (former !== null && former !== key) removeMember(group, former, object.id);
      if (key === null) continue;
      let members = group.get(key);
      if (!members) {
        members = new Map();
        group.set(key, members);
      }
      members.set(object.id, object);
    }
  }

  private forget(id: number): void {
    const object = this.objects.get(id);
    if (!object) return;
    this.revision += 1;
    this.objects.delete(id);
    for (const [grouping, keyOf] of Object.entries(this.groupings)) {
      const key = keyOf(object);
      if (key !== null) removeMember(this.group(grouping), key, id);
    }
  }
}

function removeMember<T>(group: Map<GroupKey, Map<number, T>>, key: GroupKey, id: number): void {
  const members = group.get(key);
  members?.delete(id);
  if (members?.size === 0) group.delete(key);
}
