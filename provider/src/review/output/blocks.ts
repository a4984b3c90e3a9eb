import { safeText } from "../../api/redact";
import type { Review } from "../model";
import type { Block } from "./layout";
import { counted } from "./words";

/** What terminal and Markdown tell after the resources of a review. */
export function blocksOf(review: Review): readonly Block[] {
  const { others, leftBehind, leftOut } = review;
  const total = others.reduce((sum, { count }) => sum + count, 0);
  const warnings = warningsOf(review);
  const blocks: readonly Block[] = [
    {
      heading: `${counted(total, "change")} to other resources, which this review does not explain`,
      items: others.map(({ type, change, count, names }) => {
        const shown = `${safeText(names.join(", "), 200)}${count > names.length ? ", …" : ""}`;
        return `${safeText(type, 120)}: ${count} ${change} (${shown})`;
      }),
      isFolded: true,
    },
    {
      heading: "What stays in the account",
      items: leftBehind.map(({ noun, name, id, text }) => {
        const called = name === undefined ? noun : `${noun} “${safeText(name, 80)}”`;
        return `${called}${id === undefined ? "" : ` (id ${safeText(id, 40)})`}: ${text}`;
      }),
      isFolded: false,
    },
    { heading: `${counted(warnings.length, "warning")} of the run`, items: warnings, isFolded: true },
    { heading: "What this review could not know", items: leftOut, isFolded: false },
  ];
  return blocks.filter(({ items }) => items.length > 0);
}

/** Warnings of the provider and the engine, each once. */
function warningsOf({ stacks }: Review): string[] {
  const warnings = stacks.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === "warning"));
  return [...new Set(warnings.map(({ text }) => text))];
}
