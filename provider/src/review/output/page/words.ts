import { type Chip, number } from "../../../page/words";
import type { ChangeWord, ReviewedAgent, ReviewedCampaign, ReviewedStep } from "../../model";
import type { Section } from "../layout";

export const brand = "Outreach review";

/** How the page calls each kind: `campaign-1` in addresses and in the filter, and the heading of all. */
export const nouns: Readonly<Record<Section["noun"], { readonly word: string; readonly heading: string }>> = {
  Campaign: { word: "campaign", heading: "Campaigns" },
  "Source agent": { word: "agent", heading: "Source agents" },
  List: { word: "list", heading: "Lists" },
};

export const changeChips: Readonly<Record<ChangeWord, Chip>> = {
  created: { sign: "+", word: "New", tone: "good" },
  updated: { sign: "~", word: "Changed", tone: "warn" },
  replaced: { sign: "±", word: "Replaced", tone: "bad" },
  deleted: { sign: "−", word: "Deleted", tone: "bad" },
  unchanged: { sign: "=", word: "Unchanged", tone: "plain" },
};

export const stepChips: Readonly<Record<Exclude<ReviewedStep["change"], "same">, Chip>> = {
  added: { sign: "+", word: "New", tone: "good" },
  removed: { sign: "−", word: "Removed", tone: "bad" },
  changed: { sign: "~", word: "Changed", tone: "warn" },
};

/** What happens to a resource. One that exists already may be taken over instead of created. */
export function changeChip({ change, adopts }: { readonly change: ChangeWord; readonly adopts?: string }): Chip {
  const word = adopts === "twin" ? "Taken over or created" : "Taken over";
  return adopts === undefined ? changeChips[change] : { sign: "→", word, tone: "info" };
}

/** The order in which numbers of changes are listed. */
const order: readonly ChangeWord[] = ["created", "updated", "replaced", "deleted", "unchanged"];

/** `2 new, 1 changed`. */
export function countsInWords(counts: Readonly<Partial<Record<ChangeWord, number>>>): string {
  const words = order
    .filter((change) => (counts[change] ?? 0) > 0)
    .map((change) => `${number(counts[change] ?? 0)} ${changeChips[change].word.toLowerCase()}`);
  return words.length === 0 ? "none" : words.join(", ");
}

/** Counts things by what happens to them. */
export function countsOf(things: readonly { readonly change: ChangeWord }[]): Partial<Record<ChangeWord, number>> {
  const counts: Partial<Record<ChangeWord, number>> = {};
  for (const { change } of things) counts[change] = (counts[change] ?? 0) + 1;
  return counts;
}

/** Whether a campaign sends, before and after the change. */
export function sendingChip({ running, runs, change }: Pick<ReviewedCampaign, "running" | "runs" | "change">): Chip {
  if (change === "deleted") {
    if (running === "yes") return { sign: "▶", word: "Is sending", tone: "bad" };
    return running === "no"
      ? { sign: "■", word: "Does not send", tone: "plain" }
      : { sign: "?", word: "Not known whether it sends", tone: "warn" };
  }
  if (runs === "yes") {
    if (running === "yes") return { sign: "▶", word: "Sending", tone: "info" };
    return running === "no"
      ? { sign: "▶", word: "Starts sending", tone: "bad" }
      : { sign: "▶", word: "Sends", tone: "info" };
  }
  if (runs === "no") {
    if (running === "yes") return { sign: "■", word: "Stops sending", tone: "warn" };
    return { sign: "■", word: "Does not send", tone: "plain" };
  }
  return { sign: "?", word: "Not known whether it sends", tone: "warn" };
}

/** Whether an agent looks for people, before and after the change. */
export function workChip({ paused: { before, after }, change }: Pick<ReviewedAgent, "paused" | "change">): Chip {
  if (change === "deleted")
    return { sign: "■", word: before === "yes" ? "Was paused" : "Stops looking", tone: "plain" };
  if (after === "yes") return { sign: "■", word: before === "no" ? "Is paused now" : "Paused", tone: "plain" };
  if (after === "unknown") return { sign: "?", word: "Not known whether it is paused", tone: "warn" };
  return change === "created" || before === "yes"
    ? { sign: "▶", word: "Starts looking", tone: "warn" }
    : { sign: "▶", word: "Looking for people", tone: "info" };
}
