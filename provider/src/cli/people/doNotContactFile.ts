import { join } from "node:path";
import { text } from "node:stream/consumers";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { type DoNotContact, type Entry, parseDoNotContact } from "../../people/doNotContact";
import { textOf } from "../files";
import { projectAround } from "../project";

/** The file of a project that names who is not to be contacted. */
export const doNotContactName = "outreach.do-not-contact";

/** Lines of an error message. */
const mostProblems = 20;

/**
 * The entries of the file of the project, of another file, or of standard input (`-`). Throws a Refusal that lists every line
 * that names nobody: a line that is passed over would be somebody who is written to.
 */
export async function readDoNotContact(from: string | undefined): Promise<readonly Entry[]> {
  if (from === "-") return entriesOf(parseDoNotContact(await text(process.stdin)), "standard input");
  const file = from ?? join((await projectAround(process.cwd()))?.folder ?? process.cwd(), doNotContactName);
  const content = await textOf(file, from !== undefined);
  if (content === undefined) {
    throw new Refusal(
      `could not find ${doNotContactName} in ${safeText(process.cwd(), 200)}, nor in the Pulumi project around it.`,
      "Write one entry a line into it, or name another file with --from.",
    );
  }
  return entriesOf(parseDoNotContact(content), from ?? doNotContactName);
}

/** The entries, or a Refusal with the lines that are wrong. */
export function entriesOf({ entries, problems }: DoNotContact, source: string): readonly Entry[] {
  if (problems.length === 0) return entries;
  const shown = problems.slice(0, mostProblems).map((each) => `line ${each.line}: ${each.text}`);
  const more = problems.length > mostProblems ? [`and ${problems.length - mostProblems} more lines`] : [];
  throw new Refusal(
    `could not read ${safeText(source, 200)}: ${problems.length} ${problems.length === 1 ? "line names" : "lines name"} nobody.`,
    ...shown,
    ...more,
  );
}
