import { safeText } from "../../api/redact";
import type { Terminal } from "./terminal";
import { wrapTo } from "./text";

/** Prints each text after a bullet, wrapped to the terminal's width. */
export function printBullets(texts: readonly string[], terminal: Terminal): void {
  for (const text of texts) {
    const line = safeText(text, 1000);
    const lines = terminal.width === undefined ? [line] : wrapTo(line, Math.max(20, terminal.width - 3));
    for (const [index, part] of lines.entries()) terminal.print(`${index === 0 ? " - " : "   "}${part}`);
  }
}
