import { type Change, type ResourceKind, runningIn, type Shown, type Values } from "./kind";
import { ofOtherOwner, otherOwnerOf } from "./otherOwner";
import type { Reach } from "./reach";
import type { Recorded } from "./record";
import type { Line } from "./refusal";
import type { Run } from "./run";

/** The facts in a response after a request of this run, or after a lost create was found. */
export interface AnswerFacts<V = Values> {
  readonly kind: ResourceKind;
  readonly run: Run;
  /** `campaign "Fintech Q1"`. */
  readonly about: string;
  /** `Creating campaign "Fintech Q1"`. */
  readonly attempt: string;
  readonly urn?: string;
  /** The acting user. */
  readonly owner: Pick<Recorded, "actingUserId">;
  /** The declared values. */
  readonly news: V;
  readonly answer: Shown<V>;
  /** True if the object has just been created. */
  readonly isNew: boolean;
  /** The object as read right before the change; undefined for a new object, or if it could not be read. */
  readonly before?: Shown<V>;
  /** Changes that the service accepted but did not make. */
  readonly left?: readonly Change[];
}

/** The consequence of a response. Because the object exists, it is always recorded in the state. */
export type Consequence =
  | { readonly warn: string; readonly reach?: Reach }
  | { /** Notes for other resources of the run. */ readonly note: () => void }
  | { readonly record: Partial<Recorded> }
  | { /** A property that the service may have left unchanged. */ readonly accept: string }
  | { /** The response differs from the program: the run fails with these lines. */ readonly fail: readonly Line[] };

/** One row: a pure function of facts. */
export interface AnswerRule<V = Values> {
  readonly name: string;
  decide(facts: AnswerFacts<V>): Iterable<Consequence>;
}

/** The rows that precede the kind's. */
export const ofEveryAnswer: readonly AnswerRule[] = [{ name: "other-owner", decide: refuseOtherOwner }];

function* refuseOtherOwner({ kind, urn, attempt, owner, news, answer, before }: AnswerFacts): Iterable<Consequence> {
  const other = otherOwnerOf(answer, owner);
  if (other === undefined) return;
  const running = [answer, news, before].map((values) => values && runningIn(kind, values));
  const runs = running.find((each) => each !== undefined) === true;
  yield { record: { ownedBy: other } };
  yield { fail: ofOtherOwner({ kind, urn }, attempt, { id: answer.id, owner: other, runs }, owner) };
}

export interface TakenIn {
  readonly recorded: Partial<Recorded>;
  /** Properties that the service may have left unchanged. */
  readonly accepted: readonly string[];
  /** Lines of the failure; empty if the response matches the program. */
  readonly problems: readonly Line[];
}

/**
 * Applies the rows to a response: makes notes, prints warnings, and returns the values for the state.
 *
 * @param ofKind the rows that the kind adds
 */
export function takeIn(facts: AnswerFacts, ofKind: readonly AnswerRule[] = []): TakenIn {
  const { run, urn } = facts;
  const all = [...ofEveryAnswer, ...ofKind].flatMap(({ decide }) => [...decide(facts)]);
  const recorded: Partial<Recorded> = {};
  const accepted: string[] = [];
  const problems: Line[] = [];
  for (const each of all) {
    if ("warn" in each) run.warn(each.warn, urn, each.reach);
    else if ("note" in each) each.note();
    else if ("record" in each) Object.assign(recorded, each.record);
    else if ("accept" in each) accepted.push(each.accept);
    else problems.push(...each.fail);
  }
  return { recorded, accepted, problems };
}
