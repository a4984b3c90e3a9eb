import { isOnlyAdopted } from "../findings/campaigns";
import { about, called, calledFrom, capital, enumeration, place, quote, stepWords } from "../findings/sentences";
import { isPlain } from "../input/values";
import type { Finding, ReviewedCampaign, ReviewedStep } from "../model";
import { contactVariables, variablesIn, withoutFields } from "../sample";
import { comparable, letters, type WordSearch, wordsOf } from "./comparing";
import { runsOf } from "./pace";
import { type ContentRules, levelOf, type RuleName, rulesFile } from "./rules";
import { bringsAll, type CampaignText, textsOfCampaign } from "./texts";
import { unknownVariables } from "./variables";

type ContactVariable = (typeof contactVariables)[number];

/** A text with fewer letters and digits than this says nothing. */
const fewestLetters = 15;

/**
 * What is wrong with the texts that a change brings. Texts that were there before are left alone.
 *
 * @param serviceOf the service of a campaign: there, an id names one list
 */
export function contentFindings(
  campaigns: readonly ReviewedCampaign[],
  rules: ContentRules,
  serviceOf: (campaign: ReviewedCampaign) => string,
): { readonly findings: readonly Finding[]; readonly proposals: readonly string[] } {
  const ofEach = campaigns.map((campaign) => ({ campaign, texts: textsOfCampaign(campaign) }));
  const texts = ofEach.flatMap((each) => each.texts);
  const found = new Findings(rules);
  for (const text of texts.filter(({ isNew }) => isNew)) {
    nearlyEmpty(text, found);
    missingField(text, found);
    insecureLink(text, found);
    unknownVariable(text, found);
    const has = wordsOf(text.text);
    forbidden(text, has, found);
    required(text, has, found);
  }
  for (const { campaign, texts: own } of ofEach) {
    repeatedText(own, found);
    stepsPerWeek(campaign, found);
    requiredOfHidden(campaign, found);
  }
  sameTextToList(texts, found, serviceOf);
  return { findings: found.all, proposals: proposalOf(found) };
}

/** The setting that ends findings about fields which all contacts of a team have. */
function proposalOf({ rules, lacking, all }: Findings): string[] {
  if (lacking.size === 0 || !all.some(({ code }) => code === "content:missing-field")) return [];
  const have = contactVariables.filter((name) => rules.contactsHave.includes(name) || lacking.has(name));
  const names = enumeration([...lacking].map((name) => `[${name}]`));
  return [
    `Whether every contact has a value for ${names} is not known. If all of yours do, write \`contactsHave: [${have.join(", ")}]\` into ${rulesFile}.`,
  ];
}

class Findings {
  readonly all: Finding[] = [];
  /** Fields that a contact may lack, and that a text uses. */
  readonly lacking = new Set<ContactVariable>();
  constructor(readonly rules: ContentRules) {}

  /** @param usual the level unless the rules set one */
  add(
    rule: RuleName,
    campaign: ReviewedCampaign,
    path: string,
    problem: string,
    usual: Finding["level"] = "danger",
  ): void {
    const level = levelOf(this.rules, rule, usual);
    if (level === undefined) return;
    const code = rule.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    this.all.push(
      about(campaign, level, `content:${code}`, `${capital(called("campaign", campaign))}, ${problem}`, path),
    );
  }
}

function placeOf({ step, field }: CampaignText): string {
  return `${stepWords(step)}${field === "subject" ? ", subject" : ""}`;
}

/** Fields that a contact of this team may lack. */
function uncertain(rules: ContentRules): Set<ContactVariable> {
  return new Set(contactVariables.filter((variable) => !rules.contactsHave.includes(variable)));
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
  for (const name of used) found.lacking.add(name);
  const example = around(withoutFields(given.text, new Set(used)), given.text, used[0]);
  const names = enumeration(used.map((name) => `[${name}]`));
  const problem = `${placeOf(given)} uses ${names}: the service removes it for contacts without that field, who then read ${quote(example)}.`;
  // When it starts sending, its texts are looked at again.
  found.add("missingField", given.campaign, given.path, problem, given.campaign.runs === "no" ? "notice" : "danger");
}

function unknownVariable(given: CampaignText, found: Findings): void {
  const names = unknownVariables(given);
  if (names.length === 0) return;
  const [it, no] = names.length === 1 ? ["it", "is no variable"] : ["them", "are no variables"];
  const where = given.field === "note" ? "the service fills in notes" : "the service knows";
  const problem = `${placeOf(given)} has ${enumeration(names.map(quote))}, which ${no} that ${where}: people read ${it} as written.`;
  found.add("unknownVariable", given.campaign, given.path, problem);
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

const reason = (why: string | undefined) => (why === undefined || why === "" ? "" : ` ${why}`);

function forbidden(given: CampaignText, has: WordSearch, found: Findings): void {
  for (const { anyOf, in: types, why } of found.rules.forbiddenWords) {
    const used = anyOf.filter(has);
    if (used.length === 0 || !types.some((type) => type === given.step.type)) continue;
    const problem = `${placeOf(given)} uses ${enumeration(used.map(quote))}, which outreach.review.yaml forbids.${reason(why)}`;
    found.add("forbiddenWords", given.campaign, given.path, problem);
  }
}

function required(given: CampaignText, has: WordSearch, found: Findings): void {
  if (given.field === "subject") return;
  for (const { anyOf, in: types, why } of found.rules.requiredWords) {
    if (!types.some((type) => type === given.step.type) || anyOf.some(has)) continue;
    const problem = `${placeOf(given)} lacks ${oneOf(anyOf)}, which outreach.review.yaml requires.${reason(why)}`;
    found.add("requiredWords", given.campaign, given.path, problem);
  }
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? quote(words[0] ?? "") : `one of ${enumeration(words.map(quote))}`;
}

/** Nobody can check a text that is written later, or that is hidden. */
function requiredOfHidden(campaign: ReviewedCampaign, found: Findings): void {
  const isWhole = bringsAll(campaign);
  if (campaign.change === "unchanged" || campaign.change === "deleted" || isOnlyAdopted(campaign)) return;
  for (const step of campaign.steps) {
    const isNew = isWhole ? step.change !== "removed" : step.change === "added" || step.change === "changed";
    const state = isNew ? hiddenState(step) : undefined;
    if (state === undefined) continue;
    for (const { anyOf, in: types, why } of found.rules.requiredWords) {
      if (!types.some((type) => type === step.type)) continue;
      const problem = `${stepWords(step)} ${state.why}, so that nobody can tell whether it holds ${oneOf(anyOf)}, which outreach.review.yaml requires.${reason(why)}`;
      found.add("requiredWords", campaign, place(step, state.field), problem);
    }
  }
}

function hiddenState({ mode, texts }: ReviewedStep): { readonly field: string; readonly why: string } | undefined {
  if (mode === "ai") return { field: "messageMode", why: "is written by the service's AI" };
  const hidden = texts.find(({ field, after }) => field !== "subject" && after !== undefined && !isPlain(after));
  if (hidden !== undefined) return { field: hidden.field, why: "has a text that is secret or not known yet" };
  return isPlain(mode) ? undefined : { field: "messageMode", why: "may be written by the service's AI" };
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

/** The first texts of a list: in all, and of those that this change brings. */
interface First {
  readonly of: CampaignText;
  readonly position: number;
}
type FirstOf = Partial<Record<"any" | "new", First>>;

function sameTextToList(
  unordered: readonly CampaignText[],
  found: Findings,
  serviceOf: (campaign: ReviewedCampaign) => string,
): void {
  // The engine prints resources in the order in which they happen to register, and the fingerprint covers the findings.
  const texts = unordered.toSorted((left, right) =>
    left.campaign.urn < right.campaign.urn ? -1 : Number(left.campaign.urn > right.campaign.urn),
  );
  const byText = new Map<string, Map<string, FirstOf>>();
  for (const [position, given] of texts.entries()) {
    if (given.field === "subject") continue;
    const key = comparable(given.text);
    const byList = byText.get(key) ?? new Map<string, FirstOf>();
    byText.set(key, byList);
    const lists = listsOf(given.campaign, serviceOf(given.campaign));
    // Texts of one campaign follow each other: if the first is of this campaign, so are all.
    const others = lists
      .flatMap((list) => byList.get(list)?.[given.isNew ? "any" : "new"] ?? [])
      .filter(({ of }) => of.campaign !== given.campaign)
      .sort((left, right) => left.position - right.position);
    for (const list of lists) {
      const first = byList.get(list) ?? {};
      first.any ??= { of: given, position };
      if (given.isNew) first.new ??= { of: given, position };
      byList.set(list, first);
    }
    const [other] = others;
    if (other === undefined) continue;
    const problem = `${placeOf(given)} has the same text as ${calledFrom(given.campaign, other.of.campaign)}, and both use one list: its people can get it from both.`;
    found.add("sameTextToList", given.campaign, given.path, problem);
  }
}

/** The lists that a campaign uses after the change. New ones have no id yet. */
function listsOf({ lists, stack }: ReviewedCampaign, service: string): string[] {
  return lists.flatMap(({ change, id, name, urn }) => {
    if (change === "removed" || (id === undefined && name === undefined)) return [];
    return [JSON.stringify(id === undefined ? [stack, "new", urn ?? name] : [service, "id", id])];
  });
}

function stepsPerWeek(campaign: ReviewedCampaign, found: Findings): void {
  if (campaign.change === "unchanged" || campaign.change === "deleted" || isOnlyAdopted(campaign)) return;
  const { mostStepsPerWeek } = found.rules;
  // What an update can change does not move a step.
  const stays = ({ dayBefore, change }: ReviewedStep) =>
    change === "removed" || (dayBefore === undefined && change !== "added");
  if (!bringsAll(campaign) && campaign.steps.every(stays)) return;
  for (const { steps, days } of runsOf(campaign)) {
    for (const [index, { number }] of steps.entries()) {
      const last = steps[index + mostStepsPerWeek];
      const length = (days[index + mostStepsPerWeek] ?? 0) - (days[index] ?? 0);
      if (last === undefined || length >= 7) continue;
      const problem = `steps ${number} to ${last.number} reach a person within ${length + 1} days: more than ${mostStepsPerWeek} steps in a week.`;
      found.add("stepsPerWeek", campaign, place(last, "delayAfterLastStep"), problem);
      return;
    }
  }
}
