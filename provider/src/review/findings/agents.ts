import type { Finding, Review, ReviewedAgent, ReviewedCampaign, ReviewedList } from "../model";
import { noLongerManaged } from "../values";
import { successor } from "./program";
import { about, called, calledFrom, capital, enumeration, inTense, keeper, quote } from "./sentences";

type About = Review["about"];

/** What a change of one agent does to people. */
export function agentFindings(when: About, agent: ReviewedAgent, around: AgentSurroundings): Finding[] {
  if (agent.change === "unchanged") return [];
  return [...reach(when, agent, around), ...wider(when, agent), ...ended(when, agent)];
}

export interface AgentSurroundings {
  /** The running campaigns that use the agent's list, or may use it. */
  readonly fed: readonly ReviewedCampaign[];
  /** False if some that do not change may not be among them. */
  readonly areAllCampaigns: boolean;
}

function reach(when: About, agent: ReviewedAgent, { fed: targets, areAllCampaigns }: AgentSurroundings): Finding[] {
  if (agent.change === "deleted" || agent.paused.after === "yes") return [];
  const isNew = agent.change === "created" || agent.change === "replaced" || agent.list?.change === "added";
  const isResumed = agent.paused.before === "yes";
  const its = called("source agent", agent);
  if (!isNew && !isResumed && widened(agent).length === 0 && concealed(agent).length === 0) return [];
  if (targets.length > 0) {
    const which = enumeration(targets.map((campaign) => calledFrom(agent, campaign)));
    const isSure = targets.every(({ runs }) => runs === "yes");
    const text = inTense(when, {
      planned: isSure
        ? `${its} brings new people to ${which} (sending): they are contacted without a further approval.`
        : `${its} may reach people: it brings new ones to ${which}, and whether all of these send is not known.`,
      done: `${its} now brings new people to ${which}: they are contacted without a further approval.`,
      drift: `${its} was changed outside of the program and brings new people to ${which}.`,
    });
    return [about(agent, "danger", "new-people", capital(text), "listId")];
  }
  // A list that this change creates is used by nothing that the preview leaves out.
  const isNewList =
    agent.list !== undefined &&
    agent.list.id === undefined &&
    agent.list.name !== undefined &&
    agent.list.uncertain === undefined;
  if (!areAllCampaigns && !isNewList) {
    const text = `${capital(its)} brings people to a list that existed before. The preview leaves out what does not change, so a running campaign may use it: make it with --show-sames.`;
    return [about(agent, "danger", "new-people", text, "listId")];
  }
  if (!isResumed || isNew) return [];
  const text = inTense(when, {
    planned: `${its} ${agent.paused.after === "no" ? "is" : "may be"} started again.`,
    done: `${its} was started again.`,
    drift: `${its} was started again outside of the program.`,
  });
  return [about(agent, "notice", "agent-resumed", capital(text), "paused")];
}

/** Properties whose value cannot be shown, apart from the list, which is looked for by its name. */
function concealed({ hidden: names }: ReviewedAgent): string[] {
  return names.filter((name) => name !== "listId" && name !== "name");
}

/** Criteria that let an agent leave people out: fewer of them find more people. */
const excluding: ReadonlySet<string> = new Set(["ignoredCompanies", "mandatoryKeywords"]);

/** What makes the agent find more people than before, as words. */
function widened(agent: ReviewedAgent): string[] {
  if (agent.change !== "updated" && agent.change !== "replaced") return [];
  const words = agent.targeting.flatMap(({ property, label, added, removed, restricts }) => {
    if (!excluding.has(property) && !restricts.after) return [`any ${label}`];
    // The first value of a criterion leaves people out.
    if (!excluding.has(property) && !restricts.before) return [];
    const more = excluding.has(property) ? removed : added;
    if (more.length === 0) return [];
    const which = enumeration(
      more.map((value) => quote(value)),
      4,
    );
    return [excluding.has(property) ? `no longer ${label} ${which}` : `${label} ${which}`];
  });
  const signals = agent.signals.added.map(({ label, value }) =>
    value === "true" ? label : `${label} ${quote(value)}`,
  );
  if (signals.length > 0) words.push(`signals: ${enumeration(signals, 4)}`);
  for (const { name, before, after } of agent.properties) {
    if (after === noLongerManaged) continue;
    if (
      name === "maxCreditUsage" &&
      (after === undefined || Number(after) > Number(before ?? Number.POSITIVE_INFINITY))
    ) {
      words.push(`${after ?? "any number of"} credits instead of ${before ?? "any number"}`);
    }
    if (name === "leadWaterfall" && after === "true") words.push("several sources one after another");
    if (name === "minLeadScore" && Number(after ?? 0) < Number(before ?? 0)) {
      words.push(`a lead score of ${after ?? "any value"} instead of ${before}`);
    }
    if (name === "skipIcpFilter" && after === "true") words.push("people who do not fit the profile");
    if (name === "includeOpenToWorkProfiles" && after === "true") words.push("people who are open to work");
    if (name === "excludeServiceProviders" && before === "true" && after !== "true") words.push("service providers");
    if (name === "additionalCriteria") words.push("other criteria in words");
  }
  return words;
}

function wider(when: About, agent: ReviewedAgent): Finding[] {
  const words = widened(agent);
  if (words.length === 0) return [];
  const its = called("source agent", agent);
  const text = inTense(when, {
    planned: `${its} will find more people: ${enumeration(words)}.`,
    done: `${its} finds more people than before: ${enumeration(words)}.`,
    drift: `${its} was widened outside of the program: ${enumeration(words)}.`,
  });
  return [about(agent, "danger", "wider-targets", capital(text))];
}

function ended(when: About, agent: ReviewedAgent): Finding[] {
  const its = called("source agent", agent);
  if (agent.retained && when !== "drift" && (agent.change === "deleted" || agent.change === "replaced")) {
    return [kept(when, agent)];
  }
  const script = agent.type === "website-visitor" ? " Its tracking script on the website is switched off." : "";
  if (agent.change === "replaced") {
    const verb = when === "planned" ? "is" : "was";
    const text = `${its} ${verb} deleted and created anew: its run logs are lost. This cannot be undone.${script}`;
    return [about(agent, "danger", "replaced", capital(text))];
  }
  if (agent.change !== "deleted") return [];
  if (when === "drift") {
    return [about(agent, "danger", "gone-outside", capital(`${its} no longer exists in the account.`))];
  }
  const verb = when === "planned" ? "is" : "was";
  const text = `${its} ${verb} deleted, with its run logs; its list and the people in it stay. This cannot be undone.${script}`;
  return [about(agent, "danger", "deleted", capital(text))];
}

/** With retainOnDelete the engine does not ask this package to delete the agent. */
function kept(when: About, agent: ReviewedAgent): Finding {
  const isReplaced = agent.change === "replaced";
  const lead = isReplaced
    ? `${when === "planned" ? "is" : "was"} replaced by a new one`
    : when === "planned"
      ? "leaves the program"
      : "left the program";
  const rests = agent.paused.before === "yes" && !isReplaced;
  const then = rests
    ? "it stays in the account, paused, and somebody can still start it in the app"
    : "it goes on finding people for its list, and nothing manages it any more";
  const text = `${called("source agent", agent)} ${lead}, and ${keeper(agent)} keeps ${isReplaced ? "the old one" : "it"}: ${then}.`;
  return about(agent, "danger", isReplaced ? "replaced" : "deleted", capital(text));
}

/** What a change of one list means. The service can neither rename nor delete lists. */
export function listFindings(when: About, list: ReviewedList): Finding[] {
  const its = called("list", { ...list, name: list.nameBefore ?? list.name });
  const id = list.idBefore ?? list.id;
  const kept = id === undefined ? "" : ` (id ${id})`;
  if (list.change === "replaced") {
    const now = list.name === undefined ? "" : ` called ${quote(list.name)}`;
    const verb = when === "planned" ? "is" : "was";
    const text = `${its}${kept} ${verb} replaced by ${successor(list, "a new, empty list")}${now}: its people stay in the old one, which this program uses no more. This cannot be undone.`;
    return [about(list, "danger", "replaced", capital(text), "name")];
  }
  if (list.change !== "deleted") return [];
  if (when === "drift")
    return [about(list, "danger", "gone-outside", capital(`${its} no longer exists in the account.`))];
  const leaves = when === "planned" ? "leaves the program" : "left the program";
  const text = `${its}${kept} ${leaves}: the service cannot delete lists, so it stays in the account with its people.`;
  return [about(list, "danger", "deleted", capital(text))];
}
