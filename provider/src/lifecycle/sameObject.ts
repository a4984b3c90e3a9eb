import type { Answer } from "../api/objects";
import { safeText } from "../api/redact";
import { longestQuoted, quoted } from "./about";
import { nameIn, type ResourceKind, type Values } from "./kind";
import type { Recorded } from "./record";
import { type Line, Refusal } from "./refusal";
import type { Situation } from "./situation";
import { say, way } from "./wayOut";
import { command } from "./ways";

/** An object as described in the state. */
export interface InState extends Pick<Situation, "acknowledged" | "urn"> {
  readonly outputs: Values;
  readonly record: Recorded;
}

/** Whether both were created at the same time; undefined if a creation time is missing. */
export function sameCreation(left: Values, right: Values): boolean | undefined {
  const [one, other] = [creationTime(left), creationTime(right)];
  if (one === undefined || other === undefined) return undefined;
  // Some services return milliseconds in one response and whole seconds in another.
  const isWhole = one % 1000 === 0 || other % 1000 === 0;
  return one === other || (isWhole && Math.abs(one - other) < 1000);
}

/** True if the creation times show that `one` was created after `other`. */
export function isCreatedAfter(one: Values, other: Values): boolean {
  const [later, earlier] = [creationTime(one), creationTime(other)];
  return later !== undefined && earlier !== undefined && later > earlier && sameCreation(one, other) === false;
}

/** Milliseconds since 1970; undefined if the values contain no creation time. */
export function creationTime({ createdAt }: Values): number | undefined {
  const time = typeof createdAt === "string" ? Date.parse(createdAt.slice(0, 40)) : createdAt;
  return typeof time === "number" && Number.isFinite(time) ? time : undefined;
}

/**
 * True if the object's creation time differs from the state's: the state was edited, and the object does not belong to the
 * stack. False if `moved:` is acknowledged, because moved objects may have new times.
 */
export function isAnother(answer: Answer, { outputs, record, acknowledged }: Omit<InState, "urn">): boolean {
  return !acknowledged.has(`moved:${record.origin}`) && sameCreation(answer, outputs) === false;
}

/** Refuses if the id in the state belongs to another object. */
export function assertSameObject(kind: ResourceKind, answer: Answer, inState: InState, attempt: string): void {
  if (isAnother(answer, inState)) throw anotherObject(kind, answer, inState, attempt);
}

export function anotherObject(
  kind: ResourceKind,
  answer: Answer,
  { outputs, urn }: Pick<InState, "outputs" | "urn">,
  attempt: string,
  ...further: readonly Line[]
): Refusal {
  return new Refusal(
    `${attempt}: this id belongs to another ${kind.noun} (${traits(kind, answer)}); the state holds ${traits(kind, outputs)}. Nothing was sent.`,
    say`${way("Correct the id in the state", { do: "correct", what: "state" })} (\`pulumi stack export\`, \`pulumi stack import\`), or stop managing it: ${command("pulumi state delete", urn)}.`,
    ...further,
  );
}

/** For example `"Finder", list 12, autopilot, created 2026-01-15T12:00:00.000Z`. */
function traits(kind: ResourceKind, values: Values): string {
  const name = nameIn(kind, values);
  const { createdAt } = values;
  return [
    typeof name === "string" ? quoted(name.slice(0, longestQuoted)) : "without a name",
    ...kind.traits(values),
    ...(createdAt === undefined || createdAt === null ? [] : [`created ${String(createdAt)}`]),
  ]
    .map((trait) => safeText(trait, 160))
    .join(", ");
}
