import { ids, longestQuoted, quoted } from "../../lifecycle/about";
import type { AnswerFacts, Consequence } from "../../lifecycle/answerTable";
import type { ChangeFacts } from "../../lifecycle/changeTable";
import { sameCreation } from "../../lifecycle/creationTime";
import type { Outcome } from "../../lifecycle/decision";
import type { DeleteFacts } from "../../lifecycle/deleteTable";
import { type Launch, refuseByAgent } from "../../lifecycle/launch";
import type { AccountFacts } from "../../lifecycle/observe";
import type { Policy } from "../../lifecycle/policy";
import { anotherObject } from "../../lifecycle/sameObject";
import type { SendFacts } from "../../lifecycle/sendTable";
import type { CreateSituation, UpdateSituation } from "../../lifecycle/situation";
import { differences } from "../../lifecycle/twins";
import { say } from "../../lifecycle/wayOut";
import { commandLine, inApp } from "../../lifecycle/ways";
import { campaignKind } from "../campaign/kind";
import { noteAgent, noteShown } from "../campaign/reach";
import { launchedOn, lostOn, usesOf } from "../campaign/startFacts";
import type { SourceAgentValues } from "./values";

/** The data that a replacement loses. */
export const losses = "its run logs are lost, its list and leads stay";

/** The service can delete source agents, and pauses one if the account has reached its limit of active agents. */
export const policy: Policy<SourceAgentValues> = {
  noteStated: noteShown,
  planRules: [
    {
      name: "fills-list",
      decide: ({ situation: { run, about, urn, inputs, stated } }) =>
        inputs.paused === true ? [] : noteAgent(run, about, urn, inputs, stated === "unread" ? [] : stated),
    },
  ],

  changeRules: [
    { name: "other-type", decide: warnAboutType },
    {
      name: "fills-list",
      decide: ({ situation: { run, about, urn, news, ...change }, hints }) =>
        urn === undefined || !beginsToFill({ ...change, news }) ? [] : noteAgent(run, about, urn, news, hints.stated),
    },
  ],

  createRules: [
    {
      name: "launch-by-agent",
      decide: ({ situation, kinds }) => refuseLaunch(situation, kinds.get(campaignKind.name)),
    },
    {
      name: "running-campaigns",
      decide: ({ situation, kinds }) => warnAboutCampaigns(situation, kinds.get(campaignKind.name)),
    },
  ],

  answerRules: [
    { name: "paused-by-limit", decide: notePausedByLimit },
    { name: "runs-unasked", decide: refuseRunning },
  ],

  sendRules: [
    { name: "launch-by-agent", decide: (facts) => whenFilling(facts, refuseLaunch) },
    { name: "running-campaigns", decide: (facts) => whenFilling(facts, warnAboutCampaigns) },
  ],

  deleteRules: [
    { name: "another-agent", decide: refuseOtherAgent },
    { name: "tracking-script", decide: warnAboutScript },
  ],
};

/** Handles the account's limit of active agents: not an error, and not sent again until a refresh shows otherwise. */
function* notePausedByLimit(facts: AnswerFacts<SourceAgentValues>): Iterable<Consequence> {
  const { kind, run, about, isNew, news, answer, left = [] } = facts;
  const isCreatedPaused = isNew && answer.paused === true && news.paused !== true;
  const isStillPaused = !isNew && news.paused === false && left.some(({ property }) => property === "paused");
  if (isCreatedPaused) {
    const todo = run.memory.unseen.has(kind.plural) ? howToResumeUnseen : howToResume;
    yield {
      warn: `${about}: created paused (id ${answer.id}), because the account's active agent limit is reached. ${todo}`,
    };
  } else if (isStillPaused) {
    yield { warn: `${about}: still paused, because the account's active agent limit is reached. ${howToResume}` };
  } else return;
  yield { record: { pausedByLimit: true } };
  yield { accept: "paused" };
}

/** Nothing is recorded: the next update pauses it as an ordinary change. */
function* refuseRunning({ attempt, isNew, news, answer }: AnswerFacts<SourceAgentValues>): Iterable<Consequence> {
  if (!isNew || news.paused !== true || answer.paused !== false) return;
  yield {
    fail: [
      `${attempt}: the program declares it paused, but the service shows it running (id ${answer.id}): it finds people for its list now.`,
      say`Run ${commandLine("pulumi up")} again, which pauses it; or ${inApp("pause", [answer.id], "pause it in the app")}.`,
    ],
  };
}

/** Refuses if the id in the state belongs to a different agent, whose creation time is equal or missing. */
function* refuseOtherAgent({ situation, found }: DeleteFacts<SourceAgentValues>): Iterable<Outcome<never>> {
  const { kind, about, outputs, acknowledged, record } = situation;
  if (found?.status !== "found" || acknowledged.has(`moved:${record.origin}`)) return;
  const { answer } = found;
  const differing = new Set(differences(kind, answer, outputs).filter((property) => answer[property] !== null));
  if (isOther(differing, sameCreation(answer, outputs) === true)) {
    const changed = say`If it was only changed in the app: ${commandLine("pulumi refresh")}, then run this again.`;
    yield { refuse: () => anotherObject(kind, answer, situation, `Deleting ${about}`, changed) };
  }
  if (!differing.has("name")) return;
  yield {
    warn: `${about}: it is named ${quoted(String(answer.name).slice(0, longestQuoted))} at the service, and is deleted.`,
  };
}

function* warnAboutScript({ situation: { about, outputs } }: DeleteFacts<SourceAgentValues>): Iterable<Outcome<never>> {
  if (outputs.agentType !== "website-visitor") return;
  yield { warn: `${about}: deleted, and its tracking script is switched off on the website.`, afterwards: true };
}

/** True for another agent. Equal creation times alone prove nothing: the service may return whole seconds only. */
function isOther(differing: ReadonlySet<string>, areOfOneMoment: boolean): boolean {
  if (differing.has("agentType")) return true;
  return differing.has("listId") && (differing.has("name") || !areOfOneMoment);
}

function* warnAboutType({ situation: { about, changes } }: ChangeFacts<SourceAgentValues>): Iterable<Outcome<never>> {
  if (!changes.some(({ property }) => property === "agentType")) return;
  yield { warn: `${about}: a change of agentType replaces it; ${losses}.` };
}

/** Applies a rule for creates to updates that bring new people to the agent's list. */
function* whenFilling(
  { situation, kinds, found }: SendFacts<SourceAgentValues>,
  decide: (filling: Filling, campaigns: AccountFacts | undefined) => Iterable<Outcome<never>>,
): Iterable<Outcome<never>> {
  const { kind, id, news } = situation;
  const getsFirst = getsFirstSignals(situation);
  const isElsewhere = isFilling(situation);
  if (!isElsewhere && !getsFirst) return;
  // An agent declared as paused may have been resumed, and one declared without signals may have got some.
  const isDoubtful = news.paused === true || !isElsewhere;
  if (isDoubtful && found === undefined) return yield { look: { ask: "itself", kind, id } };
  if (found?.status === "gone") return;
  if (news.paused === true && (found?.status !== "found" || found.answer.paused === true)) return;
  if (!isElsewhere && found?.status === "found" && hasSignals(found.answer)) return;
  yield* decide({ ...situation, inputs: { ...news, paused: undefined } }, kinds.get(campaignKind.name));
}

/** An agent that cannot be read can only be resumed in the app. */
const howToResumeUnseen = "Pause or delete another agent, then resume this one in the app.";
const howToResume = "Pause or delete another agent, then declare paused: false and run `pulumi up --refresh`.";

/** An agent that begins to fill a list. */
type Filling = Launch<SourceAgentValues> & Pick<CreateSituation, "acknowledged">;
type Changing = Pick<UpdateSituation<SourceAgentValues>, "changes" | "olds" | "news" | "record">;

/**
 * True if this update brings new people to the agent's list, or may do so if it resumes the agent, unknown to a preview, or
 * leaves an agent as it is that no update has paused yet.
 */
function beginsToFill(situation: Changing): boolean {
  const { news, record } = situation;
  if (news.paused === true) return isFilling(situation);
  return isFilling(situation) || getsFirstSignals(situation) || record.pauseUnsent === true;
}

/** Values that the state has are not new, except that an earlier change may have paused the agent. */
function changesIn({ changes }: Changing, name: string): boolean {
  return changes.some(({ property, isUnsettled }) => property === name && (isUnsettled !== true || name === "paused"));
}

/** True if it fills a different list or is resumed. */
function isFilling(situation: Changing): boolean {
  return changesIn(situation, "listId") || (changesIn(situation, "paused") && situation.news.paused !== true);
}

/** Service specification: `POST /v1/agent`, rule 2: an `autopilot` agent without signals has nothing to run. */
function getsFirstSignals(situation: Changing): boolean {
  const { agentType = "autopilot" } = situation.news;
  return agentType === "autopilot" && changesIn(situation, "variables") && !hasSignals(situation.olds);
}

function hasSignals({ variables }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(variables) && variables.length > 0;
}

/** Refuses a launch in which found people may be contacted at once. A campaign that is not shown counts as running. */
function* refuseLaunch(
  launch: Launch<SourceAgentValues>,
  campaigns: AccountFacts | undefined,
): Iterable<Outcome<never>> {
  const { inputs } = launch;
  if (inputs.paused === true) return;
  if (campaigns === undefined) return yield { look: { ask: "all", kind: campaignKind } };
  const list = String(inputs.listId);
  const { uses, hidden } = yield* usesOf(campaigns, [list]);
  const isShown = campaigns.listing?.whole === true;
  if (isShown && uses.length === 0 && hidden.length === 0) return;
  const certain = uses.map(({ campaignId }) => campaignId);
  const effect =
    certain.length > 0
      ? `running campaigns (${ids(certain)}) would write to the people that it finds for list ${list}`
      : `it finds people for list ${list}, and the service does not show whether a running campaign uses that`;
  yield* refuseByAgent(launch, { lists: [list], through: [...certain, ...hidden], effect });
}

/** Warns that found people are contacted at once. */
function* warnAboutCampaigns(
  { about, inputs, acknowledged }: Pick<Filling, "about" | "inputs" | "acknowledged">,
  campaigns: AccountFacts | undefined,
): Iterable<Outcome<never>> {
  if (inputs.paused === true) return;
  if (campaigns === undefined) return yield { look: { ask: "all", kind: campaignKind } };
  const lists = [String(inputs.listId)];
  const { uses, hidden } = yield* usesOf(campaigns, lists);
  const launched = yield* launchedOn(campaigns, lists, (id) => acknowledged.has(`inactive:${id}`));
  if (launched.length > 0) {
    const which = ids(launched.map(({ campaignId }) => campaignId));
    yield {
      warn: `${about}: its list is used by a campaign that no run has started, and whose log shows, or cannot be read and may show, that somebody has launched it in the app (${which}): it may write to the people that the agent finds.`,
      reach: "new-people",
    };
  }
  if (lostOn(campaigns, lists).length > 0) {
    yield {
      warn: `${about}: an earlier run was cut off while it created an active campaign for its list: that may be running, and may write to the people it finds.`,
      reach: "new-people",
    };
  }
  if (hidden.length > 0) {
    yield {
      warn: `it is not known which lists these active campaigns use: ${ids(hidden)}. If one of them uses the list of a source agent that begins to find people now, it writes to them: look in the app.`,
      reach: "new-people",
      underStack: true,
    };
  }
  if (uses.length === 0) return;
  const which = ids(uses.map(({ campaignId }) => campaignId));
  yield { warn: `${about}: the people it finds enter a running campaign (${which}).`, reach: "new-people" };
}
