import type { Account } from "../api/account";
import { isObjectId } from "../api/operation";
import { isSameName } from "../api/texts";
import type { Kind } from "../kinds";
import type { ObjectShapes } from "../reads/objectShapes";
import { readObject, readObjects } from "../reads/objects";

/** An object that a person named. */
export interface Chosen<T> {
  readonly id: string;
  /** Undefined if the service shows no single objects, so that nothing but the id is known. */
  readonly object: T | undefined;
}

/**
 * The objects that a person named by their ids or exact names, each once. An id is preferred to a name of digits.
 * Throws a Refusal for a name that none or several have, and for a name where the service lists nothing.
 */
export async function choose<K extends Kind>(
  account: Account,
  kind: K,
  words: readonly string[],
): Promise<Chosen<ObjectShapes[K]>[]> {
  const objects = await readObjects(account, kind);
  const chosen = new Map<string, Chosen<ObjectShapes[K]>>();
  for (const word of words) {
    const found = await one(account, kind, word, objects?.items);
    chosen.set(found.id, found);
  }
  return [...chosen.values()];
}

async function one<K extends Kind>(
  account: Account,
  kind: K,
  word: string,
  items: readonly ObjectShapes[K][] | undefined,
): Promise<Chosen<ObjectShapes[K]>> {
  const id = word.trim();
  const listed = items?.find((item) => item.id === id);
  if (listed !== undefined) return { id, object: listed };
  const hasName = items?.some(({ name }) => isSameName(name, word)) === true;
  if (hasName || !isId(id)) {
    const object = await readObject(account, kind, { name: word });
    return { id: object.id, object };
  }
  if (items === undefined) return { id, object: undefined };
  const object = await readObject(account, kind, { id });
  return { id, object };
}

/** True for what can only be meant as an id: the service's ids are numbers. */
export function isId(word: string): boolean {
  return /^\d{1,128}$/.test(word) && isObjectId(word);
}
