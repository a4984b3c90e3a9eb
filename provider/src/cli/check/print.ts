import { safeText } from "../../api/redact";
import { plainLine } from "../../review/output/markdownText";
import { printBullets } from "../terminal/bullets";
import type { Terminal } from "../terminal/terminal";
import type { Check } from "./document";

/** A comment on a pull request holds 65,536 characters. */
const mostLines = 100;

/** A section of what was found, its lines as sentences. */
interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
}

function sectionsOf({ failures, problems, findings }: Check): Section[] {
  const of = (level: Check["findings"][number]["level"]) =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ text, code, path, source }) => `${text} ${placed([code, path, source])}`);
  return [
    { heading: "The program failed", lines: failures },
    {
      heading: "Broken rules",
      lines: problems.map(({ noun, resource, text, source }) => {
        const place = source === undefined ? "" : ` ${placed([source])}`;
        return `${noun} ${JSON.stringify(resource)}: ${text}${place}`;
      }),
    },
    { heading: "A person has to look", lines: of("danger") },
    { heading: "Worth reading", lines: of("notice") },
  ].filter(({ lines }) => lines.length > 0);
}

/** In brackets: the code, the place in the resource, that in the program, as far as they are known. */
const placed = (parts: readonly (string | undefined)[]) => `(${parts.filter((part) => part !== undefined).join(", ")})`;

function summary({ verdict, resources, problems, failures, findings }: Check): string {
  const counted = `${resources} ${resources === 1 ? "resource" : "resources"}`;
  const errors = problems.length + failures.length;
  if (verdict === "failed") return `${errors} ${errors === 1 ? "error" : "errors"} in ${counted}`;
  const dangers = findings.filter(({ level }) => level === "danger").length;
  if (dangers > 0)
    return `no errors in ${counted}; ${dangers === 1 ? "a text needs" : `${dangers} texts need`} a person`;
  return `no errors in ${counted}`;
}

/** Prints a check for a person. */
export function printCheck(check: Check, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  terminal.print(bold(safeText(`Check of ${check.project}/${check.stack}: ${summary(check)}`, 300)));
  for (const { heading, lines } of sectionsOf(check)) {
    terminal.print();
    terminal.print(bold(heading));
    printBullets(lines, terminal);
  }
  terminal.print();
  terminal.print(dim("What a check does not know"));
  printBullets(check.leftOut, terminal);
}

/** The same as Markdown. */
export function checkMarkdown(check: Check): string {
  const bullets = (lines: readonly string[]) => [
    ...lines.slice(0, mostLines).map((line) => `- ${plainLine(line, 500)}`),
    ...(lines.length > mostLines ? [`- and ${lines.length - mostLines} more`] : []),
    "",
  ];
  return [
    `## ${plainLine(`Check of ${check.project}/${check.stack}: ${summary(check)}`)}`,
    "",
    ...sectionsOf(check).flatMap(({ heading, lines }) => [`### ${heading}`, "", ...bullets(lines)]),
    "<details><summary>What a check does not know</summary>",
    "",
    ...bullets(check.leftOut),
    "</details>",
  ].join("\n");
}
