import type { Stored } from "../objects/stored.js";
import { badRequest, noSuchObject } from "../serviceError.js";
import type { Collection } from "../store/collection.js";

/** The object with this id; throws the error response if it is missing. */
export function existing<T extends Stored>(collection: Collection<T>, noun: string, id: number): T {
  const object = collection.get(id);
  if (!object) throw noSuchObject(noun, id);
  return object;
}

/** Inside a transaction: replaces an object with a changed one. */
export function edit<T extends Stored>(
  collection: Collection<T>,
  noun: string,
  id: number,
  change: (object: T) => T,
): T {
  return collection.put(change(existing(collection, noun, id)));
}

/** The wanted id, which no other object of the collection may have; without one, a free id. */
export function newId<T extends Stored>(collection: Collection<T>, noun: string, wanted: number | undefined): number {
  if (wanted === undefined) return freeId(collection);
  if (collection.get(wanted)) throw badRequest(`${noun} with ID ${wanted} exists already`);
  return wanted;
}

/** An id above all existing ids, and above the demo's. */
export function freeId<T extends Stored>(collection: Collection<T>): number {
  let highest = 1000;
  for (const object of collection.all()) highest = Math.max(highest, object.id);
  return highest + 1;
}
