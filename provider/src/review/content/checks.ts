import { about, called, capital, enumeration, quote } from "../findings/sentences";
import type { Finding, ReviewedCampaign } from "../model";
import { contactVariables, variablesIn, withoutFields } from "../sample";
import { type ContentRules, levelOf, type RuleName } from "./rules";
import { type CampaignText, comparable, textsOfCampaign } from "./texts";

/** A text with fewer letters and digits than this says nothing. */
const fewestLetters = 15;

/** What is wrong with the texts that a change brings. Texts that were there before are left alone. */
export function contentFindings(campaigns: readonly ReviewedCampaign[], rules: ContentRules): Finding[] {
  const texts = campaigns.flatMap(textsOfCampaign);
  const found = new Findings(rules);
  for (const text of texts.filter(({ isNew }) => isNew)) {
    nearlyEmpty(text, found);
    missingField(text, found);
    insecureLink(text, found);
    forbidden(text, found);
    required(text, found);
  }
  for (const campaign of campaigns) {
    repeatedText(textsOfCampaign(campaign), found);
    stepsPerWeek(campaign, found);
    requiredOfAi(campaign, found);
  }
  sameTextToList(texts, found);
  return found.all;
}

class Findings {
  readonly all: Finding[] = [];
  constructor(readonly rules: ContentRules) {}

  add(rule: RuleName, campaign: ReviewedCampaign, path: string, problem: string): void {
    const level = levelOf(this.rules, rule);
    if (level === undefined) return;
    const code = rule.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    this.all.push(
      about(campaign, level, `content:${code}`, `${capital(called("campaign", campaign))}, ${problem}`, path),
    );
  }
}

function placeOf({ step, field }: CampaignText): string {
  return `step ${step.number} (${step.label.toLowerCase()})${field === "subject" ? ", subject" : ""}`;
}

/** Fields that a contact of this team may lack. */
function uncertain(rules: ContentRules): Set<(typeof contactVariables)[number]> {
  return new Set(contactVariables.filter((variable) => !rules.contactsHave.includes(variable)));
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function nearlyEmpty(given: CampaignText, found: Findings): void {
  // A subject is short by nature: it only must not be empty.
  const fewest = given.field === "subject" ? 1 : fewestLetters;
  const left = withoutFields(given.text, uncertain(found.rules));
  if (letters(left) >= fewest) return;
  const problem = `${placeOf(given)} is nearly empty for a contact without the fields that it uses: ${quote(left.trim())}.`;
  found.add("nearlyEmpty", given.campaign, given.path, problem);
}

function missingField(given: CampaignText, found: Findings): void {
  if (given.field === "note") return;
  const missing = uncertain(found.rules);
  const used = [...variablesIn(given.text)].filter((name) => missing.has(name));
  if (used.length === 0) return;
  const example = around(withoutFields(given.text, new Set(used)), given.text, used[0]);
  const names = enumeration(used.map((name) => `[${name}]`));
  const problem = `${placeOf(given)} uses ${names}: the service removes it for contacts without that field, who then read ${quote(example)}.`;
  found.add("missingField", given.campaign, given.path, problem);
}

/** The part of a text around the first place where a variable is missing. */
function around(left: string, text: string, variable: string | undefined): string {
  const at = text.indexOf(`[${variable}]`);
  const from = Math.max(0, at - 30);
  return `${from > 0 ? "…" : ""}${left.slice(from, at + 30)}${left.length > at + 30 ? "…" : ""}`;
}

function insecureLink(given: CampaignText, found: Findings): void {
  const link = /\bhttp:\/\/\S+|(?<![/\w.])www\.[\w-]+\.\S+/i.exec(given.text)?.[0];
  if (link === undefined) return;
  found.add("insecureLink", given.campaign, given.path, `${placeOf(given)} has a link without https: ${quote(link)}.`);
}

function holds(text: string, word: string): boolean {
  const escaped = comparable(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(comparable(text));
}

const reason = (why: string | undefined) => (why === undefined ? "" : ` ${why}`);

function forbidden(given: CampaignText, found: Findings): void {
  for (const { anyOf, in: types, why } of found.rules.forbiddenWords) {
    const used = anyOf.filter((word) => holds(given.text, word));
    if (used.length === 0 || !types.some((type) => type === given.step.type)) continue;
    const problem = `${placeOf(given)} uses ${enumeration(used.map(quote))}, which outreach.review.yaml forbids.${reason(why)}`;
    found.add("forbiddenWords", given.campaign, given.path, problem);
  }
}

function required(given: CampaignText, found: Findings): void {
  if (given.field === "subject") return;
  for (const { anyOf, in: types, why } of found.rules.requiredWords) {
    if (!types.some((type) => type === given.step.type) || anyOf.some((word) => holds(given.text, word))) continue;
    const problem = `${placeOf(given)} lacks ${oneOf(anyOf)}, which outreach.review.yaml requires.${reason(why)}`;
    found.add("requiredWords", given.campaign, given.path, problem);
  }
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? quote(words[0] ?? "") : `one of ${enumeration(words.map(quote))}`;
}

/** Nobody can check a text that is written later. */
function requiredOfAi(campaign: ReviewedCampaign, found: Findings): void {
  const isNewCampaign = campaign.change === "created" || campaign.change === "replaced";
  for (const step of campaign.steps) {
    const isNew = isNewCampaign || step.change === "added" || step.change === "changed";
    if (step.mode !== "ai" || !isNew || campaign.change === "unchanged" || step.change === "removed") continue;
    for (const { anyOf, in: types, why } of found.rules.requiredWords) {
      if (!types.some((type) => type === step.type)) continue;
      const problem = `step ${step.number} (${step.label.toLowerCase()}) is written by the service's AI, so that nobody can tell whether it holds ${oneOf(anyOf)}, which outreach.review.yaml requires.${reason(why)}`;
      found.add("requiredWords", campaign, `steps[${step.number - 1}].messageMode`, problem);
    }
  }
}

function repeatedText(texts: readonly CampaignText[], found: Findings): void {
  const first = new Map<string, CampaignText>();
  for (const given of texts.filter(({ field }) => field !== "subject")) {
    const key = comparable(given.text);
    const before = first.get(key);
    if (before === undefined) first.set(key, given);
    else if (given.isNew || before.isNew) {
      const problem = `${placeOf(given)} has the same text as step ${before.step.number}: people would read it twice.`;
      found.add("repeatedText", given.campaign, given.path, problem);
    }
  }
}

function sameTextToList(texts: readonly CampaignText[], found: Findings): void {
  const byText = new Map<string, CampaignText[]>();
  for (const given of texts.filter(({ field }) => field !== "subject")) {
    const key = comparable(given.text);
    byText.set(key, [...(byText.get(key) ?? []), given]);
  }
  for (const same of byText.values()) {
    for (const [index, given] of same.entries()) {
      const other = same
        .slice(0, index)
        .find((each) => each.campaign !== given.campaign && (each.isNew || given.isNew) && shareList(each, given));
      if (other === undefined) continue;
      const problem = `${placeOf(given)} has the same text as ${called("campaign", other.campaign)}, and both use one list: its people can get it from both.`;
      found.add("sameTextToList", given.campaign, given.path, problem);
    }
  }
}

function shareList({ campaign: left }: CampaignText, { campaign: right }: CampaignText): boolean {
  if (left.stack !== right.stack) return false;
  return left.lists.some(
    (list) =>
      list.change !== "removed" &&
      right.lists.some(
        (other) =>
          other.change !== "removed" &&
          (list.id === undefined
            ? other.id === undefined && list.name !== undefined && other.name === list.name
            : other.id === list.id),
      ),
  );
}

function stepsPerWeek(campaign: ReviewedCampaign, found: Findings): void {
  if (campaign.change === "unchanged" || campaign.change === "deleted") return;
  const { mostStepsPerWeek } = found.rules;
  const steps = campaign.steps.filter(({ change }) => change !== "removed");
  // What an update can change does not move a step.
  if (
    campaign.change === "updated" &&
    steps.every(({ dayBefore, change }) => dayBefore === undefined && change !== "added")
  )
    return;
  for (const [index, { number, day }] of steps.entries()) {
    const last = steps[index + mostStepsPerWeek];
    if (day === undefined || last?.day === undefined || last.day - day >= 7) continue;
    const problem = `steps ${number} to ${last.number} reach a person within ${last.day - day + 1} days: more than ${mostStepsPerWeek} steps in a week.`;
    found.add("stepsPerWeek", campaign, `steps[${last.number - 1}].delayAfterLastStep`, problem);
    return;
  }
}
