import { z } from "zod";
import { safeText } from "../../api/redact";
import { quoted } from "../../lifecycle/about";
import { plainLine } from "../../review/output/markdownText";
import { counted } from "../../text/words";
import { printBullets } from "../terminal/bullets";
import type { Terminal } from "../terminal/terminal";

const finding = z.strictObject({
  /** `danger`: a person must check it. `notice`: worth reading. */
  level: z.enum(["danger", "notice"]),
  /** The finding's code in a review: `content:missing-field`, … (docs/review.md lists all). */
  code: z.string(),
  text: z.string(),
  /** The name in the program. */
  resource: z.string(),
  urn: z.string().optional(),
  /** The place within the resource: `steps[2].message`. */
  path: z.string().optional(),
  /** Where the program declares the resource: `index.ts:27`. */
  source: z.string().optional(),
});

/** What `pulumi-outreach check --json` prints. */
export const checkShape = z.strictObject({
  version: z.literal(1),
  project: z.string(),
  stack: z.string(),
  /** `needs-approval`: there is at least one danger. `failed`: a rule is broken, or the program failed. */
  verdict: z.enum(["fine", "needs-approval", "failed"]),
  /** How many resources of this package the program declares. */
  resources: z.number(),
  /** Broken rules. */
  problems: z.array(
    z.strictObject({
      /** `campaign`, `source agent`, `list`. */
      noun: z.string(),
      /** The name in the program. */
      resource: z.string(),
      urn: z.string().optional(),
      /** The place within the resource: `steps[2].note`. Missing if the rule is about the whole resource. */
      path: z.string().optional(),
      text: z.string(),
      /** Where the program declares the resource: `index.ts:27`. */
      source: z.string().optional(),
    }),
  ),
  findings: z.array(finding),
  /** Errors of the program itself: the resources after an error were not declared. */
  failures: z.array(z.string()),
  /** Sentences about what this check could not know. */
  leftOut: z.array(z.string()),
});
/** The result of a check. */
export type Check = z.infer<typeof checkShape>;

/** Limits the Markdown, because a comment on a pull request has at most 65,536 characters. */
const mostLines = 100;

/** A section of the result, with a sentence on each line. */
interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
}

function resultSections({ failures, problems, findings }: Check): Section[] {
  const of = (level: Check["findings"][number]["level"]) =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ text, code, path, source }) => `${text} ${locationWords([code, path, source])}`);
  return [
    { heading: "The program failed", lines: failures },
    {
      heading: "Broken rules",
      lines: problems.map(({ noun, resource, text, source }) => {
        const place = source === undefined ? "" : ` ${locationWords([source])}`;
        return `${noun} ${quoted(resource)}: ${text}${place}`;
      }),
    },
    { heading: "A person has to look", lines: of("danger") },
    { heading: "Worth reading", lines: of("notice") },
  ].filter(({ lines }) => lines.length > 0);
}

/** The known ones of the code, the place in the resource and the place in the program, in brackets. */
const locationWords = (parts: readonly (string | undefined)[]) =>
  `(${parts.filter((part) => part !== undefined).join(", ")})`;

function summary({ verdict, resources, problems, failures, findings }: Check): string {
  const all = counted(resources, "resource");
  const errors = problems.length + failures.length;
  if (verdict === "failed") return `${counted(errors, "error")} in ${all}`;
  const dangers = findings.filter(({ level }) => level === "danger").length;
  if (dangers > 0) return `no errors in ${all}; ${dangers === 1 ? "a text needs" : `${dangers} texts need`} a person`;
  return `no errors in ${all}`;
}

/** Prints a check for a person. */
export function printCheck(check: Check, terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  terminal.print(bold(safeText(`Check of ${check.project}/${check.stack}: ${summary(check)}`, 300)));
  for (const { heading, lines } of resultSections(check)) {
    terminal.print();
    terminal.print(bold(heading));
    printBullets(lines, terminal);
  }
  terminal.print();
  terminal.print(dim("What a check does not know"));
  printBullets(check.leftOut, terminal);
}

/** Formats a check as Markdown. */
export function checkMarkdown(check: Check): string {
  const bullets = (lines: readonly string[]) => [
    ...lines.slice(0, mostLines).map((line) => `- ${plainLine(line, 500)}`),
    ...(lines.length > mostLines ? [`- and ${lines.length - mostLines} more`] : []),
    "",
  ];
  return [
    `## ${plainLine(`Check of ${check.project}/${check.stack}: ${summary(check)}`)}`,
    "",
    ...resultSections(check).flatMap(({ heading, lines }) => [`### ${heading}`, "", ...bullets(lines)]),
    "<details><summary>What a check does not know</summary>",
    "",
    ...bullets(check.leftOut),
    "</details>",
  ].join("\n");
}
