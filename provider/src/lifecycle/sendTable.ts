import type { Answer, Finding } from "../api/objects";
import { cannotChange, inParts } from "./changes";
import { type Outcome, type Rule, refused } from "./decision";
import { type Change, pausedIn, type Values } from "./kind";
import type { AccountFacts } from "./observe";
import { anotherObject, isAnother } from "./sameObject";
import type { UpdateSituation } from "./situation";
import { asHeld } from "./unsettled";
import { say } from "./wayOut";
import { command, commandLine } from "./ways";

/** The facts for the decision right before a change is sent, while having the turn. */
export interface SendFacts<V = Values> {
  readonly situation: UpdateSituation<V>;
  /** The object as read by id, as far as a rule has requested it. */
  readonly found?: Finding;
  /** True if something else has been read since. */
  readonly isFoundOutdated: boolean;
  /** Facts by kind name, as far as rules have requested them. */
  readonly kinds: { get(kind: string): AccountFacts | undefined };
}

/** Only the changes for which the service has an operation although it cannot read the object. */
export type Part = { readonly only: readonly Change[] };
type Sending = Iterable<Outcome<Part>>;

/** The rows after those of the kind. */
export const ofAnswer: readonly Rule<SendFacts, Part>[] = [
  { name: "gone", decide: refuseGone },
  { name: "unreadable", decide: refuseUnreadable },
  { name: "another-object", decide: refuseAnother },
  { name: "changed-outside", decide: refuseChangedOutside },
  { name: "left-out", decide: refuseLeftOut },
];

function* refuseGone({ situation: { kind, about, id }, found, isFoundOutdated }: SendFacts): Sending {
  if (found === undefined || isFoundOutdated) return yield { look: { ask: "itself", kind, id } };
  if (found.status !== "gone") return;
  yield refused(
    `Updating ${about}: it no longer exists at the service, so nothing was sent.`,
    say`Run ${commandLine("pulumi up --refresh")}, which creates it again.`,
  );
}

function* refuseUnreadable({ situation, found }: SendFacts): Sending {
  const { kind, changes, news } = situation;
  const { first, rest } = inParts(kind, changes, news);
  if (found?.status !== "unreadable" || rest.length === 0) return;
  if (first.length === 0) yield { refuse: () => cannotChange(situation, changes) };
  yield { act: { only: first } };
}

/** Refuses if the id in the state belongs to another object. */
function* refuseAnother({ situation, found }: SendFacts): Sending {
  const { kind, about, olds: outputs, record, acknowledged, urn } = situation;
  const answer = answerIn(situation, found);
  if (!isAnother(answer, { outputs, record, acknowledged })) return;
  yield { refuse: () => anotherObject(kind, answer, { outputs, urn }, `Updating ${about}`) };
}

/**
 * Refuses if a property that this update would overwrite was changed elsewhere, if the object was switched on or off, or if
 * an object declared as paused was resumed. The values of this program's own changes whose outcome is not known are expected.
 */
function* refuseChangedOutside({ situation, found }: SendFacts): Sending {
  const { kind, news, changes, about, urn } = situation;
  const answer = answerIn(situation, found);
  const olds = asHeld(situation, answer);
  const observed = kind.observed(answer, olds);
  const isResumed = pausedIn(kind, news) === true && pausedIn(kind, observed) === false;
  const decisive = [kind.roles.running, isResumed ? kind.roles.paused : undefined];
  const looked = new Set([...decisive, ...changes.map((change) => change.property)].map((property) => property ?? ""));
  const moved = [...looked].filter(
    (property) =>
      property in observed && olds[property] !== undefined && !kind.same(property, olds[property], observed[property]),
  );
  if (moved.length === 0) return;
  yield refused(
    `Updating ${about}: ${moved.join(", ")} changed outside the program since the last run, so nothing was sent.`,
    say`See the present values with ${command("pulumi refresh --target", urn)}, then decide and run \`pulumi up\` again.`,
  );
}

/** Refuses if the body omits a change that cannot be sent safely, because that change must not count as done. */
function* refuseLeftOut({ situation, found }: SendFacts): Sending {
  const { kind, changes, olds, news } = situation;
  const body = kind.updateBody(changes, olds, news, answerIn(situation, found));
  if (changes.some(({ property }) => !(property in body))) yield { refuse: () => cannotChange(situation, changes) };
}

export function answerIn({ id }: UpdateSituation, found: Finding | undefined): Answer {
  return found?.status === "found" ? found.answer : { id };
}
