import { safeText } from "../../api/redact";
import type { RehearsalDifference } from "../../rehearse/difference/model";
import { againstWords, settingWords, summaryWords } from "../../rehearse/difference/words";
import type { Terminal } from "../terminal/terminal";
import { wrapTo } from "../terminal/text";

/** Prints the difference of two rehearsals for a person. */
export function printDifference(difference: RehearsalDifference, terminal: Terminal): void {
  const { project, stack, effects, assumptions } = difference;
  const { bold, dim } = terminal.colors;
  const title = `Rehearsal of ${project}/${stack} against ${againstWords(difference)}`;
  terminal.print(bold(safeText(title, 300)));
  terminal.print(summaryWords(difference));
  bullets(effects.map(({ text }) => text));
  terminal.print();
  terminal.print(dim(settingWords(difference)));
  bullets(assumptions);

  function bullets(texts: readonly string[]): void {
    for (const text of texts) {
      const line = safeText(text, 1000);
      const lines = terminal.width === undefined ? [line] : wrapTo(line, Math.max(20, terminal.width - 3));
      for (const [index, part] of lines.entries()) terminal.print(`${index === 0 ? " - " : "   "}${part}`);
    }
  }
}
