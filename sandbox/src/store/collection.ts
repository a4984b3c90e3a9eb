import type { Stored } from "../objects/stored.js";
import type { Table } from "./table.js";
import type { Transaction } from "./transaction.js";

type GroupKey = string | number;

/** Named values by which `by` looks up objects. An object whose value is `null` is in no group. */
export type Groupings<T> = Record<string, (object: T) => GroupKey | null>;

/** The objects of each group, by the value that they share. */
type Groups<T> = Map<GroupKey, Map<number, T>>;

/** Called with an object before and after a change; `undefined`: it did not exist before, or no longer exists. */
export type Watcher<T> = (previous: T | undefined, next: T | undefined) => void;

/**
 * One kind of object: read from memory, and written to the database of a store in a file.
 * Objects are never changed in place: `put` takes a new one, so that a rollback only has to restore the old one.
 */
export class Collection<T extends Stored> {
  private readonly objects = new Map<number, T>();
  private readonly groups = new Map<string, Groups<T>>();
  private readonly keyed: { keyOf: (object: T) => GroupKey | null; group: Groups<T> }[] = [];
  /** Increases whenever an object changes. */
  revision = 0;

  private readonly watchers: Watcher<T>[] = [];
  /** Ids of objects whose current version is not in the database. */
  private readonly unwritten = new Set<number>();

  constructor(
    private readonly transaction: Transaction,
    table: Table | undefined,
    readonly name: string,
    groupings: Groupings<T> = {},
    /** Values for fields that objects in an older store do not have. */
    added: Partial<T> = {},
  ) {
    for (const [grouping, keyOf] of Object.entries(groupings)) {
      const group: Groups<T> = new Map();
      this.groups.set(grouping, group);
      this.keyed.push({ keyOf, group });
    }
    if (!table) return;
    for (const row of table.read()) this.remember({ ...added, ...(row as T) });
    transaction.writes({
      write: () => {
        for (const id of this.unwritten) {
          const object = this.objects.get(id);
          if (object) table.put(id, object);
          else table.delete(id);
        }
        this.unwritten.clear();
      },
      forget: () => this.unwritten.clear(),
    });
  }

  /** Copies the objects of another collection of this kind. Later changes are independent. */
  copy(other: Collection<T>): void {
    for (const object of other.objects.values()) this.remember(object);
  }

  /** Calls a function at each change, also when a rollback reverts one. */
  watch(watcher: Watcher<T>): void {
    this.watchers.push(watcher);
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
    this.unwritten.add(object.id);
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
    this.unwritten.add(id);
    this.forget(id);
    this.transaction.onRollback(() => this.remember(previous));
  }

  clear(): void {
    for (const id of [...this.objects.keys()]) this.delete(id);
  }

  private group(grouping: string): Groups<T> {
    const group = this.groups.get(grouping);
    if (!group) throw new Error(`The collection ${this.name} is not grouped by ${grouping}`);
    return group;
  }

  /** Replaces an older version of the object and keeps its position in the order. */
  private remember(object: T): void {
    this.revision += 1;
    const previous = this.objects.get(object.id);
    this.objects.set(object.id, object);
    for (const { keyOf, group } of this.keyed) {
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
    for (const watcher of this.watchers) watcher(previous, object);
  }

  private forget(id: number): void {
    const object = this.objects.get(id);
    if (!object) return;
    this.revision += 1;
    this.objects.delete(id);
    for (const { keyOf, group } of this.keyed) {
      const key = keyOf(object);
      if (key !== null) removeMember(group, key, id);
    }
    for (const watcher of this.watchers) watcher(object, undefined);
  }
}

function removeMember<T>(group: Groups<T>, key: GroupKey, id: number): void {
  const members = group.get(key);
  members?.delete(id);
  if (members?.size === 0) group.delete(key);
}
