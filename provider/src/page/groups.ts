/** Groups things by a key, in the order in which the keys first appear. */
export function grouped<Thing, Key>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => Key,
): Map<Key, [Thing, ...Thing[]]> {
  const groups = new Map<Key, [Thing, ...Thing[]]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}

/** The items that are not undefined or false. */
export function present<Item>(items: readonly (Item | undefined | false)[]): Item[] {
  return items.filter((each): each is Item => each !== undefined && each !== false);
}
