import { firstOf } from "../text/words";
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

/** What the state holds of the companies that an object leaves out. */
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

/** Names that a sentence lists. */
const mostNames = 10;

/**
 * The names of the declared value that `outreach.do-not-contact` has added. Warns of those that are missing in it. An object
 * that takes the place of one that the service cannot change gets all of them.
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
      `${about}: ${listed(stay)} ${stay.length === 1 ? "stays" : "stay"} in ${avoids}, although ${doNotContactName} does not name ${stay.length === 1 ? "it" : "them"} any more: this service has no operation that changes a ${kind.noun}.`,
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
  const names = `${listed(missing)} of ${doNotContactName}`;
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

/** What rows about a change of the file look at. */
interface Changing {
  readonly situation: ChangeSituation;
  readonly hints: Hints;
}

/** The state is written, even if no property changes. */
interface StateAlone {
  readonly replace?: undefined;
}

/** What `outreach.do-not-contact` changes, so that a preview tells an update that it causes from one of the program. */
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
    ...(added.length === 0 ? [] : [`adds ${listed(added)} to ${avoids}`]),
    ...(removed.length === 0
      ? []
      : [
          `names ${listed(removed)} no more, so that people of ${removed.length === 1 ? "it" : "them"} are found again`,
        ]),
  ];
  yield {
    warn: `${about}: ${doNotContactName} ${what.join(", and ")}. ${isAlone ? "This update comes from that file alone." : "The program changes more of it."}`,
    reach: "do-not-contact",
  };
}

/** The program may name itself what the file has named: then no value changes, and the state has to record it. */
export function* recordCompanies({ situation, hints }: Changing): Iterable<Outcome<StateAlone>> {
  const { companies: before = [] } = situation.record;
  const { companies: now } = hints;
  if (now !== undefined && !isSameBut(before, now, [])) yield { act: {} };
}

/** What the record keeps of them. */
export function companiesRecorded({ companies = [] }: Hints): Pick<Recorded, "companies"> {
  return companies.length === 0 ? {} : { companies: [...companies] };
}

const listed = (names: readonly string[]) => firstOf(names.map(quoted), mostNames);
