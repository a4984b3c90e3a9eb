import { isOnlyAdopted } from "../findings/campaigns";
import { calledFrom, listedUpTo, place, quote, stepWords, tellerOf } from "../findings/sentences";
import { isPlain } from "../input/values";
import type { Finding, ReviewedCampaign, ReviewedStep } from "../model";
import { contactVariables, variablesIn, withoutFields } from "../sample";
import { comparable, letters, type WordSearch, wordsOf } from "./comparing";
import { type ContentRules, levelOf, type RuleName, rulesFile, type WordRule } from "./rules";
import { bringsAll, type CampaignText, runsOf, textsOfCampaign, unknownVariables } from "./texts";

/** A text with fewer letters and digits than this counts as empty. */
const fewestLetters = 15;

/** A problem of a campaign, or of one of its texts. */
interface Problem {
  readonly rule: RuleName;
  readonly campaign: ReviewedCampaign;
  readonly path: string;
  readonly told: string;
}

/**
 * Findings about new and changed texts. Texts that do not change are not checked.
 *
 * @param serviceOf returns a campaign's service, on which an id identifies one list
 */
export function contentFindings(
  campaigns: readonly ReviewedCampaign[],
  rules: ContentRules,
  serviceOf: (campaign: ReviewedCampaign) => string,
): { readonly findings: readonly Finding[]; readonly proposals: readonly string[] } {
  const ofEach = campaigns.map((campaign) => ({ campaign, texts: textsOfCampaign(campaign) }));
  const texts = ofEach.flatMap((each) => each.texts);
  const fresh = texts.filter(({ isNew }) => isNew);
  const problems = [
    ...fresh.flatMap((text) => problemsOf(text, rules)),
    ...ofEach.flatMap(({ campaign, texts: own }) => [
      ...repeatedText(own),
      ...stepsPerWeek(campaign, rules),
      ...requiredOfHidden(campaign, rules),
    ]),
    ...sameTextToList(texts, serviceOf),
  ];
  const findings = problems.flatMap(({ rule, campaign, path, told }) => {
    // Check all texts of a campaign again when it starts sending.
    const level = levelOf(rules, rule, rule === "missingField" && campaign.runs === "no" ? "notice" : "danger");
    if (level === undefined) return [];
    const code = rule.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return tellerOf("planned", "campaign", campaign).tell(level, `content:${code}`, `, ${told}`, path);
  });
  const isProposed = findings.some(({ code }) => code === "content:missing-field");
  return { findings, proposals: isProposed ? [contactsHaveProposal(fresh, rules)] : [] };
}

/** Suggests the setting for fields that all contacts of a team have. */
function contactsHaveProposal(texts: readonly CampaignText[], rules: ContentRules): string {
  const lacking = new Set(texts.flatMap((text) => lackedBy(text, rules)));
  const have = contactVariables.filter((name) => rules.contactsHave.includes(name) || lacking.has(name));
  return `Whether every contact has a value for ${bracketed([...lacking])} is not known. If all of yours do, write \`contactsHave: [${have.join(", ")}]\` into ${rulesFile}.`;
}

/** The checks of a single text, by rule. */
const checks: readonly (readonly [
  RuleName,
  (given: CampaignText, rules: ContentRules, has: WordSearch) => string[],
])[] = [
  ["nearlyEmpty", nearlyEmpty],
  ["missingField", missingField],
  ["insecureLink", insecureLink],
  ["unknownVariable", unknownVariable],
  ["forbiddenWords", forbiddenWordProblems],
  ["requiredWords", requiredWordProblems],
];

function problemsOf(given: CampaignText, rules: ContentRules): Problem[] {
  const has = wordsOf(given.text);
  return checks.flatMap(([rule, check]) => check(given, rules, has).map((told) => problemOf(rule, given, told)));
}

function problemOf(rule: RuleName, { campaign, step, field, path }: CampaignText, told: string): Problem {
  return { rule, campaign, path, told: `${stepWords(step)}${field === "subject" ? ", subject" : ""} ${told}` };
}

/** Fields that may be missing in this team's contacts. */
const uncertainFields = ({ contactsHave }: ContentRules) =>
  new Set(contactVariables.filter((variable) => !contactsHave.includes(variable)));

const bracketed = (names: readonly string[]) => listedUpTo(names.map((name) => `[${name}]`));

function nearlyEmpty({ field, text }: CampaignText, rules: ContentRules): string[] {
  // A subject may be short, but not empty.
  const fewest = field === "subject" ? 1 : fewestLetters;
  const left = withoutFields(text, uncertainFields(rules));
  if (letters(left) >= fewest) return [];
  return [`is nearly empty for a contact without the fields that it uses: ${quote(left.trim())}.`];
}

/** The fields that a text uses and that a contact may lack (see `uncertain`). */
function lackedBy({ field, text }: CampaignText, rules: ContentRules) {
  const missing = uncertainFields(rules);
  return field === "note" ? [] : [...variablesIn(text)].filter((name) => missing.has(name));
}

function missingField(given: CampaignText, rules: ContentRules): string[] {
  const used = lackedBy(given, rules);
  if (used.length === 0) return [];
  const example = quote(excerptAround(withoutFields(given.text, new Set(used)), given.text, used[0]));
  return [`uses ${bracketed(used)}: the service removes it for contacts without that field, who then read ${example}.`];
}

function unknownVariable(given: CampaignText): string[] {
  const names = unknownVariables(given);
  if (names.length === 0) return [];
  const [it, no] = names.length === 1 ? ["it", "is no variable"] : ["them", "are no variables"];
  const where = given.field === "note" ? "the service fills in notes" : "the service knows";
  return [`has ${listedUpTo(names.map(quote))}, which ${no} that ${where}: people read ${it} as written.`];
}

/** An excerpt of a text around the first missing variable. */
function excerptAround(left: string, text: string, variable: string | undefined): string {
  const at = text.indexOf(`[${variable}]`);
  const from = Math.max(0, at - 30);
  return `${from > 0 ? "…" : ""}${left.slice(from, at + 30)}${left.length > at + 30 ? "…" : ""}`;
}

function insecureLink({ text }: CampaignText): string[] {
  const link = /\bhttp:\/\/\S+|(?<![/\w.])www\.[\w-]+\.\S+/i.exec(text)?.[0];
  return link === undefined ? [] : [`has a link without https: ${quote(link)}.`];
}

/** The message of a team's word rule. */
const wordRuleMessage = (what: "forbids" | "requires", { why }: WordRule) =>
  `, which outreach.review.yaml ${what}.${why === undefined || why === "" ? "" : ` ${why}`}`;

/** The rules that apply to a step. */
const rulesFor = ({ type }: ReviewedStep, rules: readonly WordRule[]) =>
  rules.filter(({ in: types }) => types.some((each) => each === type));

function forbiddenWordProblems({ step }: CampaignText, { forbiddenWords }: ContentRules, has: WordSearch): string[] {
  return rulesFor(step, forbiddenWords).flatMap((rule) => {
    const used = rule.anyOf.filter(has);
    return used.length === 0 ? [] : [`uses ${listedUpTo(used.map(quote))}${wordRuleMessage("forbids", rule)}`];
  });
}

function requiredWordProblems(
  { step, field }: CampaignText,
  { requiredWords }: ContentRules,
  has: WordSearch,
): string[] {
  if (field === "subject") return [];
  const missing = rulesFor(step, requiredWords).filter(({ anyOf }) => !anyOf.some(has));
  return missing.map((rule) => `lacks ${oneOf(rule)}${wordRuleMessage("requires", rule)}`);
}

const oneOf = ({ anyOf }: WordRule) => `${anyOf.length === 1 ? "" : "one of "}${listedUpTo(anyOf.map(quote))}`;

/** True for a campaign that changes and whose steps are declared in the program. */
const changesDeclaredSteps = (campaign: ReviewedCampaign) =>
  campaign.change !== "unchanged" && campaign.change !== "deleted" && !isOnlyAdopted(campaign);

/** Reports required words that cannot be checked because a text is hidden or written later. */
function requiredOfHidden(campaign: ReviewedCampaign, { requiredWords }: ContentRules): Problem[] {
  const isWhole = bringsAll(campaign);
  const isNew = ({ change }: ReviewedStep) =>
    isWhole ? change !== "removed" : change === "added" || change === "changed";
  const steps = changesDeclaredSteps(campaign) ? campaign.steps.filter(isNew) : [];
  return steps.flatMap((step) => {
    const state = hiddenState(step);
    if (state === undefined) return [];
    return rulesFor(step, requiredWords).map((rule) => ({
      ...{ rule: "requiredWords", campaign, path: place(step, state.field) },
      told: `${stepWords(step)} ${state.why}, so that nobody can tell whether it holds ${oneOf(rule)}${wordRuleMessage("requires", rule)}`,
    }));
  });
}

function hiddenState({ mode, texts }: ReviewedStep): { readonly field: string; readonly why: string } | undefined {
  if (mode === "ai") return { field: "messageMode", why: "is written by the service's AI" };
  const hidden = texts.find(({ field, after }) => field !== "subject" && after !== undefined && !isPlain(after));
  if (hidden !== undefined) return { field: hidden.field, why: "has a text that is secret or not known yet" };
  return isPlain(mode) ? undefined : { field: "messageMode", why: "may be written by the service's AI" };
}

function repeatedText(texts: readonly CampaignText[]): Problem[] {
  const firsts = new Map<string, CampaignText>();
  return texts.flatMap((given) => {
    if (given.field === "subject") return [];
    const key = comparable(given.text);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, given);
    if (first === undefined || !(given.isNew || first.isNew)) return [];
    const told = `has the same text as step ${first.step.number}: people would read it twice.`;
    return problemOf("repeatedText", given, told);
  });
}

/** The first campaign that sends a text to a list, and the first one for which the text is new. */
type FirstOf = Partial<Record<"any" | "new", { readonly campaign: ReviewedCampaign; readonly position: number }>>;

function sameTextToList(
  unordered: readonly CampaignText[],
  serviceOf: (campaign: ReviewedCampaign) => string,
): Problem[] {
  // Sort, because resources register in a random order and the fingerprint covers the findings.
  const texts = unordered
    .filter(({ field }) => field !== "subject")
    .sort((left, right) =>
      left.campaign.urn < right.campaign.urn ? -1 : Number(left.campaign.urn > right.campaign.urn),
    );
  const firsts = new Map<string, FirstOf>();
  return texts.flatMap((given, position) => {
    const { campaign, isNew } = given;
    const text = comparable(given.text);
    const keys = listsOf(campaign, serviceOf(campaign)).map((list) => JSON.stringify([list, text]));
    // A campaign's texts are consecutive: if the first one belongs to this campaign, all do.
    const [other] = keys
      .flatMap((key) => firsts.get(key)?.[isNew ? "any" : "new"] ?? [])
      .filter((first) => first.campaign !== campaign)
      .sort((left, right) => left.position - right.position);
    for (const key of keys) {
      const { any, new: first } = firsts.get(key) ?? {};
      const own = { campaign, position };
      firsts.set(key, { any: any ?? own, new: first ?? (isNew ? own : undefined) });
    }
    if (other === undefined) return [];
    const its = calledFrom(campaign, other.campaign);
    const told = `has the same text as ${its}, and both use one list: its people can get it from both.`;
    return problemOf("sameTextToList", given, told);
  });
}

/** The lists that a campaign uses after the change. New lists have no id yet. */
function listsOf({ lists, stack }: ReviewedCampaign, service: string): string[] {
  return lists.flatMap(({ change, id, name, urn }) => {
    if (change === "removed" || (id === undefined && name === undefined)) return [];
    return [JSON.stringify(id === undefined ? [stack, "new", urn ?? name] : [service, "id", id])];
  });
}

function stepsPerWeek(campaign: ReviewedCampaign, { mostStepsPerWeek: most }: ContentRules): Problem[] {
  // Only added steps and steps with a new day can bring more steps into a week.
  const stays = ({ dayBefore, change }: ReviewedStep) =>
    change === "removed" || (dayBefore === undefined && change !== "added");
  if (!changesDeclaredSteps(campaign) || (!bringsAll(campaign) && campaign.steps.every(stays))) return [];
  const found = runsOf(campaign).flatMap(({ steps, days }) =>
    steps.flatMap(({ number }, index) => {
      const last = steps[index + most];
      const length = (days[index + most] ?? 0) - (days[index] ?? 0);
      if (last === undefined || length >= 7) return [];
      const told = `steps ${number} to ${last.number} reach a person within ${length + 1} days: more than ${most} steps in a week.`;
      return { rule: "stepsPerWeek", campaign, path: place(last, "delayAfterLastStep"), told } as const;
    }),
  );
  return found.slice(0, 1);
}
