import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Review } from "../../review/model";
import { lineOf, stepOf } from "../../review/output/layout";
import { textOf } from "../files";

const largestProgram = 1_000_000;

/** Adds the line of its step to each finding about a step, if it can be determined from the program in this folder. */
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
    if (!programs.has(file)) programs.set(file, await readProgramFile(folder, file));
    const found = stepLines(programs.get(file) ?? "", line)?.[step - 1];
    findings.push(found === undefined ? finding : { ...finding, source: `${file}:${found}` });
  }
  return { ...review, findings };
}

/** Undefined if the file is not in the folder. */
async function readProgramFile(folder: string, file: string): Promise<string | undefined> {
  try {
    const [root, path] = [await realpath(folder), await realpath(join(folder, file))];
    const { size } = await stat(path);
    return path.startsWith(root + sep) && size <= largestProgram ? await textOf(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The lines at which a campaign's steps begin: the elements of the array literal `steps: […]` in the call that begins on
 * a line. Undefined if the call has no or several such arrays, or if its elements cannot be counted.
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
  // A spread inserts an unknown number of elements.
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

/** Matches whitespace and comments, a string in quotes, a bracket, or anything else. */
const token =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|[[{(]|[\]})]|,|[^\s"'`[\]{}(),/]+|\//y;

/** The position after the matching closing bracket, and the start of each element in between. */
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
