import { join } from "node:path";
import { text } from "node:stream/consumers";
import { safeText } from "../../api/redact";
import { type Entry, entriesIn } from "../../kind/doNotContact";
import { doNotContactName } from "../../lifecycle/companies";
import { Refusal } from "../../lifecycle/refusal";
import { textOf } from "../files";
import { projectAround } from "../project";

/**
 * The entries of the file of the project, of another file, or of standard input (`-`). Throws a Refusal that lists every line
 * that names nobody: a line that is passed over would be somebody who is written to.
 */
export async function readDoNotContact(from: string | undefined): Promise<readonly Entry[]> {
  if (from === "-") return entriesIn(await text(process.stdin), "standard input");
  const file = from ?? join((await projectAround(process.cwd()))?.folder ?? process.cwd(), doNotContactName);
  const content = await textOf(file, from !== undefined);
  if (content === undefined) {
    throw new Refusal(
      `could not find ${doNotContactName} in ${safeText(process.cwd(), 200)}, nor in the Pulumi project around it.`,
      "Write one entry a line into it, or name another file with --from.",
    );
  }
  return entriesIn(content, from);
}
