/** The first few, each on one line. */
export function failing(all: Iterable<object>): string[] {
  const found: string[] = [];
  for (const each of all) {
    found.push(JSON.stringify(each));
    if (found.length === 3) break;
  }
  return found;
}
