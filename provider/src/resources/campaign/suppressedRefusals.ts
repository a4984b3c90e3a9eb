import { doNotContactName } from "../../lifecycle/companies";
import { Refusal } from "../../lifecycle/refusal";
import type { Situation } from "../../lifecycle/situation";
import { type Advice, say, way } from "../../lifecycle/wayOut";
import { another, inApp } from "../../lifecycle/ways";
import { firstAndCount } from "../../text/words";

type Start = Pick<Situation, "about">;

/** Somebody on a list must not be contacted. */
export function suppressedPeople(
  { about }: Start,
  listId: string,
  { found, lines }: { readonly found: number; readonly lines: readonly number[] },
): Refusal {
  const [people, them] = found === 1 ? ["1 person who is", "that person"] : [`${found} people who are`, "them"];
  return new Refusal(
    `${about}: list ${listId} has ${people} not to be contacted (${lines.length === 1 ? "line" : "lines"} ${firstAndCount(lines.map(String), 10)} of ${doNotContactName}). Nothing was sent.`,
    say`${inApp("remove", [], `Exclude ${them} in the app, or remove ${them} from the list`)} (\`pulumi-outreach people --suppressed\` names ${them}), and run \`pulumi up\` again. Or ${another("listIds", "use another list")}.`,
  );
}

/** It is unknown whether somebody on a list must not be contacted. */
export function uncheckedPeople({ about }: Start, listId: string, problem: string): Refusal {
  return new Refusal(
    `${about}: who of list ${listId} is not to be contacted could not be checked: ${problem}. Nothing was sent.`,
    say`${correctFile("Correct the file")} or what the service answers with, and run \`pulumi up\` again. ${unchecked}`,
  );
}

/** The setting requires a check, but there is no file. */
export function nothingToCheckWith({ about }: Start): Refusal {
  return new Refusal(
    `${about}: the setting checkSuppressed asks to compare its people with ${doNotContactName}, and the project has no such file. Nothing was sent.`,
    say`${correctFile(`Write ${doNotContactName} beside Pulumi.yaml`)} (it may be empty), and run \`pulumi up\` again. ${unchecked}`,
  );
}

const correctFile = (words: string): Advice => way(words, { do: "correct", what: "doNotContact" });

const unchecked = say`To start without this check: ${way("set outreach:checkSuppressed to false", { do: "set", setting: "checkSuppressed", value: "false" })}.`;
