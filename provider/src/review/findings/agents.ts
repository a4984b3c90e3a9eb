import { safeText } from "../../api/redact";
import { linkedinSeatName } from "../../page/words";
import { noLongerManaged } from "../input/values";
import type { Finding, Review, ReviewedAgent, ReviewedCampaign, ReviewedList } from "../model";
import { successor } from "./program";
import { calledFrom, keeper, listedUpTo, quote, type Teller, tellerOf } from "./sentences";

/** Findings about how one agent's change affects people. */
export function agentFindings(when: Review["about"], agent: ReviewedAgent, around: Around): Finding[] {
  if (agent.change === "unchanged") return [];
  const teller = tellerOf(when, "source agent", agent);
  return [
    ...reachFindings(teller, agent, around),
    ...widerFindings(teller, agent),
    ...endFindings(when, teller, agent),
  ];
}

interface Around {
  /** The running campaigns that use the agent's list, or may use it. */
  readonly fed: readonly ReviewedCampaign[];
  /** False if unchanged campaigns may be missing here. */
  readonly areAllCampaigns: boolean;
}

function reachFindings(teller: Teller, agent: ReviewedAgent, { fed, areAllCampaigns }: Around): Finding[] {
  const { tell, inTense } = teller;
  const { change, list, paused } = agent;
  const rests = paused.after === "yes";
  const isMoved = change === "updated" && list?.change === "added";
  // A paused campaign on this list may be started in the app.
  if (change === "deleted" || (rests && !isMoved)) return [];
  const isNew = change === "created" || change === "replaced" || isMoved;
  const isResumed = paused.before !== "no" && paused.after !== paused.before;
  const [path] = [
    ...(isNew ? ["listId"] : isResumed ? ["paused"] : []),
    ...widenedProperties(agent).map(({ property }) => property),
    ...otherCriteria(agent),
    // Hidden properties, except the list, which is checked by its name.
    ...agent.hidden.filter((name) => name !== "listId" && name !== "name"),
  ];
  if (path === undefined) return [];
  if (fed.length > 0) return [tell("danger", "new-people", feedingWords(teller, agent, fed), path)];
  // Resources that the preview omits cannot use a list that this change creates.
  const isNewList = list !== undefined && list.id === undefined && list.name !== undefined && !list.uncertain;
  if (!areAllCampaigns && !isNewList) {
    const told =
      "brings people to a list that existed before. The preview leaves out what does not change, so a running campaign may use it: make it with --show-sames.";
    return [tell("danger", "new-people", told, path)];
  }
  if (!isResumed || isNew) return [];
  const is = inTense(paused.before === "yes" && paused.after === "no" ? "is" : "may be", "was");
  const told = `${is} started again${inTense("", "", " outside of the program")}.`;
  return [tell("notice", "agent-resumed", told, "paused")];
}

/** Describes an agent's effect on the running campaigns that use its list. */
function feedingWords({ inTense }: Teller, agent: ReviewedAgent, fed: readonly ReviewedCampaign[]): string {
  const which = listedUpTo(fed.map((campaign) => calledFrom(agent, campaign)));
  const isSure = fed.every(({ runs }) => runs === "yes");
  if (agent.paused.after === "yes") {
    const moves = inTense("moves", "has moved", "was moved outside of the program");
    return `${moves}, paused, to a list of ${which} (${isSure ? "sending" : "which may be sending"}): once it is started, also in the app, the people whom it finds are contacted without a further approval.`;
  }
  return inTense(
    isSure
      ? `brings new people to ${which} (sending): they are contacted without a further approval.`
      : `may reach people: it brings new ones to ${which}, and whether all of these send is not known.`,
    `now brings new people to ${which}: they are contacted without a further approval.`,
    `was changed outside of the program and brings new people to ${which}.`,
  );
}

/** Criteria that exclude people, so that fewer values find more people. */
const excluding: ReadonlySet<string> = new Set(["ignoredCompanies", "mandatoryKeywords"]);

/** Normalizes case and whitespace, which do not matter for a search. */
const inOneForm = (value: string) => value.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/** Describes the additional people whom an agent finds after a property's change; undefined if there are none. */
const widenings: Readonly<Record<string, (before?: string, after?: string) => string | false>> = {
  maxCreditUsage: (before, after) =>
    (after === undefined || Number(after) > Number(before ?? Number.POSITIVE_INFINITY)) &&
    `${after ?? "any number of"} credits instead of ${before ?? "any number"}`,
  leadWaterfall: (_, after) => after === "true" && "several sources one after another",
  minLeadScore: (before, after) =>
    Number(after ?? 0) < Number(before ?? 0) && `a lead score of ${after ?? "any value"} instead of ${before}`,
  skipIcpFilter: (_, after) => after === "true" && "people who do not fit the profile",
  includeOpenToWorkProfiles: (_, after) => after === "true" && "people who are open to work",
  // An undefined value is unknown, unless the program removes the value.
  excludeServiceProviders: (before, after) =>
    (before === "true" || (before === undefined && after === "false")) && after !== "true" && "service providers",
  additionalCriteria: (_, after) => isEmpty(after) && "no criteria in words any more",
};

/** The properties whose changes make the agent find more people, each with a phrase for these people. */
function widenedProperties(agent: ReviewedAgent): { readonly property: string; readonly words: string }[] {
  if (agent.change !== "updated" && agent.change !== "replaced") return [];
  const targeting = agent.targeting.flatMap(({ property, label, added, removed, restricts }) => {
    const isExcluding = excluding.has(property);
    if (!isExcluding && !restricts.after) return [{ property, words: `any ${label}` }];
    // The first value of a criterion excludes people.
    if (!isExcluding && !restricts.before) return [];
    const [more, others] = isExcluding ? [removed, added] : [added, removed];
    const same = new Set(others.map(inOneForm));
    if (more.every((value) => same.has(inOneForm(value)))) return [];
    const which = listedUpTo(more.map(quote), 4);
    return [{ property, words: `${isExcluding ? "no longer " : ""}${label} ${which}` }];
  });
  const signals = agent.signals.added.map(({ label, value, seat }) => {
    const what = value === "true" ? label : `${label} ${quote(value)}`;
    return seat === undefined ? what : `${what} (through ${linkedinSeatName(safeText(seat, 40))})`;
  });
  const properties = agent.properties.flatMap(({ name, before, after }) => {
    const words = after !== noLongerManaged && Object.hasOwn(widenings, name) && widenings[name]?.(before, after);
    return words ? [{ property: name, words }] : [];
  });
  return [
    ...targeting,
    ...(signals.length > 0 ? [{ property: "variables", words: `signals: ${listedUpTo(signals, 4)}` }] : []),
    ...properties,
  ];
}

const isEmpty = (text: string | undefined) => text === undefined || text.trim() === "";

const otherCriterionWords: Readonly<Record<string, string>> = {
  additionalCriteria: "criteria in words",
  mandatoryKeywords: "required keywords",
};

/** Criteria whose changes find different people, possibly more. */
function otherCriteria({ change, properties, targeting }: ReviewedAgent): string[] {
  if (change !== "updated" && change !== "replaced") return [];
  const inWords = properties.some(
    ({ name, after }) => name === "additionalCriteria" && !isEmpty(after) && after !== noLongerManaged,
  );
  // It is not documented whether a profile must match one of them or all. The first one excludes people in both cases.
  const keywords = targeting.some(
    ({ property, added, restricts }) => property === "mandatoryKeywords" && added.length > 0 && restricts.before,
  );
  return [...(inWords ? ["additionalCriteria"] : []), ...(keywords ? ["mandatoryKeywords"] : [])];
}

function widerFindings({ tell, inTense }: Teller, agent: ReviewedAgent): Finding[] {
  const found = widenedProperties(agent);
  const [first] = found;
  const [other] = otherCriteria(agent);
  const criteria = other === undefined ? undefined : otherCriterionWords[other];
  if (first !== undefined) {
    const words = listedUpTo([...found.map((each) => each.words), ...(criteria ? [`other ${criteria}`] : [])]);
    // Restarting a paused agent is a separate change, which is reviewed then.
    const [level, then] =
      agent.paused.after === "yes" ? (["notice", " once it is started again"] as const) : (["danger", ""] as const);
    const finds = inTense(
      `will find more people${then}`,
      `finds more people than before${then}`,
      "was widened outside of the program",
    );
    return [tell(level, "wider-targets", `${finds}: ${words}.`, first.property)];
  }
  if (criteria === undefined) return [];
  const changed = inTense(
    "change. Whether these are more, nobody can tell.",
    "have changed. Whether these are more, nobody can tell.",
    "were changed outside of the program.",
  );
  const told = `${inTense("will find", "finds")} other people: its ${criteria} ${changed}`;
  return [tell("notice", "wider-targets", told, other)];
}

function endFindings(when: Review["about"], teller: Teller, agent: ReviewedAgent): Finding[] {
  const { tell, inTense } = teller;
  const { change, retained, properties } = agent;
  if (change !== "deleted" && change !== "replaced") return [];
  if (retained && when !== "drift") return [keptFinding(teller, agent)];
  // If the agent's type changes, the deleted agent is the one that ends.
  const type = properties.find(({ name }) => name === "agentType")?.before ?? agent.type;
  const script = type === "website-visitor" ? " Its tracking script on the website is switched off." : "";
  if (change === "deleted" && when === "drift")
    return [tell("danger", "gone-outside", "no longer exists in the account.")];
  const what =
    change === "replaced"
      ? "deleted and created anew: its run logs are lost."
      : "deleted, with its run logs; its list and the people in it stay.";
  return [tell("danger", change, `${inTense("is", "was")} ${what} This cannot be undone.${script}`)];
}

/** With retainOnDelete, the engine does not call this package to delete the agent. */
function keptFinding({ tell, inTense }: Teller, agent: ReviewedAgent): Finding {
  const isReplaced = agent.change === "replaced";
  const then =
    agent.paused.before === "yes" && !isReplaced
      ? "it stays in the account, paused, and somebody can still start it in the app"
      : "it goes on finding people for its list, and nothing manages it any more";
  const lead = isReplaced
    ? `${inTense("is", "was")} replaced by a new one, and ${keeper(agent)} keeps the old one`
    : `${inTense("leaves", "left")} the program, and ${keeper(agent)} keeps it`;
  return tell("danger", isReplaced ? "replaced" : "deleted", `${lead}: ${then}.`);
}

/**
 * Findings about one list's change. The service can neither rename nor delete lists.
 *
 * @param isUsed true if a campaign or an agent uses the list, or may use it
 */
export function listFindings(when: Review["about"], list: ReviewedList, isUsed: boolean): Finding[] {
  const { change, name, nameBefore, id, idBefore } = list;
  const { tell, inTense } = tellerOf(when, "list", { ...list, name: nameBefore ?? name });
  const its = idBefore ?? id;
  const lead = its === undefined ? "" : `(id ${its}) `;
  if (change === "replaced") {
    const now = name === undefined ? "" : ` called ${quote(name)}`;
    const told = `${lead}${inTense("is", "was")} replaced by ${successor(list, "a new, empty list")}${now}: its people stay in the old one, which this program uses no more. This cannot be undone.`;
    return [tell("danger", "replaced", told, "name")];
  }
  if (change !== "deleted") return [];
  if (when === "drift") return [tell("danger", "gone-outside", "no longer exists in the account.")];
  const told = `${lead}${inTense("leaves", "left")} the program: the service cannot delete lists, so it stays in the account with its people.`;
  return [tell(isUsed ? "danger" : "notice", "deleted", told)];
}
