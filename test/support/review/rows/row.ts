import type { Finding } from "../../../../provider/src/review/model";
import { previewOf, type Told } from "../previews";
import { review } from "../reviewing";

/** A change and what a review finds in it: level, code and path of each finding, in order. */
export type FindingRow = readonly [name: string, change: readonly Told[] | string, findings: readonly string[]];

/** `danger running-text steps[1]` */
export const inShort = ({ level, code, path }: Finding): string =>
  [level, code, ...(path === undefined ? [] : [path])].join(" ");

/** The findings for a preview's steps or for output of the CLI, without the text checks. */
export function findingsOf(change: readonly Told[] | string): string[] {
  return review(typeof change === "string" ? change : previewOf(change))
    .findings.filter(({ code }) => !code.startsWith("content:"))
    .map(inShort);
}
