import type { KnownCreation } from "../api/objects";
import { ids } from "./about";
import { howToAcknowledge } from "./acknowledge";
import { mayAdoptTwin } from "./adoptTwin";
import { neededBeside } from "./besideOthers";
import type { CreateSituation } from "./guards";
import { type ResourceKind, targetsIn } from "./kind";
import { refuseRecorded } from "./recordedGuard";
import { Refusal } from "./refusal";
import { isTwin } from "./twins";
import { type Advice, say, way } from "./wayOut";
import { adoptFound, adoptOne } from "./ways";

/** An object that runs have recorded under the name of the new one, and that no resource of this program manages. */
interface Namesake extends KnownCreation {
  readonly id: string;
  /** True if it is the same object as far as records tell: nothing but the name counts, or it has a target in common. */
  readonly isTwin: boolean;
}

/**
 * Guards a create of a kind that the service does not list, where only records show what the account holds. Returns the
 * id of the object to adopt if the program or the run asks for that.
 */
export async function guardUnlisted(
  situation: CreateSituation,
  known: readonly KnownCreation[],
  instead: string | undefined,
): Promise<string | undefined> {
  const { kind, run, inputs, about, acknowledged, urn } = situation;
  const asked = mayAdoptTwin(run.settings(), inputs);
  const namesakes = await namesakesIn(situation, known, instead);
  const twins = namesakes.filter((each) => each.isTwin);
  const [only] = namesakes;
  if (asked && only !== undefined && namesakes.length === 1 && isAdoptable(situation, only)) return only.id;
  await refuseRecorded(situation, { known, instead, seen: new Set(), isComplete: false, twins });
  if (twins.length > 0) throw recordedTwins(situation, twins);
  if (asked && namesakes.length > 0) throw notOne(situation, namesakes);
  if (asked && !acknowledged.has("twin:none")) {
    throw new Refusal(
      `Creating ${about}: adopt: "twin" looks for an equal ${kind.noun}, and this service has no operation that lists any; nothing was sent.`,
      say`Runs have recorded none of this name either. Look in the app. If it is there: ${adoptFound}. If it is certainly not there: ${howToAcknowledge("twin:none")}.`,
    );
  }
  if (namesakes.length > 0) {
    run.warn(
      `${about}: runs have recorded another ${kind.noun} of this name (${ids(namesakes.map(({ id }) => id))}), which this service does not show; this one is created beside it.`,
      urn,
    );
  }
  return undefined;
}

async function namesakesIn(
  { kind, run, account, inputs, about, acknowledged }: CreateSituation,
  known: readonly KnownCreation[],
  instead: string | undefined,
): Promise<Namesake[]> {
  const found: Namesake[] = [];
  for (const each of known) {
    const { id, own, released } = each;
    // What was let go of is deleted if the service can delete it.
    const isGone = released === true && kind.operations.delete !== undefined;
    if (id === undefined || own || isGone || id === instead || acknowledged.has(`twin:${id}`)) continue;
    const { isReleased, manager, adopter } = run.memory.object(kind, id);
    if (isReleased === true || manager !== undefined || adopter !== undefined) continue;
    // A service that lists none may still read one.
    const finding = await account.find(kind.name, id, `creating ${about}`, { fresh: true });
    if (finding.status === "gone") continue;
    const isSame =
      finding.status === "found" ? isTwin(kind, finding.answer, inputs) : isSameAsRecorded(kind, each, inputs);
    found.push({ ...each, id, isTwin: isSame });
  }
  return found;
}

/** Records hold a name and targets. Of a kind with other properties and no targets they tell too little. */
function isSameAsRecorded(kind: ResourceKind, { targets }: KnownCreation, inputs: CreateSituation["inputs"]): boolean {
  if (kind.roles.targets === undefined) return kind.properties.every((property) => property === kind.roles.name);
  const declared = targetsIn(kind, inputs);
  if (targets === undefined || !Array.isArray(declared)) return true;
  return declared.some((target) => targets.includes(String(target)));
}

/** What runs, or is another stack's, is adopted by its id alone. */
function isAdoptable({ kind, inputs, declarer, acknowledged }: CreateSituation, each: Namesake): boolean {
  const isForeign = each.released !== true && each.stack !== undefined && each.stack !== declarer.stack;
  if (isForeign && inputs.adopt !== "twin") return false;
  if (kind.roles.targets !== undefined && !each.isTwin) return false;
  return each.running !== true || acknowledged.has(`inactive:${each.id}`);
}

function recordedTwins(situation: CreateSituation, twins: readonly Namesake[]): Refusal {
  const { kind, about, declarer, run } = situation;
  const all = twins.map(({ id }) => id);
  for (const id of all) run.memory.note(kind, id, { isTwin: true });
  const isOther = twins.some(({ stack, released }) => stack !== declarer.stack && released !== true);
  const where = isOther
    ? "Another stack has created it: use its id here instead of declaring it twice."
    : "A stack has stopped managing it, and it stayed in the account.";
  const common = kind.roles.targets === undefined ? "" : ` for the same ${kind.roles.targets.noun}`;
  const { effects, codes } = neededBeside(situation, twins);
  return new Refusal(
    `Creating ${about}: runs have recorded a ${kind.noun} of this name${common} (${ids(all)}), which this service does not show. Nothing was sent.`,
    say`${where} To take it over: ${adoptOne(all)}.${byWord(situation, twins)}`,
    say`To create another one beside it${effects}: ${howToAcknowledge(...codes)}.`,
  );
}

/** How to adopt it without an edit, if that is certain to be the one that is meant. */
function byWord({ declarer }: CreateSituation, [only, ...more]: readonly Namesake[]): Advice | "" {
  if (only === undefined || more.length > 0) return "";
  const isForeign = only.released !== true && only.stack !== declarer.stack;
  if (isForeign) return "";
  if (only.running !== true) return say` Or ${way("OUTREACH_ADOPT=twin for one run", { do: "adoptTwin" })}.`;
  const codes = [`inactive:${only.id}`];
  return way(
    ` Or OUTREACH_ADOPT=twin OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run, once it is switched off in the app.`,
    { do: "inApp", act: "switchOff", ids: [only.id] },
    { do: "adoptTwin" },
    { do: "acknowledge", codes, at: "run" },
  );
}

function notOne({ kind, about }: CreateSituation, namesakes: readonly Namesake[]): Refusal {
  const all = namesakes.map(({ id }) => id);
  return new Refusal(
    `Creating ${about}: adopt: "twin" takes over the one equal ${kind.noun}, and which of those that runs have recorded (${ids(all)}) it is cannot be told; this service does not show them. Nothing was sent.`,
    say`Look in the app. If it is there: ${adoptFound}. To create another one beside them: ${howToAcknowledge(...all.map((id) => `twin:${id}`))}.`,
  );
}
