import { safeText } from "../../api/redact";
import { liveCodes } from "../../review/findings/people";
import { type Finding, reviewSchema } from "../../review/model";
import { UsageError } from "../command";
import { textOf } from "../files";

const keyOf = ({ code, urn, stack }: Finding) => JSON.stringify([code, stack, urn ?? ""]);

/**
 * The dangers of `--live` that the approved review did not have. No fingerprint covers them, so they are compared by code and
 * resource: their numbers change by the hour. Without a review to compare with, each of them is new.
 *
 * @param file the JSON of the review that was approved
 */
export async function newDangers(findings: readonly Finding[], file: string | undefined): Promise<readonly Finding[]> {
  const live = findings.filter(({ code }) => liveCodes.has(code));
  const known = new Set(file === undefined ? [] : (await reviewedFindings(file)).map(keyOf));
  return live.filter((finding) => !known.has(keyOf(finding)));
}

async function reviewedFindings(file: string): Promise<readonly Finding[]> {
  const text = (await textOf(file, true)) ?? "";
  try {
    return reviewSchema.parse(JSON.parse(text)).findings;
  } catch {
    throw new UsageError(`${safeText(file, 200)} is not the output of \`pulumi-outreach review --json\``);
  }
}
