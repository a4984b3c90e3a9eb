import type { ChangeWord, Review, ReviewedStack } from "../model";

/** Words about the whole review, for terminal and Markdown. */

export function title({ about, verdict, findings }: Review): string {
  const dangers = findings.filter(({ level }) => level === "danger").length;
  const subject = {
    planned: "Outreach review",
    done: "What was done",
    compared: "What changed between two states",
    drift: "Changes outside of the program",
  }[about];
  if (verdict === "failed") {
    const stopped = about === "planned" || about === "drift" ? "the preview stopped early" : "the update failed";
    return `${subject}: ${stopped}`;
  }
  if (about === "drift")
    return findings.length === 0 ? `${subject}: none` : `${subject}: ${counted(findings.length, "finding")}`;
  if (about === "done") return subject;
  return dangers === 0 ? `${subject}: nothing needs approval` : `${subject}: needs a person's approval`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `2 created, 1 updated`; what does not happen is left out. */
export function countsWords({ counts }: ReviewedStack): string {
  const words: ChangeWord[] = ["created", "updated", "replaced", "deleted"];
  const parts = words.flatMap((word) => ((counts[word] ?? 0) > 0 ? [`${counts[word]} ${word}`] : []));
  return parts.length === 0 ? "no change" : parts.join(", ");
}

/** `project/stack`. */
export function stackName({ project, stack }: Pick<ReviewedStack, "project" | "stack">): string {
  return project === "" ? stack || "unknown stack" : `${project}/${stack}`;
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
  const more = stacks.length - mostStacksNamed;
  const shown = stacks.slice(0, mostStacksNamed).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
