import type { Answer, Listing } from "../api/account";
import { howToRename, ids } from "./about";
import { howToAcknowledge, idle, ownCodes } from "./acknowledge";
import type { Definition } from "./definition";
import type { CreateSituation } from "./irregular";
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
  if (listing === undefined) {
    run.memory.unseen.add(definition.noun);
    await refuseUnsettled(definition, situation, instead);
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
  const twins = namesakes.filter((answer) => isTwin(definition, answer, inputs));
  const unexpected = twins.filter(({ id }) => !acknowledged.has(`twin:${id}`));
  const [only] = unexpected;
  if (asked && only !== undefined && unexpected.length === 1 && only.active !== true) return only.id;
  if (unexpected.length > 0)
    throw twinRefusal(definition, situation, unexpected, await strangers(definition, situation));
  // Any of those without a name may be the one that is missing.
  const isComplete = listing.whole && others.every(({ name }) => name !== null);
  if (!isComplete) await refuseUnsettled(definition, situation, instead);

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

/**
 * An earlier run has sent this very creation and nobody knows what came of it. Where nothing complete can be listed, only
 * a person can look.
 */
async function refuseUnsettled(
  { kind, noun }: Definition,
  situation: CreateSituation,
  instead: string | undefined,
): Promise<void> {
  const { run, account, inputs, about, acknowledged, stack } = situation;
  const known = await account.creations(kind, inputs.name);
  const held = known.flatMap(({ id, own, sameName, stack: its, released }) =>
    id !== undefined && !own && sameName && its === stack && released !== true ? [id] : [],
  );
  const unknown = held.filter(
    (id) =>
      id !== instead &&
      !run.memory.wasReleased(kind, id) &&
      !run.memory.isManaged(kind, id) &&
      !acknowledged.has(`twin:${id}`),
  );
  if (unknown.length > 0) {
    throw new Refusal(
      `Creating ${about}: an earlier run of this stack has created a ${noun} of this name (${ids(unknown)}), which it has not let go of: a run was killed before it was recorded, or the resource has another name now. Nothing was sent.`,
      `Where the resource has another name now: ${howToRename}. To take it over: adopt: ${unknown.length === 1 ? unknown[0] : `one of ${unknown.join(", ")}`}.`,
      `To make another one beside it: ${howToAcknowledge(...unknown.map((id) => `twin:${id}`))}.`,
    );
  }
  const lost = known.filter(({ id, sameName }) => id === undefined && sameName);
  if (lost.length === 0) return;
  const isSaid = acknowledged.has("twin:none");
  const isStale = lost.some(({ saidAbsent }) => saidAbsent === true);
  // Said before it was sent, it says nothing. Once a run without the word has seen it, the word counts again.
  if (isSaid && !isStale) return await account.settle(kind, inputs.name, "refused");
  if (!isSaid && isStale) await account.settle(kind, inputs.name, "open");
  throw new Refusal(
    `Creating ${about}: an earlier run was cut off while it created it, so it may exist; this service cannot list every ${noun}. Nothing was sent.`,
    "Look in the app. If it is there: adopt: <its id>.",
    isSaid
      ? 'If it is surely not there: remove the acknowledged "twin:none", which was written before, run `pulumi up` once, and write it again.'
      : `If it is surely not there: ${howToAcknowledge("twin:none")}.`,
  );
}

/** Ids that other stacks have created, as far as is known here. */
async function strangers({ kind }: Definition, { account, inputs, stack }: CreateSituation): Promise<Set<string>> {
  const known = await account.creations(kind, inputs.name);
  return new Set(known.flatMap(({ id, stack: its }) => (id && its !== undefined && its !== stack ? [id] : [])));
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
  return typeof name !== "string" || answer.name.trim() === name.trim();
}
