import type { Times } from "../../follow/times";
import type { Verified } from "../../follow/verify/model";
import type { Cell } from "../terminal/table";
import type { Terminal } from "../terminal/terminal";
import { repliesLine, stepRows, verdictOf } from "./words";

/** Prints for people what was found. */
export function showVerified(verified: Verified, times: Times, terminal: Terminal): void {
  const { bold, red, dim } = terminal.colors;
  const { deviations } = verified;
  if (deviations.length > 0) {
    terminal.print(bold("Other than promised"));
    terminal.printTable(
      [{ overflow: "keep" }, { overflow: "wrap", longest: 800 }],
      deviations.flatMap(({ about, text, todo }): Cell[][] => [
        [{ text: "✗", style: red }, `${about}: ${text}`],
        ["", { text: `→ ${todo}`, style: dim }],
      ]),
    );
    terminal.print();
  }
  const rows = stepRows(verified);
  if (rows.length > 0) {
    terminal.printTable(
      [
        { title: "CAMPAIGN" },
        { title: "STEP", overflow: "keep" },
        { title: "SENT", align: "right", overflow: "keep" },
        { title: "SKIPPED", overflow: "keep" },
        { title: "ANSWERED", overflow: "keep" },
        { title: "WHY SKIPPED", overflow: "wrap" },
      ],
      rows.map(({ campaign, step, sent, skipped, answered, why }) => [campaign, step, sent, skipped, answered, why]),
    );
    terminal.print();
  }
  terminal.print(repliesLine(verified));
  terminal.print(verdictOf(verified, times));
}
