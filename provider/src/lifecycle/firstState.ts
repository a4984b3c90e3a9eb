import type { Answer } from "../api/objects";
import type { Owner } from "./belongs";
import { decisiveOf, type ResourceKind, runningIn, runningPart, type Values } from "./kind";
import { declaredBy, outputsOf, seen, withId } from "./outputs";
import { type Recorded, recordVersion } from "./record";
import type { CreateSituation } from "./situation";

/** The record for an object of this owner that is created, adopted or imported. */
export function newRecord(kind: ResourceKind, inputs: Values, owner: Owner, urn?: string): Recorded {
  return {
    version: recordVersion,
    origin: owner.origin,
    actingUserId: owner.actingUserId,
    ...(owner.actor === undefined ? {} : { actor: owner.actor }),
    declared: declaredBy(kind, inputs),
    ...(urn === undefined ? {} : { urn }),
  };
}

/** The first outputs of an object that is new in the state. */
export function firstOutputs(kind: ResourceKind, answer: Answer, inputs: Values, record: Recorded) {
  const declared = runningPart(kind, runningIn(kind, inputs));
  const known = seen(kind, record, { ...declared, ...answer });
  return outputsOf(kind, answer, inputs, withId(kind, known, answer.id));
}

/** The response. If it does not show whether the object runs, it counts as running unless the program declares it as off. */
export function runningUnlessShown(kind: ResourceKind, shown: Answer, inputs: Values): Answer {
  const { running } = kind.roles;
  const isUntold = running !== undefined && runningIn(kind, shown) === undefined;
  return isUntold && runningIn(kind, inputs) !== false ? { ...shown, [running]: true } : shown;
}

/**
 * The outputs of an existing object, as an adoption records them. Its logs are not read, so it is recorded as having run:
 * if that is wrong, a guard asks unnecessarily; the opposite could start it a second time for the same people.
 *
 * @param options.exportedAs the resource's name in the program, while its stack is not known yet
 * @param options.concluded properties with inferred values, which the service does not show
 */
export function outputsOfExisting(
  kind: ResourceKind,
  shown: Answer,
  inputs: Values,
  { owner, exportedAs, concluded }: { readonly owner: Owner } & Required<Pick<Recorded, "exportedAs" | "concluded">>,
) {
  const everActive = kind.roles.running === undefined ? {} : { everActive: true };
  const unsure = concluded.length === 0 ? {} : { concluded };
  const record = { ...newRecord(kind, inputs, owner), exportedAs, ...unsure, ...everActive, takenOver: true };
  return firstOutputs(kind, runningUnlessShown(kind, shown, inputs), inputs, record);
}

/**
 * The values of the new object. It is read once if the response does not show whether it contacts people, or if it is not
 * known yet which objects this service can read.
 */
export async function firstLook(
  { kind, run, account, about, urn }: Pick<CreateSituation, "kind" | "run" | "account" | "about" | "urn">,
  answer: Answer,
  isListed: boolean,
): Promise<{ readonly answer: Answer; readonly unseen: boolean }> {
  const untold = decisiveOf(kind).filter((property) => typeof answer[property] !== "boolean");
  if (isListed && untold.length === 0) return { answer, unseen: false };
  // Ignore a failed read: the object exists and must be recorded.
  const finding = await account.find(kind.name, answer.id, `reading ${about}`, { fresh: true }).catch(() => {});
  const shown = finding?.status === "found" ? { ...answer, ...finding.answer } : answer;
  const hidden = untold.filter((property) => typeof shown[property] !== "boolean");
  if (hidden.length > 0) {
    run.warn(
      `${about}: created (id ${answer.id}), and the service does not show ${hidden.join(", ")}: look in the app.`,
      urn,
      kind.roles.running === undefined ? "new-people" : "starts-sending",
    );
  }
  // A service that lists nothing has not shown the object either if it could not be read.
  return { answer: shown, unseen: finding === undefined ? !isListed : finding.status === "unreadable" };
}
