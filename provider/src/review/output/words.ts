import { safeText } from "../../api/redact";
import { firstOf } from "../../text/words";
import { actorWords } from "../actors";
import { capital } from "../findings/sentences";
import type { ChangeWord, Review, ReviewedStack } from "../model";
import { abouts, ofLevel } from "./layout";

/** Words about the whole review, for terminal and Markdown. */

export function title({ about, verdict, findings }: Review): string {
  const { subject, run } = abouts[about];
  if (verdict === "failed")
    return `${subject}: ${run === "preview" ? "the preview stopped early" : "the update failed"}`;
  if (about === "done") return subject;
  if (about === "drift") return `${subject}: ${findings.length === 0 ? "none" : counted(findings.length, "finding")}`;
  const dangers = ofLevel(findings, "danger").length;
  return `${subject}: ${dangers === 0 ? "nothing needs approval" : "needs a person's approval"}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `2 created, 1 updated`; what does not happen is left out. */
function countsWords({ counts }: ReviewedStack): string {
  const words: ChangeWord[] = ["created", "updated", "replaced", "deleted"];
  const parts = words.flatMap((word) => ((counts[word] ?? 0) > 0 ? [`${counts[word]} ${word}`] : []));
  return parts.length === 0 ? "no change" : parts.join(", ");
}

/** `project/stack`. */
export function stackName({ project, stack }: Pick<ReviewedStack, "project" | "stack">): string {
  return project === "" ? stack || "unknown stack" : `${project}/${stack}`;
}

/** `Pull request 12 by robin, commit 1a2b3c4d5e6f`; undefined outside of a pipeline. */
export function originWords({ origin }: Review): string | undefined {
  const { request, author, commit } = origin ?? {};
  const by = author === undefined ? "" : ` by ${safeText(author, 80)}`;
  const at = commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`];
  const words = request === undefined ? [...at.map((its) => `${its}${by}`)] : [`request ${request}${by}`, ...at];
  return words.length === 0 ? undefined : capital(request === undefined ? words.join("") : `pull ${words.join(", ")}`);
}

/** `2 created, 1 updated, for user 103 at https://outreach.example.com` */
export function stackWords(stack: ReviewedStack): string {
  const acts = actorWords(stack.actor ?? {}, true);
  return [countsWords(stack), ...(acts === "" ? [] : [acts])].join(", ");
}

/** What it means that a run stopped. */
export function stoppedWords({ about }: Review): string {
  return about === "done" ? "The update ended early" : "The preview stopped early: the rest was not computed";
}

export const sampleTitle = "As one contact would get it (Robin Example of Example Works)";

export function unchangedWords(unchanged: number): string {
  return `Unchanged: ${counted(unchanged, "resource")}.`;
}

const mostStacksNamed = 6;

/** `member-101, member-102 and 3 more` */
export function stacksWords(stacks: readonly string[]): string {
  return firstOf(stacks, mostStacksNamed);
}
