import { safeText } from "../../api/redact";
import type { RehearsalDifference } from "../../rehearse/difference/model";
import { againstWords, settingWords, summaryWords } from "../../rehearse/difference/words";
import { printBullets } from "../terminal/bullets";
import type { Terminal } from "../terminal/terminal";

/** Prints the difference of two rehearsals for a person. */
export function printDifference(difference: RehearsalDifference, terminal: Terminal): void {
  const { project, stack, effects, assumptions } = difference;
  const { bold, dim } = terminal.colors;
  const title = `Rehearsal of ${project}/${stack} against ${againstWords(difference)}`;
  terminal.print(bold(safeText(title, 300)));
  terminal.print(summaryWords(difference));
  printBullets(
    effects.map(({ text }) => text),
    terminal,
  );
  terminal.print();
  terminal.print(dim(`${settingWords(difference)} What is assumed of both:`));
  printBullets(assumptions, terminal);
}
