import type { Answer, Listing } from "../api/account";
import { describe } from "./about";
import { acknowledgements, howToAcknowledge } from "./acknowledge";
import { adopt } from "./adopt";
import { assertRules } from "./assertRules";
import { splitHints } from "./check";
import type { Definition, Values } from "./definition";
import type { CreateSituation, ResourceKind } from "./irregular";
import { declaredBy, outputsOf } from "./outputs";
import { newPendingId, type Recorded, recordVersion } from "./record";
import { PendingCreate, Refusal } from "./refusal";
import type { Run } from "./run";
import { findLost } from "./settle";
import { isTwin } from "./twins";

export interface Created {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
}

/** Makes the object, or takes over the one that the program names; never two, never one that exists already. */
export async function create(kind: ResourceKind, run: Run, rawInputs: Values): Promise<Created> {
  const { definition } = kind;
  const { inputs } = splitHints(rawInputs);
  const settings = run.settings();
  const acknowledged = acknowledgements(inputs, settings);
  const about = describe(definition.noun, inputs.name);
  // What was unknown at preview is known now, and meets the rules for the first time.
  assertRules(definition, inputs, settings, acknowledged, String(inputs.name));
  const { urn } = run.memory.hintsFor(inputs);
  const account = run.account();
  const actor = await account.actingUser();
  const record: Recorded = {
    version: recordVersion,
    origin: settings.origin,
    actingUserId: actor.id,
    declared: declaredBy(definition, inputs),
    ...(urn === undefined ? {} : { urn }),
  };
  const situation: CreateSituation = { run, about, acknowledged, urn, account, inputs };
  const finish = (answer: Answer): Created => {
    const complete = { ...record, ...kind.irregular.afterCreate?.(situation, answer) };
    return { id: answer.id, outputs: outputsOf(definition, answer, inputs, complete) };
  };

  if (inputs.adopt !== undefined && inputs.adopt !== "twin") {
    return finish(await adopt(definition, run, account, inputs, String(inputs.adopt), urn));
  }
  return await account.creating(definition.kind, async () => {
    const before = await account.listing(definition.kind, `creating ${about}`);
    const twin = chooseTwin(definition, situation, before);
    if (twin !== undefined) return finish(await adopt(definition, run, account, inputs, twin, urn));
    await kind.irregular.beforeCreate?.(situation);
    const since = run.now().toISOString();
    const creation = await account.create(definition.kind, definition.createBody(inputs), `creating ${about}`);
    if (creation.status === "created") return finish(creation.answer);

    const found = await findLost(definition, run, account, inputs, idsOf(before), about);
    if (found.status === "found") {
      run.warn(
        `${about}: the answer to its creation was lost (${creation.cause}); the one new ${definition.noun} that equals it, id ${found.answer.id}, was taken.`,
        urn,
      );
      return finish(found.answer);
    }
    const knownBefore = idsOf(before);
    const outputs = outputsOf(definition, undefined, inputs, {
      ...record,
      pending: { since, ...(knownBefore === undefined ? {} : { knownBefore: [...knownBefore] }) },
    });
    throw new PendingCreate(
      newPendingId(run.random()),
      outputs,
      `Creating ${about}: the answer was lost (${creation.cause}), and ${found.why}.`,
      "It is recorded as pending, nothing is sent twice. Run `pulumi up --refresh`: it takes the object if it is there and creates it if it is surely not.",
    );
  });
}

function idsOf(listing: Listing | undefined): ReadonlySet<string> | undefined {
  return listing === undefined ? undefined : new Set(listing.answers.map((answer) => answer.id));
}

/** The id of the twin to take over, or undefined where the account holds none that counts. */
function chooseTwin(definition: Definition, situation: CreateSituation, listing: Listing | undefined) {
  if (listing === undefined) return undefined;
  const { run, inputs, about, acknowledged, urn } = situation;
  const others = listing.answers.filter((answer) => !run.memory.wasReleased(definition.kind, answer.id));
  const twins = others.filter((answer) => isTwin(definition, answer, inputs));
  const wanted = inputs.adopt === "twin" || run.settings().adopt === "twin";
  const unexpected = twins.filter((answer) => !acknowledged.has(`twin:${answer.id}`));
  const only = unexpected.length === 1 ? unexpected[0] : undefined;
  if (wanted && only !== undefined && only.active !== true) return only.id;
  if (unexpected.length > 0) {
    const ids = unexpected.map((answer) => answer.id);
    const which = `${ids.length === 1 ? "id" : "ids"} ${ids.join(", ")}`;
    const running = unexpected.some((answer) => answer.active === true) ? " (at least one of them is active)" : "";
    throw new Refusal(
      `Creating ${about}: the account already holds the same ${definition.noun}, ${which}${running}; nothing was sent.`,
      `To take one over: adopt: ${ids[0]}${ids.length === 1 ? ' or adopt: "twin" (also OUTREACH_ADOPT=twin for one run; not while it is active)' : ""}.`,
      `To make another one beside it: ${howToAcknowledge(...ids.map((id) => `twin:${id}`))}.`,
    );
  }
  const name = typeof inputs.name === "string" ? inputs.name.trim() : undefined;
  const namesakes = others.filter((answer) => !twins.includes(answer) && sameName(answer, name));
  if (namesakes.length > 0) {
    const ids = namesakes.map((answer) => answer.id).join(", ");
    run.warn(`${about}: another ${definition.noun} of the same name but other content exists (id ${ids}).`, urn);
  }
  return undefined;
}

function sameName(answer: Answer, name: string | undefined): boolean {
  return typeof answer.name === "string" && answer.name.trim() === name;
}
