import { quoted } from "./about";

/** A broken rule. Never contains the value, which may be secret. The texts are parts of a sentence. */
export interface Problem {
  /** For example `steps[2].note`, or `""` for the resource as a whole. */
  readonly path: string;
  /** The mistake, such as `is missing` or `has 200 characters`. */
  readonly title?: string;
  /** The rule, such as `must be a whole number from 1 to 3`. */
  readonly allowed?: string;
  /** The value that was probably meant, or how to fix the mistake. */
  readonly hint?: string;
}

/** The maximum number of problems printed; the rest is counted. */
const mostLines = 50;

/** `steps[2].numberOfPosts: is missing: it must be a whole number from 1 to 3`. All problems are formatted here. */
export function problemLine({ path, title, allowed, hint }: Problem): string {
  let sentence = title ?? allowed ?? "";
  if (title !== undefined && allowed !== undefined) {
    sentence += allowed.startsWith("must ") ? `: it ${allowed}` : `; ${allowed}`;
  }
  if (hint !== undefined) sentence += allowed === undefined ? `: ${hint}` : `; ${hint}`;
  return path === "" ? sentence : `${path}: ${sentence}`;
}

/** Formats `3 problems in campaign "fintech":` with a line for each. `name` is the resource's name in the program. */
export function describeProblems(noun: string, name: string, problems: readonly Problem[]): string {
  const lines = problems.slice(0, mostLines).map((problem) => `  ${problemLine(problem)}`);
  const left = problems.length - lines.length;
  if (left > 0) lines.push(`  and ${left.toLocaleString("en-US")} more`);
  return [`${countProblems(problems.length, noun, name)}:`, ...lines].join("\n");
}

/** For example `3 problems in campaign "fintech"`. */
export function countProblems(count: number, noun: string, name: string): string {
  const problems = count === 1 ? "1 problem" : `${count.toLocaleString("en-US")} problems`;
  return `${problems} in ${noun} ${quoted(name)}`;
}
