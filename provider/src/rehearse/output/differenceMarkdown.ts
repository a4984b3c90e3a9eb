import { plain, plainLine } from "../../review/output/markdownText";
import type { RehearsalDifference } from "../difference/model";
import { againstWords, settingWords, summaryWords } from "../difference/words";

/** Nobody reads a longer list, and a pull request comment is limited to 65,536 characters. */
const mostEffects = 100;

/** The difference as a collapsed Markdown section. */
export function differenceMarkdown(difference: RehearsalDifference): string {
  const { effects, assumptions } = difference;
  const more = effects.length - mostEffects;
  const shown = effects.slice(0, mostEffects).map(({ text }) => `- ${plainLine(text, 500)}`);
  return [
    "<details>",
    `<summary>Rehearsal against ${plainLine(againstWords(difference), 200)}: ${summaryWords(difference)}</summary>`,
    "",
    ...(shown.length === 0 ? [] : [...shown, ...(more > 0 ? [`- ${more} more: \`--json\` has all of them.`] : []), ""]),
    plain(`${settingWords(difference)} What is assumed of both:`),
    "",
    ...assumptions.slice(0, 20).map((text) => `- ${plainLine(text, 500)}`),
    "",
    "</details>",
  ].join("\n");
}
