import { type Kind, kinds } from "./kinds";
import { listed } from "./text/words";

/** The names of all kinds, in the order of the specification: what others refer to comes before them. */
export const kindNames: readonly Kind[] = Object.keys(kinds).filter(isKind);

export function isKind(name: string): name is Kind {
  return Object.hasOwn(kinds, name);
}

/** A value for each kind. */
export function byKind<T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  // `Object.fromEntries` forgets that there is an entry for each name.
  return Object.fromEntries(kindNames.map((kind) => [kind, make(kind)])) as Record<Kind, T>;
}

/** `lists, source agents and campaigns`. */
export function allKinds(between?: "or"): string {
  return listed(
    kindNames.map((kind) => kinds[kind].plural),
    between,
  );
}

/** True for a kind whose objects run, so that they can write to people or find some. */
export function canRun(kind: Kind): boolean {
  const { running, paused } = kinds[kind].roles;
  return running !== undefined || paused !== undefined;
}
