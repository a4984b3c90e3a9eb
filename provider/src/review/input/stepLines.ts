/**
 * The lines of a program at which the steps of a campaign stand: those of the one array literal `steps: […]` in the call
 * that begins on a line. Undefined if there is none, or several, or if its elements cannot be counted.
 *
 * @param line of the declaration, from 1
 */
export function stepLines(program: string, line: number): readonly number[] | undefined {
  const start = startOf(program, line);
  if (start === undefined) return undefined;
  const call = program.indexOf("(", start);
  const end = call < 0 ? undefined : tokensFrom(program, call).end;
  if (end === undefined) return undefined;
  const found = [...program.slice(call, end).matchAll(/\bsteps\s*:\s*\[/g)];
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const { elements } = tokensFrom(program, call + only.index + only[0].length - 1);
  // What a spread inserts cannot be counted.
  if (elements.some((at) => program.startsWith("...", at))) return undefined;
  return elements.map((at) => program.slice(0, at).split("\n").length);
}

function startOf(program: string, line: number): number | undefined {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    at = program.indexOf("\n", at) + 1;
    if (at === 0) return undefined;
  }
  return at;
}

/** Blanks and comments; a text in quotes; brackets; anything else. */
const token =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|[[{(]|[\]})]|,|[^\s"'`[\]{}(),/]+|\//y;

/** The end of what an opening bracket begins, and where each of its elements begins. */
function tokensFrom(program: string, opening: number): { readonly end?: number; readonly elements: readonly number[] } {
  const elements: number[] = [];
  let depth = 0;
  let isNext = false;
  token.lastIndex = opening;
  for (let at = opening; ; at = token.lastIndex) {
    const text = token.exec(program)?.[0];
    if (text === undefined) return { elements: [] };
    if (/^(?:\s|\/\/|\/\*)/.test(text)) continue;
    if (/^[\]})]$/.test(text)) {
      depth -= 1;
      if (depth === 0) return { end: token.lastIndex, elements };
      continue;
    }
    if (depth === 1 && isNext && text !== ",") {
      elements.push(at);
      isNext = false;
    }
    if (depth === 1 && text === ",") isNext = true;
    if (/^[[{(]$/.test(text)) {
      depth += 1;
      if (depth === 1) isNext = true;
    }
  }
}
