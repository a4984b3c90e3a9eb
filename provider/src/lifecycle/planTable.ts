import { nameOf, resourceName } from "./about";
import { mustDeclare } from "./adoptTable";
import { type Owner, otherOwners } from "./belongs";
import { mayAdoptTwin } from "./createFacts";
import { hiddenNow, statedLost } from "./createRefusals";
import { type Outcome, type Rule, refused } from "./decision";
import type { Values } from "./kind";
import { lostBeside } from "./lostBeside";
import { isSaidAbsent } from "./pending";
import { Refusal } from "./refusal";
import type { PlanSituation } from "./situation";
import { containsUnknown, isUnknown } from "./unknown";
import { say, way } from "./wayOut";
import { another, undeclare } from "./ways";

/** The facts for checking a planned create: data from the program and the state. */
export interface PlanFacts<V = Values> {
  readonly situation: PlanSituation<V>;
  /** The owners of the objects in the state under the same provider. */
  readonly owners: readonly Owner[];
  /** The acting user, if an earlier run has recorded it. */
  readonly actor: string | undefined;
  /** Another resource of the program with equal inputs that will be created. */
  readonly equal: string | undefined;
}

/** The check's rules for planned creates, including replacements. The create itself decides again using the account. */
export const ofPlan: readonly Rule<PlanFacts>[] = [
  { name: "other-users", decide: refuseOtherUsers },
  { name: "hidden", decide: refuseHidden },
  { name: "must-declare", decide: refuseUndeclared },
  { name: "adopted-twice", decide: refuseAdoptedTwice },
  { name: "planned-twice", decide: refusePlannedTwice },
  { name: "may-adopt", decide: warnAboutAdoption },
];

/** A kind's own rows say of the same creates what their objects would do to people. */
export const afterKinds: readonly Rule<PlanFacts>[] = [{ name: "stated-lost", decide: refuseStatedLost }];

type Planning = Iterable<Outcome<never>>;

/** Other objects of this stack belong to another user. */
function* refuseOtherUsers({ situation: { run, about }, owners, actor }: PlanFacts): Planning {
  const decided = otherOwners(owners, actor, run.settings(), `Creating ${about}`);
  if (decided instanceof Refusal) yield { refuse: () => decided };
  else if (decided !== undefined) yield { warn: decided, reach: "other-key", underStack: true };
}

/** The refresh of this run could not read what the service showed before. */
function* refuseHidden({ situation: { kind, run, about, inputs } }: PlanFacts): Planning {
  if (typeof inputs.adopt === "number" || !run.memory.stoppedShowing.has(kind.name)) return;
  yield { refuse: () => hiddenNow({ kind, about }) };
}

/** Refuses in advance what the adoption would refuse, if the state shows which data this service cannot return. */
function* refuseUndeclared({ situation: { kind, run, about, inputs } }: PlanFacts): Planning {
  const { running } = kind.roles;
  if (typeof inputs.adopt !== "number" || running === undefined || inputs[running] !== undefined) return;
  if (run.memory.unshown.has(kind)) yield { refuse: () => mustDeclare({ kind, about }, String(inputs.adopt), running) };
}

function* refuseAdoptedTwice({ situation: { kind, run, about, urn, inputs } }: PlanFacts): Planning {
  const { adopt } = inputs;
  if (typeof adopt !== "number") return;
  const other = run.memory.otherClaim(kind, String(adopt), urn);
  yield { note: () => run.memory.claim("adopter", kind, String(adopt), urn) };
  if (other === undefined) return;
  yield refused(
    `${about}: ${kind.noun} ${adopt} is already managed by ${resourceName(other)} of this program, and an object can be managed only once.`,
    say`${undeclare("adopt", `Remove adopt: ${adopt} from one of the two`)}, or ${another("adopt", "correct the id")}.`,
  );
}

/** Refuses two creates of a program that would become the same object or twins. */
function* refusePlannedTwice({ situation: { about, inputs }, equal: same }: PlanFacts): Planning {
  if (typeof inputs.adopt === "number" || same === undefined || containsUnknown(inputs)) return;
  yield refused(
    `${about}: it equals ${resourceName(same)} of this program in every property, so creating it would look like creating that one twice.`,
    say`${way("Make them differ", { do: "differ", from: nameOf(same) })}, or ${way("remove one", { do: "undeclareResource" })}. If both are wanted: bring up ${resourceName(same)} alone, then write acknowledge: ["twin:<its id>"] on this one.`,
  );
}

/** Refuses in advance what the create would refuse. */
function* refuseStatedLost({ situation, actor }: PlanFacts): Planning {
  const { run, inputs, acknowledged } = situation;
  if (typeof inputs.adopt === "number" || mayAdoptTwin(run.settings(), inputs) || containsUnknown(inputs)) return;
  const unsaid = lostBeside(situation, actor).filter(({ record }) => !isSaidAbsent(record, acknowledged));
  if (unsaid.length > 0) yield { refuse: () => statedLost(situation, unsaid) };
}

/** Warns about each create that adopts an equal object if one exists, which only the update checks. */
function* warnAboutAdoption({ situation: { kind, run, about, inputs } }: PlanFacts): Planning {
  if (isUnknown(inputs.adopt)) {
    yield {
      warn: `${about}: adopt is known only during the update, which takes over the ${kind.noun} that it names, with all that it holds.`,
      reach: "adopted",
    };
  }
  if (!mayAdoptTwin(run.settings(), inputs)) return;
  const how = inputs.adopt === "twin" ? 'adopt: "twin"' : "OUTREACH_ADOPT=twin";
  yield {
    warn: `${about}: because of ${how}, the update takes over an equal ${kind.noun} if the account holds one, with all that it holds, and creates one only if there is none.`,
    reach: "adopted",
  };
}
