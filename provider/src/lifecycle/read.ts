import { command, describe } from "./about";
import { acknowledgements, howToAcknowledge } from "./acknowledge";
import { assertSameOwner, type Owner } from "./belongs";
import { splitHints } from "./check";
import type { Values } from "./definition";
import type { ResourceKind } from "./irregular";
import { inputsOf, outputsOf } from "./outputs";
import { isPendingId, type Recorded, readRecord, seen, writtenRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { settlePending } from "./settle";

/** What a refresh has found; undefined where the object is proven to be gone. */
export interface ReadBack {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
  /** Undefined where nothing could be read: the state's own stay as they are. */
  readonly inputs?: Record<string, unknown>;
}

/** Compares the state with the service. Nothing leaves the state without proof of absence. */
export async function read(
  kind: ResourceKind,
  run: Run,
  id: string,
  rawOutputs: Values,
): Promise<ReadBack | undefined> {
  const { definition } = kind;
  const { inputs: olds } = splitHints(rawOutputs);
  const about = describe(definition.noun, olds.name, id);
  const record = readRecord(olds, about);
  const acknowledged = acknowledgements(olds, run.settings());
  const account = run.account();
  const owner = await assertSameOwner(record, account, acknowledged, `Reading ${about}`);
  if (isPendingId(id)) return await readPending(kind, run, olds, record, acknowledged);

  const finding = await account.find(definition.kind, id, `reading ${about}`);
  if (finding.status === "gone") {
    assertNotMoved(record, owner, about);
    run.warn(`${about}: it is gone at the service, so it leaves the state.`, record.urn);
    return undefined;
  }
  run.memory.noteRead(definition.kind, id);
  if (finding.status === "unreadable")
    return { id, outputs: { ...olds, recorded: writtenRecord({ ...record, ...owner }) } };

  const declared = inputsOf(olds, record);
  // A refresh shows what the limit has done, as any other change: from here on the program is asked again.
  const { pausedByLimit, ...shown } = record;
  const next = seen(
    record.declared.includes("paused") ? { ...shown, ...owner } : { ...record, ...owner },
    finding.answer,
  );
  const outputs = outputsOf(definition, finding.answer, declared, next, olds);
  return { id, outputs, inputs: inputsOf(outputs, next) };
}

/** Where an object was said to have moved, an absence says no more than that it did not. */
function assertNotMoved(record: Recorded, owner: Owner, about: string): void {
  if (record.origin === owner.origin && record.actingUserId === owner.actingUserId) return;
  throw new Refusal(
    `Reading ${about}: user ${owner.actingUserId} has no such object at ${owner.origin}, so it has not moved there. It stays in the state.`,
    `If you know that it is gone: ${command("pulumi state delete", record.urn)}.`,
  );
}

async function readPending(
  kind: ResourceKind,
  run: Run,
  olds: Values,
  record: Recorded,
  acknowledged: ReadonlySet<string>,
): Promise<ReadBack | undefined> {
  const { definition } = kind;
  const about = describe(definition.noun, olds.name);
  const declared = inputsOf(olds, record);
  const lost = await settlePending(definition, run, run.account(), declared, record, about);
  if (lost.status === "absent" || (lost.status === "unclear" && acknowledged.has("twin:none"))) {
    run.warn(`${about}: its pending creation did not take effect; the next \`pulumi up\` creates it.`, record.urn);
    return undefined;
  }
  if (lost.status === "unclear") {
    throw new Refusal(
      `${about}: its creation is still pending, and ${lost.why}.`,
      "Look in the app. If it is there: write adopt: <its id> on the resource and run `pulumi up` without --refresh.",
      `If it is surely not there: ${howToAcknowledge("twin:none")} (in the program: without --refresh, too).`,
    );
  }
  const { pending: _settled, ...settled } = record;
  const { id } = lost.answer;
  run.memory.noteRead(definition.kind, id);
  const next = seen(settled, lost.answer);
  const outputs = outputsOf(definition, lost.answer, declared, next);
  return { id, outputs, inputs: inputsOf(outputs, next) };
}
