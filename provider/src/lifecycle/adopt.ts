import type { Answer } from "../api/objects";
import { describe } from "./about";
import type { CreateSituation } from "./guards";
import { nameIn } from "./kind";
import { otherOwnerOf } from "./otherOwner";
import { Refusal } from "./refusal";
import { differences, notCarried } from "./twins";
import { say, way } from "./wayOut";
import { another, command, undeclare } from "./ways";

export interface Adopted {
  readonly answer: Answer;
  /** True if the service has no operation that reads it. */
  readonly unseen: boolean;
}

/**
 * Adopts an existing object without writing anything, or refuses and names every property in which it differs. A twin
 * may differ in whether it runs, because that can only be changed in the app.
 */
export async function adopt(
  { kind, run, account, inputs, urn }: CreateSituation,
  id: string,
  by: "id" | "twin",
): Promise<Adopted> {
  const about = describe(kind.noun, nameIn(kind, inputs), id);
  const finding = await account.find(kind.name, id, `adopting ${about}`, { fresh: true });
  if (finding.status === "gone") {
    throw new Refusal(
      `Adopting ${about}: the acting user has no ${kind.noun} with this id.`,
      say`${another("adopt", "Correct the id")}, or ${undeclare("adopt", "remove adopt")} to create a new one.`,
    );
  }
  if (finding.status === "unreadable") {
    run.memory.unseen.add(kind.plural);
    run.warn(
      `${about}: adopted as the program declares it, because this service has no operation that reads a ${kind.noun}. If the id is wrong: ${command("pulumi state delete", urn)}, correct it, and run \`pulumi up\`.`,
      urn,
      "adopted",
    );
    return { answer: { id }, unseen: true };
  }
  const { answer } = finding;
  const actor = await account.actingUser();
  const owner = otherOwnerOf(answer, { actingUserId: actor.id });
  if (owner !== undefined) {
    throw new Refusal(
      `Adopting ${about}: it belongs to user ${owner}, and this run acts as user ${actor.id}.`,
      say`${way("Set outreach:impersonateUserId to its owner", { do: "set", setting: "user", value: owner })}, or ${another("adopt", "correct the id")}.`,
    );
  }
  const all = differences(kind, answer, inputs);
  const differing = by === "twin" ? all.filter((property) => property !== kind.roles.running) : all;
  if (differing.length > 0) {
    const unseen = notCarried(kind, answer, inputs);
    throw new Refusal(
      `Adopting ${about}: it differs from the program in ${differing.join(", ")}; nothing was written.${notCompared(unseen)}`,
      way(
        "Declare these properties with the values that the service holds (or remove those that need not be declared), adopt, and change them afterwards.",
        { do: "declareHeld", properties: differing, id },
      ),
    );
  }
  const unseen = notCarried(kind, answer, inputs);
  // After a create that was cut off, the engine keeps a record of it until --clear-pending-creates.
  const killed =
    by === "twin"
      ? " If a run that was killed created it: `pulumi refresh --clear-pending-creates` clears the engine's record of that create."
      : "";
  run.warn(`${about}: taken over as it is; nothing was written.${notCompared(unseen)}${killed}`, urn, "adopted");
  if (all.length > 0) {
    run.warn(
      `${about}: it is inactive, and the program declares ${kind.roles.running}: true. Switch it on in the app, then run \`pulumi up --refresh\`.`,
      urn,
    );
  }
  return { answer, unseen: false };
}

function notCompared(properties: readonly string[]): string {
  return properties.length === 0
    ? ""
    : ` Not compared, because the service does not return them: ${properties.join(", ")}.`;
}
