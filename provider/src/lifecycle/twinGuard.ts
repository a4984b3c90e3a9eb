import type { Answer, Listing } from "../api/account";
import { ids } from "./about";
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
  if (listing === undefined) {
    run.warn(
      "should this run be killed while it creates something, look for it in the app before the next `pulumi up`: where this service has no listing, that would create it again",
    );
    return undefined;
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
  const asked = inputs.adopt === "twin" || run.settings().adopt === "twin";
  if (asked && only !== undefined && unexpected.length === 1 && only.active !== true) return only.id;
  if (unexpected.length > 0) throw twinRefusal(definition, about, unexpected);

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

function twinRefusal({ noun }: Definition, about: string, twins: readonly Answer[]): Refusal {
  const all = twins.map(({ id }) => id);
  const running = twins.filter(({ active }) => active === true).map(({ id }) => id);
  const which = all.length === 1 ? "which" : `of which ${ids(running)}`;
  const runs = running.length === 0 ? "" : `, ${which} ${running.length === 1 ? "is" : "are"} active`;
  const several = all.length > 1 ? `one of ${all.join(", ")}` : `${all[0]}`;
  const byWord =
    all.length > 1
      ? ""
      : ` Or OUTREACH_ADOPT=twin for one run${running.length > 0 ? ", once it is switched off in the app" : ""} (adopt: "twin" in the program).`;
  return new Refusal(
    `Creating ${about}: the account already holds the same ${noun}, ${ids(all)}${runs}; nothing was sent.`,
    `To take it over: adopt: ${several}.${byWord}`,
    `To make another one beside it: ${howToAcknowledge(...all.map((id) => `twin:${id}`))}.`,
  );
}

/** Asked first, since comparing everything with every object of a large account takes long. */
function mayBeNamed(answer: Answer, name: unknown): boolean {
  if (typeof answer.name !== "string" || typeof name !== "string") return true;
  return answer.name.trim() === name.trim();
}
