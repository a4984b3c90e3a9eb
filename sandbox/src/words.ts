/** Words of refusals that several rules share. The page has its own, in `page/words.js`. */

export function mustBeOneOf(path: string, values: readonly unknown[]): string {
  return `${path} must be one of the following values: ${values.map(String).join(", ")}`;
}
