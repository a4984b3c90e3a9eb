import { describe } from "./about";
import { acknowledgements, howToAcknowledge } from "./acknowledge";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import type { Values } from "./definition";
import type { ResourceKind } from "./irregular";
import { inputsOf } from "./outputs";
import { isPendingId, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { settlePending } from "./settle";

/** Deletes the object where the service can, lets go of it where it cannot, and refuses where it still runs. */
export async function remove(kind: ResourceKind, run: Run, id: string, rawOutputs: Values): Promise<void> {
  const { definition } = kind;
  const { inputs: outputs } = splitHints(rawOutputs);
  const about = describe(definition.noun, outputs.name, id);
  const record = readRecord(outputs, about);
  const acknowledged = acknowledgements(outputs, run.settings());
  const account = run.account();
  await assertSameOwner(record, account, acknowledged, `deleting ${about}`);
  const situation = { run, about, acknowledged, account, outputs, record, urn: record.urn };
  const replacement = run.memory.plannedFor(record.urn);
  if (!isPendingId(id)) {
    await kind.irregular.remove({ ...situation, id, replacement });
    run.memory.noteReleased(definition.kind, id);
    return;
  }

  const lost = await settlePending(definition, run, account, inputsOf(outputs, record), record, about);
  if (lost.status === "absent") return;
  if (lost.status === "found") {
    if (replacement !== undefined && String(replacement.adopt) === lost.answer.id) return;
    if (replacement !== undefined) {
      throw new Refusal(
        `${about}: its creation did take effect: it is id ${lost.answer.id}.`,
        `Run \`pulumi up --refresh\`, which takes it, or write adopt: ${lost.answer.id}.`,
      );
    }
    await kind.irregular.remove({ ...situation, id: lost.answer.id });
    return;
  }
  const settledByWord = replacement?.adopt !== undefined || acknowledged.has("twin:none") || plannedNone(replacement);
  if (settledByWord) return;
  throw new Refusal(
    `Deleting ${about}: its creation is still pending, and ${lost.why}.`,
    `Look in the app. If it is surely not there: ${howToAcknowledge("twin:none")}. Else \`pulumi state delete <urn>\` stops managing it.`,
  );
}

function plannedNone(replacement: Values | undefined): boolean {
  return Array.isArray(replacement?.acknowledge) && replacement.acknowledge.includes("twin:none");
}
