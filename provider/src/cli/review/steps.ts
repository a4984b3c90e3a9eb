import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Review } from "../../review/model";
import { lineOf, stepOf } from "../../review/output/layout";
import { textOf } from "../files";

const largestProgram = 1_000_000;

/** The review with the line of the step in each finding about one, as far as the program in this folder shows it. */
export async function withStepLines(review: Review, folder: string): Promise<Review> {
  const programs = new Map<string, string | undefined>();
  const findings = [];
  for (const finding of review.findings) {
    const [declared, step] = [lineOf(finding), stepOf(finding)];
    if (declared === undefined || step === undefined) {
      findings.push(finding);
      continue;
    }
    const { file, line } = declared;
    if (!programs.has(file)) programs.set(file, await programAt(folder, file));
    const found = stepLines(programs.get(file) ?? "", line)?.[step - 1];
    findings.push(found === undefined ? finding : { ...finding, source: `${file}:${found}` });
  }
  return { ...review, findings };
}

/** Undefined if it is not a file of the folder. */
async function programAt(folder: string, file: string): Promise<string | undefined> {
  try {
    const [root, path] = [await realpath(folder), await realpath(join(folder, file))];
    const { size } = await stat(path);
    return path.startsWith(root + sep) && size <= largestProgram ? await textOf(path) : undefined;
  } catch {
    return undefined;
  }
}

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
