import { icon } from "../../../page/icons";
import { attributes, html, type Markup } from "../../../page/markup";
import { chip, fact, section } from "../../../page/parts";
import { message, name } from "../../../page/texts";
import { type TimelineStep, timeline, words } from "../../../page/timeline";
import { type Chip, formattedCount, number } from "../../../page/words";
import type { Rehearsal, RehearsedCampaign, RehearsedStep } from "../../model";
import { countsWords, emptyWords, finishWords, seatsWords, sentWords, writtenLater } from "../../words";

/** With more campaigns, their details are initially collapsed. */
const mostOpen = 20;

/** Every campaign: when it finishes, the outcome for its contacts, and every text as the first contact receives it. */
export function campaigns({ campaigns: all, days }: Rehearsal): Markup {
  const cards = all.map((campaign, index) => card(campaign, index, days, all.length <= mostOpen));
  return section(
    "campaigns",
    "Campaigns",
    number(all.length),
    cards,
    "Texts are shown as the first contact gets them. All people are made up.",
  );
}

function card(campaign: RehearsedCampaign, index: number, days: number, open: boolean): Markup {
  const gaps = campaign.steps.flatMap(({ emptyVariables }) => emptyVariables).length;
  return html`<details class="card"${attributes({ open })}><summary><h3>${name(campaign.name)}</h3>
<span class="chips">${chip(finishChip(campaign, days))}${
    !campaign.declaredActive && chip({ sign: "■", word: "Not declared active", tone: "plain" })
  }${gaps > 0 && chip({ sign: "!", word: formattedCount(gaps, "empty variable"), tone: "warn" })}</span><span class="second">${seatsWords(
    campaign,
  )}</span></summary>
<div class="card-body"><span class="anchor" id="campaign-${index + 1}" tabindex="-1"></span><div class="columns"><div><h4>Steps</h4>${timeline(campaign.steps.map(stepOfTimeline))}</div><div><h4>Contacts</h4>${people(campaign)}${leftOut(campaign)}<h4>Facts</h4>${facts(campaign)}</div></div></div></details>
`;
}

function finishChip(campaign: RehearsedCampaign, days: number): Chip {
  const finish = finishWords(campaign, days);
  if (campaign.finishedOn !== undefined) return { sign: "✓", word: `Finishes on ${finish}`, tone: "good" };
  if (campaign.people.all === 0) return { sign: "?", word: "Has no contacts", tone: "plain" };
  return { sign: "…", word: `Finishes ${finish}`, tone: "warn" };
}

function people({ people: { all, finished, answered, leftOut: left, running, waiting } }: RehearsedCampaign): Markup {
  const rows: [string, number][] = [
    ["In its lists", all],
    ["Got all steps", finished],
    ["Answered", answered],
    ["Left out", left],
    ["Under way at the end", running],
    ["Not begun at the end", waiting],
  ];
  return html`<dl class="facts">${rows.map(([term, count]) => fact(term, number(count)))}</dl>`;
}

function leftOut({ leftOut: all }: RehearsedCampaign): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<h4>Why contacts leave early</h4><ul class="plain-list">${all.map(
    ({ contacts, reason }) => html`<li><b>${number(contacts)}</b> ${name(reason)}</li>`,
  )}</ul>`;
}

function facts({ key, lists, sent }: RehearsedCampaign): Markup {
  return html`<dl class="facts">${fact("In the program", html`<code>${name(key)}</code>`)}${fact(
    "Lists",
    html`<ul class="things">${lists.map((list) => html`<li>${name(list, 80)}</li>`)}</ul>`,
  )}${fact("Sent", countsWords(sent))}</dl>`;
}

function stepOfTimeline(step: RehearsedStep): TimelineStep {
  const { number: position, type, label, writtenBy, texts, emptyVariables } = step;
  return {
    ...{ type, number: position, label, when: sentWords(step) },
    body: html`${emptyVariables.length > 0 && html`<ul class="remarks">${emptyVariables.map(emptyRemark)}</ul>`}${
      writtenBy === "service" && html`<p class="muted">${writtenLater}</p>`
    }${texts.map(({ field, text }) => words(field, texts.length > 1, message(text)))}`,
  };
}

function emptyRemark(empty: RehearsedStep["emptyVariables"][number]): Markup {
  return html`<li class="remark warn">${icon("notice")}<div><p>${emptyWords(empty)}. The first of them gets:</p>${message(
    empty.example,
  )}</div></li>`;
}
