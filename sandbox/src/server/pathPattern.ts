/** One step of a pattern: a character, any character except a slash, or any number of these or of all characters. */
type Part = { kind: "letter"; letter: string } | { kind: "one" } | { kind: "some" } | { kind: "all" };

/** The maximum length of a pattern. The log keeps the same length of a path. */
export const LONGEST_PATTERN = 500;

/**
 * Whether a path matches a pattern, in which `*` is one or more characters without a slash, and `**` any number of any
 * characters. Follows all alternatives at once, so the time grows only with the pattern's length, and not with the
 * number of alternatives as in a regular expression.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern);
  return (path) => {
    let places = through(parts, [0]);
    for (const letter of path) {
      const next: number[] = [];
      for (const place of places) {
        const part = parts[place];
        if (!part || !accepts(part, letter)) continue;
        next.push(part.kind === "some" || part.kind === "all" ? place : place + 1);
      }
      places = through(parts, next);
      if (places.size === 0) return false;
    }
    return places.has(parts.length);
  };
}

function partsOf(pattern: string): Part[] {
  return pattern.split(/(\*\*|\*)/).flatMap((text): Part[] => {
    if (text === "**") return [{ kind: "all" }];
    if (text === "*") return [{ kind: "one" }, { kind: "some" }];
    return [...text].map((letter) => ({ kind: "letter", letter }));
  });
}

function accepts(part: Part, letter: string): boolean {
  switch (part.kind) {
    case "letter":
      return part.letter === letter;
    case "one":
    case "some":
      return letter !== "/";
    case "all":
      return true;
  }
}

/** These positions and later ones that need no further character. */
function through(parts: readonly Part[], from: readonly number[]): Set<number> {
  const places = new Set<number>();
  for (let place of from) {
    places.add(place);
    for (let kind = parts[place]?.kind; kind === "some" || kind === "all"; kind = parts[place]?.kind) {
      place += 1;
      if (places.has(place)) break;
      places.add(place);
    }
  }
  return places;
}
