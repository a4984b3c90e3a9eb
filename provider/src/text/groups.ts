/** Groups things by a key, in the order in which the keys first appear. */
export function grouped<Thing, Key>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => Key,
): Map<Key, [Thing, ...Thing[]]> {
  return groupedPairs(things.map((thing) => [keyOf(thing), thing]));
}

/** Groups the values of pairs by their keys, in the order in which the keys first appear. */
export function groupedPairs<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, [Value, ...Value[]]> {
  const groups = new Map<Key, [Value, ...Value[]]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** The items that are not undefined or false. */
export function present<Item>(items: readonly (Item | undefined | false)[]): Item[] {
  return items.filter((each): each is Item => each !== undefined && each !== false);
}
