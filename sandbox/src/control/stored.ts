import type { Stored } from "../objects/stored.js";
import { noSuchObject } from "../serviceError.js";
import type { Collection } from "../store/collection.js";

export function existing<T extends Stored>(collection: Collection<T>, noun: string, id: number): T {
  const object = collection.get(id);
  if (!object) throw noSuchObject(noun, id);
  return object;
}

/** Inside a transaction. */
export function edit<T extends Stored>(
  collection: Collection<T>,
  noun: string,
  id: number,
  change: (object: T) => T,
): T {
  return collection.put(change(existing(collection, noun, id)));
}

/** An id above those of the demo's users, organizations and seats. */
export function freeId<T extends Stored>(collection: Collection<T>): number {
  let highest = 1000;
  for (const object of collection.all()) highest = Math.max(highest, object.id);
  return highest + 1;
}
