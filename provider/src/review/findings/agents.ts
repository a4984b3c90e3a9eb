import { safeText } from "../../api/redact";
import { linkedinSeatName } from "../../page/words";
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
  const { before, after } = agent.paused;
  const rests = after === "yes";
  const isMoved = agent.change === "updated" && agent.list?.change === "added";
  // Somebody may start one in the app that has come to the list paused.
  if (agent.change === "deleted" || (rests && !isMoved)) return [];
  const isNew = agent.change === "created" || agent.change === "replaced" || isMoved;
  const isResumed = before !== "no" && after !== before;
  const its = called("source agent", agent);
  const [path] = [
    ...(isNew ? ["listId"] : isResumed ? ["paused"] : []),
    ...widened(agent).map(({ property }) => property),
    ...otherCriteria(agent),
    ...concealed(agent),
  ];
  if (path === undefined) return [];
  if (targets.length > 0) {
    const which = enumeration(targets.map((campaign) => calledFrom(agent, campaign)));
    const isSure = targets.every(({ runs }) => runs === "yes");
    if (rests) return [about(agent, "danger", "new-people", capital(pausedReach(when, its, which, isSure)), path)];
    const text = inTense(when, {
      planned: isSure
        ? `${its} brings new people to ${which} (sending): they are contacted without a further approval.`
        : `${its} may reach people: it brings new ones to ${which}, and whether all of these send is not known.`,
      done: `${its} now brings new people to ${which}: they are contacted without a further approval.`,
      drift: `${its} was changed outside of the program and brings new people to ${which}.`,
    });
    return [about(agent, "danger", "new-people", capital(text), path)];
  }
  // A list that this change creates is used by nothing that the preview leaves out.
  const isNewList =
    agent.list !== undefined &&
    agent.list.id === undefined &&
    agent.list.name !== undefined &&
    agent.list.uncertain === undefined;
  if (!areAllCampaigns && !isNewList) {
    const text = `${capital(its)} brings people to a list that existed before. The preview leaves out what does not change, so a running campaign may use it: make it with --show-sames.`;
    return [about(agent, "danger", "new-people", text, path)];
  }
  if (!isResumed || isNew) return [];
  const text = inTense(when, {
    planned: `${its} ${before === "yes" && after === "no" ? "is" : "may be"} started again.`,
    done: `${its} was started again.`,
    drift: `${its} was started again outside of the program.`,
  });
  return [about(agent, "notice", "agent-resumed", capital(text), "paused")];
}

function pausedReach(when: About, its: string, which: string, isSure: boolean): string {
  const then = `once it is started, also in the app, the people whom it finds are contacted without a further approval.`;
  const sends = isSure ? "sending" : "which may be sending";
  return inTense(when, {
    planned: `${its} moves, paused, to a list of ${which} (${sends}): ${then}`,
    done: `${its} has moved, paused, to a list of ${which} (${sends}): ${then}`,
    drift: `${its} was moved outside of the program, paused, to a list of ${which} (${sends}): ${then}`,
  });
}

/** Properties whose value cannot be shown, apart from the list, which is looked for by its name. */
function concealed({ hidden: names }: ReviewedAgent): string[] {
  return names.filter((name) => name !== "listId" && name !== "name");
}

/** Criteria that let an agent leave people out: fewer of them find more people. */
const excluding: ReadonlySet<string> = new Set(["ignoredCompanies", "mandatoryKeywords"]);

/** Values that differ only in letter case or blanks find the same people. */
const inOneForm = (value: string) => value.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/** A property whose change makes the agent find more people, and whom, as words. */
interface Widening {
  readonly property: string;
  readonly words: string;
}

/** What makes the agent find more people than before. */
function widened(agent: ReviewedAgent): Widening[] {
  if (agent.change !== "updated" && agent.change !== "replaced") return [];
  const found: Widening[] = agent.targeting.flatMap(({ property, label, added, removed, restricts }) => {
    const by = (words: string) => [{ property, words }];
    if (!excluding.has(property) && !restricts.after) return by(`any ${label}`);
    // The first value of a criterion leaves people out.
    if (!excluding.has(property) && !restricts.before) return [];
    const [more, others] = excluding.has(property) ? [removed, added] : [added, removed];
    const same = new Set(others.map(inOneForm));
    if (more.every((value) => same.has(inOneForm(value)))) return [];
    const which = enumeration(
      more.map((value) => quote(value)),
      4,
    );
    return by(excluding.has(property) ? `no longer ${label} ${which}` : `${label} ${which}`);
  });
  const signals = agent.signals.added.map(({ label, value, seat }) => {
    const what = value === "true" ? label : `${label} ${quote(value)}`;
    return seat === undefined ? what : `${what} (through ${linkedinSeatName(safeText(seat, 40))})`;
  });
  if (signals.length > 0) found.push({ property: "variables", words: `signals: ${enumeration(signals, 4)}` });
  for (const { name, before, after } of agent.properties) {
    if (after === noLongerManaged) continue;
    const add = (words: string) => found.push({ property: name, words });
    if (
      name === "maxCreditUsage" &&
      (after === undefined || Number(after) > Number(before ?? Number.POSITIVE_INFINITY))
    ) {
      add(`${after ?? "any number of"} credits instead of ${before ?? "any number"}`);
    }
    if (name === "leadWaterfall" && after === "true") add("several sources one after another");
    if (name === "minLeadScore" && Number(after ?? 0) < Number(before ?? 0)) {
      add(`a lead score of ${after ?? "any value"} instead of ${before}`);
    }
    if (name === "skipIcpFilter" && after === "true") add("people who do not fit the profile");
    if (name === "includeOpenToWorkProfiles" && after === "true") add("people who are open to work");
    // Undefined is what the object has and nobody knows, unless the program takes a value away.
    const mayHaveLeftOut = before === "true" || (before === undefined && after === "false");
    if (name === "excludeServiceProviders" && mayHaveLeftOut && after !== "true") add("service providers");
    if (name === "additionalCriteria" && isEmpty(after)) add("no criteria in words any more");
  }
  return found;
}

const isEmpty = (text: string | undefined) => text === undefined || text.trim() === "";

/** Criteria that change so that other people are found, and nobody can tell whether these are more people. */
function otherCriteria({ change, properties, targeting }: ReviewedAgent): string[] {
  if (change !== "updated" && change !== "replaced") return [];
  const inWords = properties.flatMap(({ name, after }) =>
    name === "additionalCriteria" && !isEmpty(after) && after !== noLongerManaged ? [name] : [],
  );
  // Whether a profile needs one of them or all is not documented. The first one leaves people out in any case.
  const keywords = targeting.flatMap(({ property, added, restricts }) =>
    property === "mandatoryKeywords" && added.length > 0 && restricts.before ? [property] : [],
  );
  return [...inWords, ...keywords];
}

const otherCriterionWords: Readonly<Record<string, string>> = {
  additionalCriteria: "criteria in words",
  mandatoryKeywords: "required keywords",
};

function wider(when: About, agent: ReviewedAgent): Finding[] {
  const its = called("source agent", agent);
  // Started again, it is looked at once more.
  const rests = agent.paused.after === "yes";
  const found = widened(agent);
  const [first] = found;
  const [other] = otherCriteria(agent);
  if (first !== undefined) {
    const words = enumeration([
      ...found.map(({ words }) => words),
      ...(other ? [`other ${otherCriterionWords[other]}`] : []),
    ]);
    const text = inTense(when, {
      planned: `${its} will find more people${rests ? " once it is started again" : ""}: ${words}.`,
      done: `${its} finds more people than before${rests ? " once it is started again" : ""}: ${words}.`,
      drift: `${its} was widened outside of the program: ${words}.`,
    });
    return [about(agent, rests ? "notice" : "danger", "wider-targets", capital(text), first.property)];
  }
  if (other === undefined) return [];
  const criteria = otherCriterionWords[other];
  const text = inTense(when, {
    planned: `${its} will find other people: its ${criteria} change. Whether these are more, nobody can tell.`,
    done: `${its} finds other people: its ${criteria} have changed. Whether these are more, nobody can tell.`,
    drift: `${its} finds other people: its ${criteria} were changed outside of the program.`,
  });
  return [about(agent, "notice", "wider-targets", capital(text), other)];
}

function ended(when: About, agent: ReviewedAgent): Finding[] {
  const its = called("source agent", agent);
  if (agent.retained && when !== "drift" && (agent.change === "deleted" || agent.change === "replaced")) {
    return [kept(when, agent)];
  }
  // Of an agent that changes its type, the one that is deleted counts.
  const type = agent.properties.find(({ name }) => name === "agentType")?.before ?? agent.type;
  const script = type === "website-visitor" ? " Its tracking script on the website is switched off." : "";
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

/**
 * What a change of one list means. The service can neither rename nor delete lists.
 *
 * @param isUsed a campaign or an agent uses it, or may do so
 */
export function listFindings(when: About, list: ReviewedList, isUsed: boolean): Finding[] {
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
  return [about(list, isUsed ? "danger" : "notice", "deleted", capital(text))];
}
