import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { stepLines } from "../../review/input/stepLines";
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
