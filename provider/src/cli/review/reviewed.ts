import { safeText } from "../../api/redact";
import { dangerWord, liveDangers } from "../../review/approval";
import { type Finding, type Review, reviewSchema } from "../../review/model";
import { UsageError } from "../command";
import { textOf } from "../files";

const keyOf = ({ code, urn, stack }: Finding) => JSON.stringify([code, stack, urn ?? ""]);

/**
 * The dangers from `--live` that the approved review did not have. No fingerprint covers them, so they are compared by code
 * and resource, because their numbers change by the hour. A danger is new if neither the approval nor the approved review
 * contains it.
 *
 * @param words the words of the approval
 * @param file the JSON file of the approved review
 */
export async function newDangers(
  review: Review,
  words: ReadonlySet<string>,
  file: string | undefined,
): Promise<readonly Finding[]> {
  const known = new Set(file === undefined ? [] : (await reviewedFindings(file)).map(keyOf));
  return liveDangers(review).filter((finding) => !known.has(keyOf(finding)) && !words.has(dangerWord(finding, review)));
}

async function reviewedFindings(file: string): Promise<readonly Finding[]> {
  const text = (await textOf(file, true)) ?? "";
  try {
    return reviewSchema.parse(JSON.parse(text)).findings;
  } catch {
    throw new UsageError(`${safeText(file, 200)} is not the output of \`pulumi-outreach review --json\``);
  }
}
