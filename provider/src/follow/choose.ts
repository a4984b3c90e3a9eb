import type { Account } from "../api/account";
import { isObjectId } from "../api/operation";
import { isSameName } from "../api/texts";
import type { Kind } from "../kinds";
import type { ObjectShapes } from "../reads/objectShapes";
import { readObject, readObjects } from "../reads/objects";

/** An object chosen by the user. */
export interface Chosen<T> {
  readonly id: string;
  /** Undefined if the service cannot read single objects, so that only the id is known. */
  readonly object: T | undefined;
}

/**
 * Resolves ids and exact names to objects, without duplicates. A word of digits is tried as an id first. Throws a Refusal
 * for a name that no object or several objects have, and for any name if the service cannot list objects.
 */
export async function chooseObjects<K extends Kind>(
  account: Account,
  kind: K,
  words: readonly string[],
): Promise<Chosen<ObjectShapes[K]>[]> {
  const objects = await readObjects(account, kind);
  const chosen = new Map<string, Chosen<ObjectShapes[K]>>();
  for (const word of words) {
    const found = await chooseOne(account, kind, word, objects?.items);
    chosen.set(found.id, found);
  }
  return [...chosen.values()];
}

async function chooseOne<K extends Kind>(
  account: Account,
  kind: K,
  word: string,
  items: readonly ObjectShapes[K][] | undefined,
): Promise<Chosen<ObjectShapes[K]>> {
  const id = word.trim();
  const listed = items?.find((item) => item.id === id);
  if (listed !== undefined) return { id, object: listed };
  const hasName = items?.some(({ name }) => isSameName(name, word)) === true;
  if (hasName || !canOnlyBeId(id)) {
    const object = await readObject(account, kind, { name: word });
    return { id: object.id, object };
  }
  if (items === undefined) return { id, object: undefined };
  const object = await readObject(account, kind, { id });
  return { id, object };
}

/** True if the word can only be an id: the service's ids are numbers. */
export function canOnlyBeId(word: string): boolean {
  return /^\d{1,128}$/.test(word) && isObjectId(word);
}
