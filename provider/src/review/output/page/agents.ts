import { html, type Markup } from "../../../page/markup";
import { chip, fact, section } from "../../../page/parts";
import { name } from "../../../page/texts";
import { type Chip, counted, number } from "../../../page/words";
import type { Review, ReviewedAgent, YesNo } from "../../model";
import { agentFacts, type Fact, isWhole } from "../layout";
import { card, identityFacts, mostOpen } from "./card";
import { beforeAndAfter, criteria, factsOf, remarks } from "./parts";
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
  const isPlain = isWhole(agent);
  const facts = agentFacts(agent);
  const of = <Kind extends Fact["kind"]>(kind: Kind) =>
    facts.filter((each): each is Fact & { readonly kind: Kind } => each.kind === kind);
  const body = html`${remarks(findings)}<div class="columns"><div>${of("signals").map((each) => signals(each, agent))}${targeting(of("targeting"), isPlain)}${
    isSilent(agent) && !isPlain && html`<p class="muted">Whom it looks for does not change.</p>`
  }</div>
<div><h4>Facts</h4>
<dl class="facts">${factsOf(of("lists"), isPlain)}${fact(
    "Looks for people",
    beforeAndAfter(
      looks(agent.paused.before, agent.change === "created"),
      agent.change === "deleted" ? undefined : looks(agent.paused.after),
      isPlain,
    ),
  )}${factsOf(of("property"), isPlain)}${identityFacts(agent, places)}</dl></div></div>`;
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

function signals(fact: Fact & { readonly kind: "signals" }, agent: ReviewedAgent): Markup | undefined {
  if (fact.added.length + fact.removed.length === 0) return undefined;
  const { unchanged } = agent.signals;
  return html`<h4>Signals</h4>${criteria(fact, isWhole(agent))}${
    unchanged > 0 && html`<p class="muted">${number(unchanged)} more ${unchanged === 1 ? "does" : "do"} not change.</p>`
  }`;
}

function targeting(changes: readonly (Fact & { readonly kind: "targeting" })[], isPlain: boolean): Markup | undefined {
  if (changes.length === 0) return undefined;
  return html`<h4>Targeting</h4><dl class="facts">${changes.map((each) => fact(name(firstUpper(each.label)), criteria(each, isPlain)))}</dl>`;
}

const firstUpper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
