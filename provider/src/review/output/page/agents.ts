import { html, type Markup } from "../../../page/markup";
import { chip, fact, section } from "../../../page/parts";
import { name, value } from "../../../page/texts";
import { type Chip, counted, number } from "../../../page/words";
import type { Review, ReviewedAgent, ReviewedSignal, TargetingChange, YesNo } from "../../model";
import { card, identityFacts, mostOpen } from "./card";
import { beforeAndAfter, comingAndGoing, isWhole, propertyFacts, remarks } from "./parts";
import type { Places } from "./places";
import { listName } from "./seats";
import { countsInWords, countsOf } from "./words";

/** Every source agent of the review: whom it looks for, and what changes. */
export function agents({ agents }: Review, places: Places): Markup | undefined {
  if (agents.length === 0) return undefined;
  const open = agents.length <= mostOpen;
  const cards = agents.map((agent) => agentCard(agent, places, open));
  return section("agents", "Source agents", countsInWords(countsOf(agents)), cards);
}

function agentCard(agent: ReviewedAgent, places: Places, open: boolean): Markup | undefined {
  const place = places.of(agent.urn);
  if (!place) return undefined;
  const findings = places.findings(agent.urn);
  const isNew = agent.change === "created";
  const isPlain = isWhole(agent);
  const body = html`${remarks(findings)}<div class="columns"><div>${signals(agent)}${targeting(agent)}${
    isSilent(agent) && !isPlain && html`<p class="muted">Whom it looks for does not change.</p>`
  }</div>
<div><h4>Facts</h4>
<dl class="facts">${agent.list !== undefined && fact("List", comingAndGoing([list(agent.list, isPlain)]))}${fact(
    "Looks for people",
    beforeAndAfter(
      looks(agent.paused.before, isNew),
      agent.change === "deleted" ? undefined : looks(agent.paused.after),
      isPlain,
    ),
  )}${propertyFacts(agent.properties, isPlain)}${identityFacts(agent, places)}</dl></div></div>`;
  return card(
    {
      resource: agent,
      noun: "agent",
      place,
      findings,
      open,
      chips: chip(workChip(agent)),
      second: inShort(agent),
      body,
    },
    places,
  );
}

function list(used: NonNullable<ReviewedAgent["list"]>, isPlain: boolean) {
  return { change: isPlain ? ("same" as const) : used.change, shown: listName(used) };
}

function looks(paused: YesNo, isNew = false): string | undefined {
  if (isNew) return undefined;
  return paused === "unknown" ? "not known" : paused === "yes" ? "no, it is paused" : "yes";
}

function workChip({ paused, change }: ReviewedAgent): Chip {
  if (change === "deleted") {
    return { sign: "■", word: paused.before === "yes" ? "Was paused" : "Stops looking", tone: "plain" };
  }
  if (paused.after === "yes")
    return { sign: "■", word: paused.before === "no" ? "Is paused now" : "Paused", tone: "plain" };
  if (paused.after === "unknown") return { sign: "?", word: "Not known whether it is paused", tone: "warn" };
  const starts = change === "created" || paused.before === "yes";
  return starts
    ? { sign: "▶", word: "Starts looking", tone: "warn" }
    : { sign: "▶", word: "Looking for people", tone: "info" };
}

function inShort(agent: ReviewedAgent): Markup {
  const { type, list: used, signals: changes } = agent;
  const [added, removed] = [changes.added.length, changes.removed.length];
  const counts = [
    added > 0 && `${counted(added, "signal")}${isWhole(agent) ? "" : " added"}`,
    removed > 0 && `${counted(removed, "signal")}${isWhole(agent) ? "" : " removed"}`,
  ].filter((each) => each !== false);
  return html`${type !== undefined && name(type)}${used !== undefined && html` · into ${listName(used)}`}${
    counts.length > 0 && ` · ${counts.join(", ")}`
  }`;
}

const isSilent = ({ signals: { added, removed }, targeting: changes }: ReviewedAgent) =>
  added.length + removed.length + changes.length === 0;

function signals(agent: ReviewedAgent): Markup | undefined {
  const { added, removed, unchanged } = agent.signals;
  if (added.length + removed.length === 0) return undefined;
  const isPlain = isWhole(agent);
  const things = [
    ...removed.map((signal) => ({
      change: isPlain ? ("same" as const) : ("removed" as const),
      shown: signalOf(signal),
    })),
    ...added.map((signal) => ({ change: isPlain ? ("same" as const) : ("added" as const), shown: signalOf(signal) })),
  ];
  return html`<h4>Signals</h4>${comingAndGoing(things)}${
    unchanged > 0 && html`<p class="muted">${number(unchanged)} more ${unchanged === 1 ? "does" : "do"} not change.</p>`
  }`;
}

function signalOf({ label, value: looked, seat }: ReviewedSignal): Markup {
  // Signals that look for nothing in particular have the value `true`.
  const what = looked === "true" ? html`${name(label)}` : html`${name(label)}: ${value(looked)}`;
  return html`${what}${seat !== undefined && html` (through LinkedIn seat ${name(seat)})`}`;
}

function targeting(agent: ReviewedAgent): Markup | undefined {
  const { targeting: changes } = agent;
  if (changes.length === 0) return undefined;
  return html`<h4>Targeting</h4><dl class="facts">${changes.map((each) => fact(name(firstUpper(each.label)), targets(each, isWhole(agent))))}</dl>`;
}

const firstUpper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function targets({ added, removed, restricts }: TargetingChange, isPlain: boolean): Markup {
  const things = comingAndGoing([
    ...removed.map((text) => ({ change: isPlain ? ("same" as const) : ("removed" as const), shown: value(text) })),
    ...added.map((text) => ({ change: isPlain ? ("same" as const) : ("added" as const), shown: value(text) })),
  ]);
  return html`${things}${!restricts.after && !isPlain && html`<p class="muted">no longer restricted</p>`}`;
}
