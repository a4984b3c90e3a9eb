import { firstAndCount } from "../text/words";
import { quoted } from "./about";
import {
  among,
  type CompaniesOfFile,
  doNotContactName,
  type HeldCompanies,
  isSameBut,
  namesIn,
  without,
} from "./companies";
import type { Outcome } from "./decision";
import type { Values } from "./declared";
import type { Hints } from "./memory";
import { type Recorded, readRecord } from "./record";
import type { ChangeSituation, Situation } from "./situation";
import { containsUnknown } from "./unknown";
import { command } from "./ways";

/** The state's record of the companies that an object excludes. */
export function heldCompanies(
  outputs: Values | "unread" | undefined,
  property: string,
): HeldCompanies | "unread" | undefined {
  if (outputs === undefined || outputs === "unread") return outputs;
  try {
    const { companies = [], unseen, unchangeable, pending } = readRecord(outputs, "");
    const isUnchangeable = pending === undefined && (unseen === true || unchangeable === true);
    return { value: outputs[property], added: companies, isUnchangeable, isPending: pending !== undefined };
  } catch {
    // The run itself reports a state that it cannot read.
    return "unread";
  }
}

/** Maximum number of names in a sentence. */
const mostNames = 10;

/**
 * The names that `outreach.do-not-contact` has added to the declared value. Warns about names that are missing in it. An
 * object that replaces one that the service cannot change gets all of them.
 */
export function declaredCompanies(
  situation: Pick<Situation, "kind" | "run" | "about" | "urn">,
  inputs: Record<string, unknown>,
  ofFile: CompaniesOfFile | undefined,
  exists: boolean,
): readonly string[] | undefined {
  const { kind, run, about, urn } = situation;
  const { avoids } = kind;
  if (avoids === undefined || ofFile === undefined || containsUnknown(inputs[avoids])) return undefined;
  const value = namesIn(inputs[avoids]);
  const missing = without(ofFile.named, value);
  if (!exists && ofFile.why === "unchangeable" && missing.length > 0) {
    inputs[avoids] = [...value, ...missing];
    return [...ofFile.added, ...missing];
  }
  const added = among(ofFile.added, value);
  if (missing.length > 0)
    run.warn(`${about}: ${whyMissing(situation, missing, ofFile, exists)}`, urn, "do-not-contact");
  const stay = ofFile.why === "unchangeable" ? without(added, ofFile.named) : [];
  if (stay.length > 0) {
    run.warn(
      `${about}: ${quotedNames(stay)} ${stay.length === 1 ? "stays" : "stay"} in ${avoids}, although ${doNotContactName} does not name ${stay.length === 1 ? "it" : "them"} any more: this service has no operation that changes a ${kind.noun}.`,
      urn,
    );
  }
  return added;
}

function whyMissing(
  { kind, urn }: Pick<Situation, "kind" | "urn">,
  missing: readonly string[],
  { why }: CompaniesOfFile,
  exists: boolean,
): string {
  const { avoids, noun, loses } = kind;
  const names = `${quotedNames(missing)} of ${doNotContactName}`;
  const [is, it] = missing.length === 1 ? ["is", "it"] : ["are", "them"];
  if (why === "unchangeable") {
    return `this service has no operation that changes a ${noun}, so ${names} ${is} not in ${avoids}, and people of ${it} are found. Leave ${it} out in the app, or create a new ${noun}${loses === undefined ? "" : ` (${loses})`}: ${command("pulumi up --replace", urn).text}`;
  }
  if (why === "adopted" && !exists) {
    return `nothing is written to what is adopted: the next update adds ${names} to ${avoids}.`;
  }
  if (why === "unread") {
    return `the state of the stack could not be read, so ${names} ${is} not added to ${avoids}. Run it again.`;
  }
  return `the option ignoreChanges keeps ${avoids} as it is, so ${names} ${is} not in it, and people of ${it} are found.`;
}

/** The facts for rows about a changed file. */
interface Changing {
  readonly situation: ChangeSituation;
  readonly hints: Hints;
}

/** Writes the state although no property changes. */
interface StateAlone {
  readonly replace?: undefined;
}

/** Reports the effect of `outreach.do-not-contact`, to distinguish it in a preview from changes of the program. */
export function* tellCompanies({ situation, hints }: Changing): Iterable<Outcome<never>> {
  const { kind, about, olds, news, changes, record } = situation;
  const { avoids } = kind;
  if (avoids === undefined || containsUnknown(news[avoids])) return;
  const [before, now] = [record.companies ?? [], hints.companies ?? []];
  if (!changes.some(({ property }) => property === avoids)) return;
  const [held, declared] = [namesIn(olds[avoids]), namesIn(news[avoids])];
  const [added, removed] = [without(now, held), without(before, declared)];
  if (added.length + removed.length === 0) return;
  const isAlone =
    changes.every(({ property }) => property === avoids) && isSameBut(held, declared, [...before, ...now]);
  const what = [
    ...(added.length === 0 ? [] : [`adds ${quotedNames(added)} to ${avoids}`]),
    ...(removed.length === 0
      ? []
      : [
          `names ${quotedNames(removed)} no more, so that people of ${removed.length === 1 ? "it" : "them"} are found again`,
        ]),
  ];
  yield {
    warn: `${about}: ${doNotContactName} ${what.join(", and ")}. ${isAlone ? "This update comes from that file alone." : "The program changes more of it."}`,
    reach: "do-not-contact",
  };
}

/** Records when the program itself declares names that came from the file, although no value changes. */
export function* recordCompanies({ situation, hints }: Changing): Iterable<Outcome<StateAlone>> {
  const { companies: before = [] } = situation.record;
  const { companies: now } = hints;
  if (now !== undefined && !isSameBut(before, now, [])) yield { act: {} };
}

/** The companies for the record. */
export function companiesRecorded({ companies = [] }: Hints): Pick<Recorded, "companies"> {
  return companies.length === 0 ? {} : { companies: [...companies] };
}

const quotedNames = (names: readonly string[]) => firstAndCount(names.map(quoted), mostNames);
