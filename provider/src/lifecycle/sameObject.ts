import type { Answer } from "../api/objects";
import { safeText } from "../api/redact";
import { longestQuoted, quoted } from "./about";
import { sameCreation } from "./creationTime";
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
