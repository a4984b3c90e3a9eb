import type { Answer, KnownCreation, Listing } from "../api/account";
import { isSameName } from "../api/listing";
import { ids } from "./about";
import { howToAcknowledge, idle, ownCodes } from "./acknowledge";
import type { Definition, Values } from "./definition";
import type { CreateSituation } from "./irregular";
import { refuseRecorded } from "./recordedGuard";
import { Refusal } from "./refusal";
import { isTwin } from "./twins";

/** What there is before a create. Others may have had their turn meanwhile: what they made may be what is to be made. */
export function listingBeforeCreate(
  { kind }: Definition,
  { account, inputs }: CreateSituation,
  about: string,
  fresh = false,
): Promise<Listing | undefined> {
  return account.listing(kind, about, fresh ? { fresh } : { unlessMade: { kind, name: inputs.name } });
}

/**
 * Refuses a create while the account holds a twin that nobody has acknowledged. Answers the id of the twin to take
 * over where the program or the run asks for that. `instead` is the object that the create takes the place of.
 */
export async function guardTwins(
  definition: Definition,
  situation: CreateSituation,
  listing: Listing | undefined,
  instead?: string,
): Promise<string | undefined> {
  const { run, account, inputs, about, acknowledged, urn } = situation;
  const asked = inputs.adopt === "twin" || run.settings().adopt === "twin";
  const known = await account.creations(definition.kind, inputs.name, "sameName");
  if (listing === undefined) {
    run.memory.unseen.add(definition.noun);
    await refuseRecorded(definition, situation, { known, instead, seen: new Set(), isComplete: false });
    if (!asked || acknowledged.has("twin:none")) return undefined;
    throw new Refusal(
      `Creating ${about}: adopt "twin" asks for the same ${definition.noun}, and this service has no operation that lists any; nothing was sent.`,
      `Look in the app. If it is there: adopt: <its id>. If it is surely not there: ${howToAcknowledge("twin:none")}.`,
    );
  }
  if (!listing.whole) {
    run.warn(
      `the service lists only a part of the ${definition.noun}s: what it leaves out cannot be found again, should this run be killed while it creates something`,
    );
  }
  const { id: owner } = await account.actingUser();
  const others = listing.answers.filter(
    ({ id, userId }) =>
      id !== instead &&
      !run.memory.wasReleased(definition.kind, id) &&
      (userId === undefined || String(userId) === owner),
  );
  const namesakes = others.filter((answer) => mayBeNamed(answer, inputs.name));
  const twins = namesakes.filter(
    (answer) => isTwin(definition, answer, inputs) && !worksElsewhere(known, answer.id, inputs),
  );
  const unexpected = twins.filter(({ id }) => !acknowledged.has(`twin:${id}`));
  const [only] = unexpected;
  const isForeign = inputs.adopt !== "twin" && only !== undefined && strangers(known, situation).has(only.id);
  const mayRun = definition.properties.includes("active") && only?.active !== false;
  if (asked && only !== undefined && unexpected.length === 1 && !mayRun && !isForeign) return only.id;
  for (const { id } of unexpected) run.memory.noteTwin(definition.kind, id);
  if (unexpected.length > 0) throw twinRefusal(definition, situation, unexpected, strangers(known, situation));
  // Any of those without a name may be the one that is missing.
  const named = others.filter(({ name }) => typeof name === "string");
  const isComplete = listing.whole && named.length === others.length;
  await refuseRecorded(definition, situation, { known, instead, seen: new Set(named.map(({ id }) => id)), isComplete });

  const unmatched = ownCodes(inputs).filter(
    (code) => /^twin:\d+$/.test(code) && !twins.some(({ id }) => code === `twin:${id}`),
  );
  for (const sentence of idle(unmatched)) run.warn(`${about}: ${sentence}`, urn);
  const unlike = namesakes.filter((answer) => !twins.includes(answer));
  if (unlike.length > 0) {
    const which = ids(unlike.map(({ id }) => id));
    run.warn(
      `${about}: the account holds another ${definition.noun} of this name with other content (${which}); this one is made beside it.`,
      urn,
    );
  }
  return undefined;
}

/** Ids that other stacks have created, as far as is known here. */
function strangers(known: readonly KnownCreation[], { declarer: { stack } }: CreateSituation): Set<string> {
  return new Set(known.flatMap(({ id, stack: its }) => (id && its !== undefined && its !== stack ? [id] : [])));
}

/** True where runs have recorded that it works on other lists than these, which no answer may tell. */
export function worksElsewhere(known: readonly KnownCreation[], id: string, { listIds }: Values): boolean {
  return areOtherLists(known.find((each) => each.id === id)?.targets, listIds);
}

/** True where both are known and have nothing in common. */
export function areOtherLists(recorded: readonly string[] | undefined, declared: unknown): boolean {
  if (recorded === undefined || recorded.length === 0 || !Array.isArray(declared)) return false;
  return recorded.every((listId) => !declared.map(String).includes(listId));
}

function twinRefusal(
  { noun }: Definition,
  { about }: CreateSituation,
  twins: readonly Answer[],
  ofOthers: ReadonlySet<string>,
): Refusal {
  const all = twins.map(({ id }) => id);
  const running = twins.filter(({ active }) => active === true).map(({ id }) => id);
  const which = all.length === 1 ? "which" : `of which ${ids(running)}`;
  const runs = running.length === 0 ? "" : `, ${which} ${running.length === 1 ? "is" : "are"} active`;
  const several = all.length > 1 ? `one of ${all.join(", ")}` : `${all[0]}`;
  const byWord =
    all.length > 1
      ? ""
      : ` Or OUTREACH_ADOPT=twin for one run${running.length > 0 ? ", once it is switched off in the app" : ""} (adopt: "twin" in the program).`;
  const maker = all.some((id) => ofOthers.has(id))
    ? "Another stack has created it: use its id here instead of declaring it twice."
    : "Most often another stack manages it (use its id instead), or a run that was killed has created it.";
  return new Refusal(
    `Creating ${about}: the account already holds the same ${noun}, ${ids(all)}${runs}; nothing was sent.`,
    `${maker} To take it over: adopt: ${several}.${byWord}`,
    `To make another one beside it: ${howToAcknowledge(...all.map((id) => `twin:${id}`))}.`,
  );
}

/** Asked first, since comparing everything with every object of a large account takes long. */
function mayBeNamed(answer: Answer, name: unknown): boolean {
  if (typeof answer.name !== "string") return false;
  return typeof name !== "string" || isSameName(answer.name, name);
}
