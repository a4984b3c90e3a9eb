import { describe } from "./about";
import { acknowledgements, howToAcknowledge } from "./acknowledge";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import type { Values } from "./definition";
import type { ResourceKind } from "./irregular";
import { inputsOf, outputsOf } from "./outputs";
import { isPendingId, type Recorded, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { settlePending } from "./settle";

/** What a refresh has found; undefined where the object is proven to be gone. */
export interface ReadBack {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
  readonly inputs: Record<string, unknown>;
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
  await assertSameOwner(record, account, acknowledged, `reading ${about}`);
  if (isPendingId(id)) return await readPending(kind, run, olds, record, acknowledged);

  const finding = await account.find(definition.kind, id, `reading ${about}`);
  if (finding.status === "gone") {
    run.warn(`${about}: it is gone at the service, so it leaves the state.`, record.urn);
    return undefined;
  }
  run.memory.noteRead(definition.kind, id);
  const declared = inputsOf(olds, record);
  if (finding.status === "unreadable") return { id, outputs: olds, inputs: declared };
  const everActive = record.everActive === true || finding.answer.active === true;
  const next: Recorded = everActive ? { ...record, everActive } : record;
  const outputs = outputsOf(definition, finding.answer, declared, next);
  // What the answer does not carry is still what the state knows.
  for (const property of Object.keys(olds)) if (!(property in outputs)) outputs[property] = olds[property];
  return { id, outputs, inputs: inputsOf(outputs, next) };
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
  const account = run.account();
  const declared = inputsOf(olds, record);
  const lost = await settlePending(definition, run, account, declared, record, about);
  if (lost.status === "absent" || (lost.status === "unclear" && acknowledged.has("twin:none"))) {
    run.warn(`${about}: its pending creation did not take effect; the next \`pulumi up\` creates it.`, record.urn);
    return undefined;
  }
  if (lost.status === "unclear") {
    throw new Refusal(
      `${about}: its creation is still pending, and ${lost.why}.`,
      `Look in the app. If it is there: adopt: <its id> on the resource. If it is surely not: ${howToAcknowledge("twin:none")}.`,
    );
  }
  const { pending: _settled, ...settled } = record;
  const { id } = lost.answer;
  run.memory.noteRead(definition.kind, id);
  const everActive = lost.answer.active === true;
  const next: Recorded = everActive ? { ...settled, everActive } : settled;
  const outputs = outputsOf(definition, lost.answer, declared, next);
  return { id, outputs, inputs: inputsOf(outputs, next) };
}
