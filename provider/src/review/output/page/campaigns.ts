import { html, type Markup } from "../../../page/markup";
import { chip, fact, section } from "../../../page/parts";
import { name } from "../../../page/texts";
import { listed, number } from "../../../page/words";
import type { Review, ReviewedCampaign, YesNo } from "../../model";
import { campaignFacts, isWhole } from "../layout";
import { card, identityFacts, mostOpen } from "./card";
import { factsOf, remarks } from "./parts";
import { type Place, type Places, stepOf } from "./places";
import { seatsOf } from "./seats";
import { stepList } from "./steps";
import { countsInWords, countsOf, sendingChip } from "./words";

/** Every campaign of the review with its steps and what changes. */
export function campaigns({ campaigns }: Review, places: Places): Markup | undefined {
  if (campaigns.length === 0) return undefined;
  const open = campaigns.length <= mostOpen;
  const cards = campaigns.map((campaign) => campaignCard(campaign, places, open));
  return section("campaigns", "Campaigns", countsInWords(countsOf(campaigns)), cards);
}

function campaignCard(campaign: ReviewedCampaign, places: Places, open: boolean): Markup | undefined {
  const place = places.of(campaign.urn);
  if (!place) return undefined;
  const findings = places.findings(campaign.urn);
  const body = html`${remarks(findings.filter((finding) => !isAtStep(stepOf(finding), place)))}<div class="columns"><div><h4>Steps</h4>
${stepList(campaign, place, findings)}</div>
<div><h4>Facts</h4>
<dl class="facts">${facts(campaign)}${identityFacts(campaign, places)}</dl></div></div>`;
  const chips = chip(sendingChip(campaign));
  return card(
    { resource: campaign, noun: "campaign", place, findings, open, chips, second: inShort(campaign), body },
    places,
  );
}

const isAtStep = (step: number | undefined, { steps }: Place) => step !== undefined && step <= steps;

/** What a closed card still tells. */
function inShort(campaign: ReviewedCampaign): Markup {
  const { steps } = campaign;
  const changes = (["added", "removed", "changed"] as const)
    .map((change) => ({ change, count: steps.filter((step) => step.change === change).length }))
    .filter(({ count }) => count > 0 && campaign.change !== "created" && campaign.change !== "deleted")
    .map(({ change, count }) => `${number(count)} ${change === "added" ? "new" : change}`);
  const staying = steps.filter(({ change }) => change !== "removed").length;
  const count = `${number(staying)} ${staying === 1 ? "step" : "steps"}`;
  const seats = seatsOf(campaign);
  const from = [seats.network, seats.emails].filter((each) => each !== undefined);
  return html`${campaign.change !== "deleted" && html`${count}${changes.length > 0 && `, ${listed(changes)}`}`}${
    from.length > 0 && html` · ${name(listed(from))}`
  }`;
}

const answers: Readonly<Record<YesNo, string>> = { yes: "yes", no: "no", unknown: "not known" };

function facts(campaign: ReviewedCampaign): Markup {
  const { running, runs, everRan, change } = campaign;
  const after = change === "deleted" ? undefined : runs;
  return html`${factsOf(campaignFacts(campaign), isWhole(campaign))}${fact(
    "Sends now",
    change === "created" ? "no" : answers[running],
  )}${after !== undefined && fact("Sends afterwards", answers[after])}${
    change !== "created" && fact("Has ever sent", answers[everRan])
  }`;
}
