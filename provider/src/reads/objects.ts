import type { z } from "zod";
import type { Account } from "../api/account";
import { areGone } from "../api/gone";
import { withoutNulls } from "../api/json";
import { longestNameShown, safeText } from "../api/redact";
import { isSameName } from "../api/texts";
import { type Kind, kinds } from "../kinds";
import { ids, quoted } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import { type ObjectShapes, objectShapes } from "./objectShapes";
import { otherNames } from "./otherNames";

/** The acting user's objects of one kind. */
export interface Objects<T> {
  readonly items: readonly T[];
  /** False if the service indicates that there are more, or omits one that is known to exist. */
  readonly whole: boolean;
}

/** How current the data must be. */
export interface ReadOptions {
  /** If true, reads from the service now. Otherwise earlier reads of this process may be reused. */
  readonly fresh?: boolean;
}

/** The acting user's objects of one kind. Undefined if the service cannot list them. Throws a ServiceError or a Refusal. */
export async function readObjects<K extends Kind>(
  account: Account,
  kind: K,
  options: ReadOptions = {},
): Promise<Objects<ObjectShapes[K]> | undefined> {
  const listing = await account.listing(kind, "", options);
  if (listing === undefined) return undefined;
  const items = listing.answers.map((answer) => objectOf(kind, answer));
  // Another process of this run, or a person, may have deleted objects that are missing from the listing.
  const about = `listing the ${kinds[kind].plural}`;
  return { items, whole: listing.whole && (await areGone(account, kind, listing.missing, about)) };
}

/** All objects of one kind. Throws a Refusal if the service does not list them all. */
export async function readAllObjects<K extends Kind>(
  account: Account,
  kind: K,
  options: ReadOptions = {},
): Promise<readonly ObjectShapes[K][]> {
  const { plural } = kinds[kind];
  const objects = await readObjects(account, kind, options);
  if (objects === undefined) {
    throw new Refusal(
      `could not list the ${plural}: this service has no operation that lists them.`,
      "It has the operations of the specification alone: ask for each object by its id.",
    );
  }
  if (objects.whole) return objects.items;
  throw new Refusal(`could not list the ${plural}: the service answered with a part of them.`, "Try again later.");
}

/** Selects an object by id, or by exact name ignoring surrounding whitespace. */
export type Choice = { readonly id: string | number } | { readonly name: string };

/** Reads one object. If none matches, or several have the name, throws a Refusal that lists candidates. */
export async function readObject<K extends Kind>(
  account: Account,
  kind: K,
  choice: Choice,
  options: ReadOptions = {},
): Promise<ObjectShapes[K]> {
  const { noun, plural } = kinds[kind];
  if ("id" in choice) {
    const id = String(choice.id);
    const finding = await account.find(kind, id, `${noun} ${id}`, options);
    if (finding.status === "found") return objectOf(kind, finding.answer);
    const why =
      finding.status === "gone"
        ? "there is none with this id that the acting user owns"
        : `this service has no operation that reads ${plural}`;
    throw new Refusal(`could not read ${noun} ${id}: ${why}.`);
  }
  return objectNamed(kind, await readAllObjects(account, kind, options), choice.name);
}

/** The object with this name. If there is none or more than one, throws a Refusal that lists candidates. */
export function objectNamed<K extends Kind>(kind: K, all: readonly ObjectShapes[K][], name: string): ObjectShapes[K] {
  const { noun, plural } = kinds[kind];
  const named = all.filter((each) => isSameName(each.name, name));
  if (named.length === 1 && named[0] !== undefined) return named[0];
  const asked = `could not read ${noun} ${shownName(name)}`;
  if (named.length > 1) {
    throw new Refusal(
      `${asked}: ${named.length} ${plural} have this name (${ids(named.map(({ id }) => id))}).`,
      "Name one of them by its id.",
    );
  }
  throw new Refusal(
    `${asked}: no ${noun} of the acting user has this name.`,
    ...otherNames(name, all, (each) => `${shownName(each.name)} (${each.id})`, `The user has no ${plural}.`),
  );
}

/** A name in quotes, without characters that a terminal would interpret. */
function shownName(name = ""): string {
  return quoted(safeText(name, longestNameShown));
}

function objectOf<K extends Kind>(kind: K, answer: unknown): ObjectShapes[K] {
  const shape: z.ZodType<ObjectShapes[K]> = objectShapes[kind];
  return shape.parse(withoutNulls(answer));
}
