import { nameDigest } from "../../api/coordination/creations";
import { describe, ids, nameOf } from "../../lifecycle/about";
import { howToConfirm, sharedNow } from "../../lifecycle/acknowledge";
import { mayAdoptTwin } from "../../lifecycle/createFacts";
import type { Outcome, Rule } from "../../lifecycle/decision";
import { mayBeRefusedByAgent } from "../../lifecycle/launch";
import type { PlanFacts as AnyPlanFacts } from "../../lifecycle/planTable";
import { contactedTargets, hasRunOnAny } from "../../lifecycle/ranOn";
import { isOnlyConcluded, isPendingId } from "../../lifecycle/record";
import { Refusal } from "../../lifecycle/refusal";
import type { PlanSituation, ReadSituation } from "../../lifecycle/situation";
import { mayHaveContacted, mayRunAsStated, type Stated } from "../../lifecycle/stated";
import { isUnknown } from "../../lifecycle/unknown";
import { say } from "../../lifecycle/wayOut";
import { another, howToKeep } from "../../lifecycle/ways";
import { campaignsInView, pendingDrafts } from "../inView";
import {
  adoptedLists,
  hasRunToo,
  inViewOfState,
  knownIds,
  listsInState,
  noteCampaign,
  noteResting,
  warnAboutAgents,
} from "./reach";
import { mayRun } from "./running";
import type { CampaignValues } from "./values";

type PlanFacts = AnyPlanFacts<CampaignValues>;
type Planning = Iterable<Outcome<never>>;

/** The check's rules for planned campaigns. */
export const planRules: readonly Rule<PlanFacts>[] = [
  { name: "starts", decide: warnAboutStart },
  { name: "planned-list", decide: compareWithProgram },
  { name: "stated-restart", decide: refuseStatedAgain },
  { name: "stated-before", decide: warnAboutStatedOnes },
  { name: "stated-pending", decide: warnAboutPendingOnes },
];

function isCreated({ situation: { inputs } }: PlanFacts): boolean {
  return typeof inputs.adopt !== "number";
}

function* warnAboutStart(facts: PlanFacts): Planning {
  const { run, about, inputs } = facts.situation;
  if (!isCreated(facts)) return;
  if (isUnknown(inputs.active)) {
    yield {
      warn: `${about}: active is known only during the update: it may be created active, and then starts to write to the people of its lists.`,
      reach: "starts-sending",
    };
  }
  if (inputs.active !== true) return;
  if (mayBeRefusedByAgent(run)) {
    yield {
      warn: `${about}: the update will refuse to start it, because the environment shows that ${run.settings().codingAgent} started this run; a person can run it, or the stack's config can set outreach:launch to allow.`,
    };
  }
  yield {
    warn: `${about}: once it is created, it starts to write to the people of its lists.`,
    reach: "starts-sending",
  };
  const which = adoptedLists(run, inputs.listIds);
  if (which === "") return;
  yield {
    warn: `${about}: its list may be one that the update takes over (${which}): it then starts on the people whom that list holds already.`,
    reach: "starts-sending",
  };
}

/** Compares the campaign with others in the program and the state. */
function* compareWithProgram(facts: PlanFacts): Planning {
  const { run, urn, inputs, acknowledged, spent, sharedOn, stated } = facts.situation;
  const inView = campaignsInView.of(run.memory);
  const known = stated === "unread" ? [] : stated;
  yield { note: () => noteResting(run.memory, known) };
  // Its delete settles it by the same code, and its own check compares it again if the program still declares it.
  const isSaidAbsent = run.settings().acknowledge.includes("twin:none");
  const ofState = inViewOfState(run.memory, known).filter(({ pending }) => pending !== true || !isSaidAbsent);
  for (const each of ofState) yield { note: () => inView.note(each) };
  const listIds = knownIds(inputs.listIds);
  const campaign = {
    urn,
    name: String(inputs.name),
    listIds,
    acknowledged,
    sharedOn,
    spent,
    sharedNow: sharedNow(facts.situation),
  };
  if (!isCreated(facts)) {
    // Whether it is running is only read at the adoption. Another campaign may have started by then, so assume that it is
    // running, unless the state shows a draft.
    const adopted = { ...campaign, id: String(inputs.adopt), attached: [] };
    if (inputs.active === false || (inputs.active === undefined && isShownOff(known, adopted.id))) return;
    yield* noteCampaign(run.memory, adopted, ofState);
    yield* warnAboutAgents(run, facts.situation.about, [adopted.id, urn], listIds, "mayRun");
  } else if (inputs.active === true) {
    yield* noteCampaign(run.memory, { ...campaign, attached: listIds }, ofState);
  }
}

/** True for one of this stack that the service showed as off: the update looks again. */
function isShownOff(stated: readonly Stated[], id: string): boolean {
  return stated.some((each) => each.id === id && each.is === "resting" && each.isShown === true);
}

/**
 * Refuses a start if, according to the state, a campaign with the same name has run on one of its lists, for example after
 * the resource was renamed. During the update, the row `restart` does the same with the records of runs.
 */
function* refuseStatedAgain(facts: PlanFacts): Planning {
  const { situation } = facts;
  const { run, about, inputs, acknowledged, stated } = situation;
  if (!isCreated(facts) || inputs.active !== true) return;
  if (stated === "unread") {
    return yield {
      warn: `${about}: the engine did not tell what the state holds of other campaigns. If this service does not show campaigns, one that runs or has run on the same list and that the program no longer declares is not known here: run \`pulumi up --refresh\`.`,
      reach: "starts-sending",
    };
  }
  // If it turns out to adopt an equal campaign, nothing is started again.
  if (acknowledged.has("restart") || mayAdoptTwin(run.settings(), inputs)) return;
  const lists = knownIds(inputs.listIds);
  const name = nameDigest(String(inputs.name));
  const again = stated.filter(
    (each) =>
      each.name === name &&
      each.isShown !== true &&
      !(each.is === "running" && acknowledged.has(`shared-list:${each.id}`)) &&
      mayHaveRunOn(each, lists),
  );
  const [first, ...more] = again;
  if (first !== undefined) yield { refuse: () => statedAgain(situation, first, more) };
}

/** The update warns of the same with what it finds out itself. */
function* warnAboutStatedOnes(facts: PlanFacts): Planning {
  const { urn, about, inputs, acknowledged, stated } = facts.situation;
  if (!isCreated(facts) || inputs.active !== true || stated === "unread") return;
  const lists = knownIds(inputs.listIds);
  const name = nameDigest(String(inputs.name));
  // "restart" may be meant for the resource's own campaigns only.
  const isMeant = (each: Stated) => each.name !== name || (acknowledged.has("restart") && each.urn !== urn);
  const before = stated.flatMap((each) => {
    const { id } = each;
    const isAllowed = mayRunAsStated(each) && acknowledged.has(`shared-list:${id}`);
    const isOther = id !== undefined && isMeant(each) && !isAllowed;
    return isOther && hasRunOnAny({ ranOn: mayHaveContacted(each) }, lists) ? [id] : [];
  });
  if (before.length > 0) yield hasRunToo(about, before);
}

/** A draft whose create got no response has no id by which a log would show that somebody has launched it in the app. */
function* warnAboutPendingOnes(facts: PlanFacts): Planning {
  const { run, about, inputs, stated } = facts.situation;
  if (!isCreated(facts) || inputs.active !== true || stated === "unread") return;
  const lists = knownIds(inputs.listIds).map(String);
  for (const { urn, id, is, targets, isShown, isAbsent } of stated) {
    if (id !== undefined || is !== "resting" || isShown === true || isAbsent === true) continue;
    const shared = targets.map(String).filter((target) => lists.includes(target));
    if (shared.length === 0 && targets.length > 0) continue;
    const which = shared.length === 0 ? "its list" : `list ${shared.join(", ")}`;
    yield { note: () => pendingDrafts.of(run.memory).add(urn) };
    yield {
      warn: `${about}: ${describe("campaign", nameOf(urn))} of this stack, whose creation is still pending, may use ${which}: if it was launched in the app, the same people are written to twice. Look in the app, and settle that one first.`,
      reach: "starts-sending",
    };
  }
}

/** True if it, or a campaign that it replaces, has or may have contacted people of these lists. */
function mayHaveRunOn(each: Stated, lists: readonly number[]): boolean {
  if (each.is !== "resting" && each.targets.length === 0) return true;
  return hasRunOnAny({ ranOn: mayHaveContacted(each) }, lists);
}

function statedAgain(
  { about, urn, spent }: PlanSituation<CampaignValues>,
  first: Stated,
  more: readonly Stated[],
): Refusal {
  const before = describe("campaign", nameOf(first.urn), first.id);
  const others = more.length === 0 ? "" : `, and so has ${ids(more.map((each) => each.id ?? nameOf(each.urn)))}`;
  return new Refusal(
    `${about}: the ${before} of this stack has the same name and has run on the same list${others}: its people would start again at step 1.`,
    say`${howToKeep(first.urn, urn)} Or ${another("listIds", "use another list")}.`,
    say`Or start it again on purpose: ${howToConfirm({ spent }, "restart")}.`,
  );
}

/** Rules for a campaign in the state that is or may be running, as read by a refresh, or whose creation is pending. */
export const readRules: readonly Rule<Omit<ReadSituation<CampaignValues>, "account">>[] = [
  {
    name: "planned-list",
    *decide({ kind, run, id, outputs, record, acknowledged, urn }) {
      if (!mayRun(outputs, record)) return;
      const listIds = listsInState(outputs, record);
      // A campaign that the service does not return cannot give up a list, because no update for it is sent.
      const read = record.unseen === true ? {} : { isOnlyRead: true };
      const ranOn = contactedTargets(kind, outputs, record, true);
      const known = { name: String(outputs.name), listIds, ranOn, attached: [], acknowledged };
      const more = isOnlyConcluded("listIds", record) ? { areConcluded: true } : {};
      const its = isPendingId(id) ? { pending: true } : { id, ...read, ...more };
      yield* noteCampaign(run.memory, { urn: urn ?? id, ...known, ...its });
      if (!isPendingId(id)) return;
      yield* warnAboutAgents(run, describe("campaign", known.name), [urn ?? id], listIds, "mayRun");
    },
  },
];
