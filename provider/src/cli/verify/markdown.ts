import type { Times } from "../../follow/times";
import type { Verified } from "../../follow/verify/model";
import { longestComment } from "../../review/output/markdown";
import { plainLine } from "../../review/output/markdownText";
import { repliesLine, stepRows, verdictLine } from "./words";

/** The result for an issue, at most as long as GitHub accepts. */
export function verifiedMarkdown(verified: Verified, times: Times): string {
  const { deviations, warnings } = verified;
  const head = [
    `**${plainLine(verdictLine(verified, times), 800)}**`,
    ...deviations.map(
      ({ code, about, text, todo }) => `- \`${code}\` ${plainLine(`${about}: ${text}`, 1000)} ${plainLine(todo, 400)}`,
    ),
  ];
  const tail = [
    plainLine(repliesLine(verified), 800),
    ...(warnings.length === 0
      ? []
      : ["Not read, or not judged:", ...warnings.map((each) => `- ${plainLine(each, 600)}`)]),
  ];
  const [heading, ruler, ...rows] = table(verified);
  // Deviations come first and are never omitted in favour of rows.
  const room = longestComment - 4_000 - [...head, ...tail].join("\n").length;
  const shown: string[] = [];
  let length = 0;
  for (const row of rows) {
    length += row.length + 1;
    if (length > room) break;
    shown.push(row);
  }
  const more = rows.length - shown.length;
  const steps = shown.length === 0 ? [] : [heading ?? "", ruler ?? "", ...shown];
  const parts = [
    head.join("\n"),
    ...(steps.length === 0 ? [] : [steps.join("\n")]),
    ...(more > 0 ? [`… and ${more} more steps; --json has all.`] : []),
    tail.join("\n"),
  ];
  return cut(parts.join("\n\n"));
}

function table(verified: Verified): string[] {
  const rows = stepRows(verified).map(({ campaign, step, sent, skipped, answered, why }) =>
    [campaign, step, sent, skipped, answered, why].map((cell) => plainLine(cell, 200)),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["Campaign", "Step", "Sent", "Skipped", "Answered", "Why skipped"]),
    line(["---", "---", "---:", "---", "---", "---"]),
    ...rows.map(line),
  ];
}

/** One character is reserved for the final line break. */
function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length < longestComment ? text : `${characters.slice(0, longestComment - 2).join("")}…`;
}
