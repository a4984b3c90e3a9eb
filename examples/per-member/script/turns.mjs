// @ts-check

/**
 * Processes each item, several at a time, until it is stopped.
 * @template T
 * @param {readonly T[]} items
 * @param {number} atOnce
 * @param {() => boolean} isStopped called before each item
 * @param {(item: T) => Promise<void>} work
 */
export async function inTurns(items, atOnce, isStopped, work) {
  const waiting = [...items];
  const turns = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (let item = waiting.shift(); item !== undefined && !isStopped(); item = waiting.shift()) await work(item);
  });
  await Promise.all(turns);
}
