import type { Review, ReviewedAgent, ReviewedCampaign, ReviewedList, YesNo } from "../model";
import { type Fact, isWhole, propertyFacts, type Section } from "./layout";

/** Campaigns that start sending, by their URNs. */
export function startingCampaigns({ findings }: Pick<Review, "findings">): ReadonlySet<string> {
  return new Set(findings.flatMap(({ code, urn }) => (code === "starts-sending" ? (urn ?? []) : [])));
}

/** Every resource that a review explains. A new kind is added here, and nowhere else of what is printed. */
export function sectionsOf(review: Review): readonly Section[] {
  const starting = startingCampaigns(review);
  return [
    ...review.campaigns.map((campaign) => campaignSection(campaign, starting.has(campaign.urn))),
    ...review.agents.map(agentSection),
    ...review.lists.map(listSection),
  ];
}

/** Without the campaigns that a reader need not see: they are among the others only because they run. */
export function changedSections(review: Review): readonly Section[] {
  return sectionsOf(review).filter(
    ({ noun, resource, starts }) => noun !== "Campaign" || resource.change !== "unchanged" || starts,
  );
}

const sending: Readonly<Record<YesNo, string>> = { yes: "sending", no: "not sending", unknown: "may be sending" };

const answer = (label: string, given: YesNo | number): Fact => ({ kind: "answer", label, answer: given, only: "page" });

function campaignSection(resource: ReviewedCampaign, starts: boolean): Section {
  const { change, running, runs, everRan, lists, linkedinSeat, emailSeats, properties, steps } = resource;
  const hasSeat = linkedinSeat.before !== undefined || linkedinSeat.after !== undefined;
  const hasEmail = emailSeats.before.length + emailSeats.after.length > 0;
  return {
    ...{ noun: "Campaign", resource, steps, starts },
    state: change === "deleted" ? ["leaves the program"] : [change, sending[runs]],
    facts: [
      { kind: "lists", label: "Lists", lists },
      ...(hasSeat ? [{ kind: "value", label: "LinkedIn seat", ...linkedinSeat } as const] : []),
      ...(hasEmail ? [{ kind: "set", label: "E-mail seats", ...namedSeats(emailSeats) } as const] : []),
      ...propertyFacts(properties),
      answer("Sends now", change === "created" ? "no" : running),
      ...(change === "deleted" ? [] : [answer("Sends afterwards", runs)]),
      ...(change === "created" ? [] : [answer("Has ever sent", everRan)]),
    ],
  };
}

/** `3 (robin@example.com)`, as far as the service was asked. */
function namedSeats({ before, after, addresses }: ReviewedCampaign["emailSeats"]) {
  const named = (id: string) => (addresses?.[id] === undefined ? id : `${id} (${addresses[id]})`);
  return { before: before.map(named), after: after.map(named) };
}

function agentSection(resource: ReviewedAgent): Section {
  const { change, list, type, paused, targeting, signals, properties } = resource;
  const runs = pausedWords(resource);
  const [before, after] = [change === "created" ? undefined : looks(paused.before), looks(paused.after)];
  return {
    ...{ noun: "Source agent", resource, state: [change], starts: false },
    facts: [
      ...(list === undefined ? [] : [{ kind: "lists", label: "Fills the list", lists: [list] } as const]),
      ...(type === undefined || change !== "created"
        ? []
        : [{ kind: "value", label: "Type", after: type, only: "words" } as const]),
      ...(runs === undefined ? [] : [{ kind: "sentence", label: runs, only: "words" } as const]),
      {
        ...{ kind: "value", label: "Looks for people", only: "page" },
        ...(before === undefined ? {} : { before }),
        ...(change === "deleted" ? {} : { after }),
      },
      ...targeting.map(({ label, added, removed, restricts }) => {
        const isOpened = !restricts.after && !isWhole(resource);
        return { kind: "targeting", label, added, removed, unchanged: 0, isOpened } as const;
      }),
      { kind: "signals", label: "signals", ...signals, isOpened: false },
      ...propertyFacts(properties),
    ],
  };
}

/** What becomes of the agent's runs; undefined if that does not change. */
function pausedWords({ change, paused: { before, after } }: ReviewedAgent): string | undefined {
  if (change !== "updated" || before === after) return undefined;
  if (after === "unknown") return "Whether it is paused is known only after the update";
  return after === "yes" ? "Is paused" : "Is started again";
}

const looks = (paused: YesNo) => (paused === "unknown" ? "not known" : paused === "yes" ? "no, it is paused" : "yes");

function listSection(resource: ReviewedList): Section {
  const { change, people } = resource;
  return {
    ...{ noun: "List", resource, starts: false },
    state: [change, ...(people === undefined ? [] : [`${people} people now`])],
    facts: people === undefined ? [] : [answer("People", people)],
  };
}
