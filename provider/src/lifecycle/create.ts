import { createHash } from "node:crypto";
import type { Answer } from "../api/account";
import { describe, resourceName } from "./about";
import { acknowledgements } from "./acknowledge";
import { adopt } from "./adopt";
import { assertRules } from "./assertRules";
import { assertNoOtherOwner } from "./belongs";
import { splitHints } from "./check";
import type { Definition, Values } from "./definition";
import type { CreateSituation, ResourceKind } from "./irregular";
import { declaredBy, outputsOf } from "./outputs";
import { newPendingId, type Recorded, recordVersion, seen } from "./record";
import { PendingCreate, Refusal } from "./refusal";
import type { Run } from "./run";
import { fewLooks, findLost, whatExisted } from "./settle";
import { guardTwins, listingBeforeCreate } from "./twinGuard";
import { assertNoTwinMeanwhile, noteForLater } from "./twinMeanwhile";
import { differences } from "./twins";

export interface Created {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
}

/** Makes the object, or takes over the one that the program names; never two, never one that exists already. */
export async function create(kind: ResourceKind, run: Run, rawInputs: Values): Promise<Created> {
  const { definition, irregular } = kind;
  const { inputs } = splitHints(rawInputs);
  const situation = createSituation(definition, run, inputs);
  const { account, about } = situation;
  const record = await newRecord(definition, situation);

  const finish = (answer: Answer, recorded: Partial<Recorded> = {}): Created => {
    run.memory.fulfil(inputs);
    const complete = seen({ ...record, ...recorded }, { active: inputs.active, ...answer });
    return { id: answer.id, outputs: outputsOf(definition, answer, inputs, complete) };
  };
  const made = (answer: Answer): Created => {
    const recorded = irregular.afterCreate?.(situation, answer) ?? {};
    warnAboutOtherValues(definition, situation, answer, recorded);
    return finish(answer, recorded);
  };

  if (inputs.adopt !== undefined && inputs.adopt !== "twin") {
    return finish(await adopt(definition, situation, String(inputs.adopt), "id"));
  }
  return await account.creating(definition.kind, async () => {
    // Nobody else knows of this create: what other machines do meanwhile shows in the account alone.
    const watched = !account.amongMachines && irregular.noted?.(inputs).active === true;
    const before = await listingBeforeCreate(definition, situation, `creating ${about}`, watched);
    const twin = await guardTwins(definition, situation, before);
    if (twin !== undefined) {
      assertNotManaged(definition, situation, twin);
      return finish(await adopt(definition, situation, twin, "twin"));
    }
    await irregular.beforeCreate?.(situation);
    const noted = { ...irregular.noted?.(inputs), stack: stackOf(situation.urn) };
    const creation = await account.create(definition.kind, definition.createBody(inputs), `creating ${about}`, noted);
    if (creation.status === "created") {
      const created = made(creation.answer);
      if (watched) await assertNoTwinMeanwhile(definition, situation, before, created);
      else if (!account.amongMachines) noteForLater(definition, situation, before, created.id);
      return created;
    }

    const existed = whatExisted(before);
    const pauses = creation.status === "doubtful" ? fewLooks : undefined;
    const found = await findLost(definition, run, account, inputs, existed, about, pauses);
    if (found.status === "found") {
      run.warn(
        `${about}: the answer to its creation was lost (${creation.cause}); the one new ${definition.noun} that equals it, id ${found.answer.id}, was taken.`,
        situation.urn,
      );
      return made(found.answer);
    }
    if (creation.status === "doubtful") {
      throw new Refusal(
        `${creation.error.message}; it may have been made all the same: look in the app before you drop it from the program`,
      );
    }
    run.memory.fulfil(inputs);
    // From now on: the request was on its way up to this moment, however long it had waited before it was sent.
    const since = run.now().toISOString();
    const known = existed && { knownBefore: [...existed.listed], unlistedBefore: [...existed.unlisted] };
    const pending = { since, ...known };
    throw new PendingCreate(
      newPendingId(run.random()),
      outputsOf(definition, undefined, inputs, { ...record, pending }),
      `Creating ${about}: the answer was lost (${creation.cause}), and ${found.why}.`,
      "It is recorded as pending, nothing is sent twice. Run `pulumi up --refresh`: it takes the object if it is there and creates it if it is surely not.",
    );
  });
}

/** A digest of stack and project, which other machines can compare and nobody can read. */
function stackOf(urn: string | undefined): string | undefined {
  const stack = urn?.split("::").slice(0, 2).join("::");
  return stack === undefined ? undefined : createHash("sha256").update(stack).digest("hex").slice(0, 22);
}

/** One object is managed once; and the delete of whatever managed it before must know that it was taken over. */
function assertNotManaged({ kind, noun }: Definition, { run, about, urn }: CreateSituation, id: string): void {
  const other = run.memory.adopts(kind, id, urn ?? about);
  if (other === undefined) return;
  throw new Refusal(
    `Adopting ${about}: ${noun} ${id} is already managed by ${resourceName(other)} of this program; one object can be managed once.`,
    "Make the two differ, or remove one of them.",
  );
}

/** What a create, and a delete that makes room for one, may look at. Also where late values meet the rules. */
export function createSituation(definition: Definition, run: Run, inputs: Values): CreateSituation {
  const settings = run.settings();
  const acknowledged = acknowledgements(inputs, settings);
  assertRules(definition, inputs, settings, acknowledged, String(inputs.name));
  const about = describe(definition.noun, inputs.name);
  return { run, about, acknowledged, urn: run.memory.hintsFor(inputs).urn, account: run.account(), inputs };
}

async function newRecord(definition: Definition, { run, account, about, inputs, urn }: CreateSituation) {
  const { id } = await account.actingUser();
  assertNoOtherOwner(run.memory.owners, id, `Creating ${about}`);
  const record: Recorded = {
    version: recordVersion,
    origin: run.settings().origin,
    actingUserId: id,
    declared: declaredBy(definition, inputs),
    ...(urn === undefined ? {} : { urn }),
  };
  return record;
}

function warnAboutOtherValues(
  definition: Definition,
  { run, about, inputs, urn }: CreateSituation,
  answer: Answer,
  recorded: Partial<Recorded>,
): void {
  const others = differences(definition, answer, inputs).filter(
    (property) => !(property === "paused" && recorded.pausedByLimit),
  );
  if (others.length === 0) return;
  run.warn(
    `${about}: created (id ${answer.id}), but the service has other values than asked for in ${others.join(", ")}: look at it in the app.`,
    urn,
  );
}
