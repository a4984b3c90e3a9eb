import type { Account, Answer } from "../api/account";
import { describe } from "./about";
import type { Definition, Values } from "./definition";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { differences, notCarried } from "./twins";

/** Takes over an existing object without writing anything, or says everything in which it differs. */
export async function adopt(
  definition: Definition,
  run: Run,
  account: Account,
  inputs: Values,
  id: string,
  urn: string | undefined,
): Promise<Answer> {
  const about = describe(definition.noun, inputs.name, id);
  const finding = await account.find(definition.kind, id, `adopting ${about}`, { fresh: true });
  if (finding.status === "gone") {
    throw new Refusal(
      `Adopting ${about}: the acting user has no ${definition.noun} with this id.`,
      "Correct the id, or remove adopt to create a new one.",
    );
  }
  if (finding.status === "unreadable") {
    run.warn(
      `${about}: adopted on the program's word, since this service has no operation that reads a ${definition.noun}.`,
      urn,
    );
    return { id };
  }
  const { answer } = finding;
  const actor = await account.actingUser();
  if (answer.userId !== undefined && String(answer.userId) !== actor.id) {
    throw new Refusal(
      `Adopting ${about}: it belongs to user ${String(answer.userId)}, and this run acts as user ${actor.id}.`,
      "Set outreach:impersonateUserId to its owner, or correct the id.",
    );
  }
  const differing = differences(definition, answer, inputs);
  if (differing.length > 0) {
    throw new Refusal(
      `Adopting ${about}: it differs from the program in ${differing.join(", ")}; nothing was written.`,
      "Write these properties as the service has them (or remove them from the program), adopt, and change them afterwards.",
    );
  }
  const unseen = notCarried(definition, answer, inputs);
  if (unseen.length > 0) {
    run.warn(`${about}: adopted; not compared, since the service does not tell: ${unseen.join(", ")}.`, urn);
  }
  return answer;
}
