import { type Change, type ResourceKind, runningIn, type Shown, type Values } from "./kind";
import { ofOtherOwner, otherOwnerOf } from "./otherOwner";
import type { Reach } from "./reach";
import type { Recorded } from "./record";
import type { Line } from "./refusal";
import type { Run } from "./run";

/** What the service shows of an object after a request of this run, or once a lost create is found. */
export interface AnswerFacts<V = Values> {
  readonly kind: ResourceKind;
  readonly run: Run;
  /** `campaign "Fintech Q1"`. */
  readonly about: string;
  /** `Creating campaign "Fintech Q1"`. */
  readonly attempt: string;
  readonly urn?: string;
  /** The user that the run acts as. */
  readonly owner: Pick<Recorded, "actingUserId">;
  /** What the program declares. */
  readonly news: V;
  readonly answer: Shown<V>;
  /** The object has just been created. */
  readonly isNew: boolean;
  /** As read right before it was changed; undefined for a new object, or if it could not be read. */
  readonly before?: Shown<V>;
  /** Changes that the service accepted and that did not happen. */
  readonly left?: readonly Change[];
}

/** What follows from an answer. The object exists, so that nothing of this keeps it out of the state. */
export type Consequence =
  | { readonly warn: string; readonly reach?: Reach }
  | { /** What other resources of the run have to know of this one. */ readonly note: () => void }
  | { readonly record: Partial<Recorded> }
  | { /** A property that may be left as it was. */ readonly accept: string }
  | { /** The program did not ask for it: the run fails with these lines. */ readonly fail: readonly Line[] };

/** One row. It looks at facts alone. */
export interface AnswerRule<V = Values> {
  readonly name: string;
  decide(facts: AnswerFacts<V>): Iterable<Consequence>;
}

/** The rows before those of the kind. */
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
  /** Properties that may be left as they were. */
  readonly accepted: readonly string[];
  /** Empty if the answer shows what the program asked for. */
  readonly problems: readonly Line[];
}

/**
 * Applies the rows to an answer: notes and prints what follows, and returns what the state records.
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
