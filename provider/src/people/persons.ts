import type { Appearance, Person, SameBy } from "./model";

/** Shared company mailboxes, which may be recorded for several people. */
const sharedMailbox =
  /^(info|contact|office|hello|hi|mail|email|sales|support|admin|team|jobs|hr|press|marketing|kontakt|bonjour|contacto)@/;

/**
 * Groups contacts by person. Contacts are the same person if they have the same profile URL, or otherwise an e-mail address
 * in common; a shared mailbox such as info@ does not join contacts with different profile URLs. Names never join contacts.
 */
export function personsOf(appearances: readonly Appearance[]): Person[] {
  const ordered = sortedByMember(appearances);
  const groups = new DisjointSets(ordered.length);
  const by = new Map<number, Set<SameBy>>();
  const join = (indexes: readonly number[], how: SameBy) => {
    const [first, ...rest] = indexes;
    for (const index of rest) {
      if (first === undefined) return;
      groups.join(first, index);
      for (const each of [first, index]) by.set(each, (by.get(each) ?? new Set()).add(how));
    }
  };
  for (const indexes of indexesByKey(ordered, ({ profile }) => (profile === undefined ? [] : [profile])).values()) {
    join(indexes, "profile");
  }
  for (const [email, indexes] of indexesByKey(ordered, ({ emails }) => emails)) {
    const profiles = new Set(indexes.flatMap((index) => ordered[index]?.profile ?? []));
    if (!sharedMailbox.test(email) || profiles.size < 2) join(indexes, "e-mail");
  }
  const members = new Map<number, { appearances: Appearance[]; sameBy: Set<SameBy> }>();
  for (const [index, appearance] of ordered.entries()) {
    const root = groups.rootOf(index);
    const person = members.get(root) ?? { appearances: [], sameBy: new Set() };
    members.set(root, person);
    person.appearances.push(appearance);
    for (const how of by.get(index) ?? []) person.sameBy.add(how);
  }
  return [...members.values()].map((person) => ({
    appearances: person.appearances,
    sameBy: (["profile", "e-mail"] as const).filter((how) => person.sameBy.has(how)),
  }));
}

/** Sorts by member and contact, so that the reading order does not matter. */
export function sortedByMember(appearances: readonly Appearance[]): Appearance[] {
  return appearances.toSorted(
    (left, right) => compareIds(left.member, right.member) || compareIds(left.contactId, right.contactId),
  );
}

/** Compares ids as numbers; others, which are rare, as strings. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length && /^\d+$/.test(left) && /^\d+$/.test(right)) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

function indexesByKey(all: readonly Appearance[], keysOf: (appearance: Appearance) => readonly string[]) {
  const index = new Map<string, number[]>();
  for (const [position, appearance] of all.entries()) {
    for (const key of keysOf(appearance)) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [position]);
      else known.push(position);
    }
  }
  return index;
}

/** Disjoint sets that can be joined (union-find). */
class DisjointSets {
  private readonly parents: number[];

  constructor(size: number) {
    this.parents = Array.from({ length: size }, (_, index) => index);
  }

  rootOf(index: number): number {
    let root = index;
    for (;;) {
      const parent = this.parents[root] ?? root;
      if (parent === root) return root;
      const above = this.parents[parent] ?? parent;
      this.parents[root] = above;
      root = above;
    }
  }

  /** The lowest position becomes the root, so that groups are in the order of their first contacts. */
  join(left: number, right: number): void {
    const [first, second] = [this.rootOf(left), this.rootOf(right)];
    this.parents[Math.max(first, second)] = Math.min(first, second);
  }
}
