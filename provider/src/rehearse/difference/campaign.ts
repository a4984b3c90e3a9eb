import { grouped } from "../../text/groups";
import { counted, inCurlyQuotes, listed } from "../../text/words";
import type { Rehearsal, RehearsedCampaign } from "../model";
import type { CampaignDetail, Rehearsed } from "../people";
import { seatsWords } from "../words";
import type { Effect } from "./model";
import { type PlayedStep, pairedSteps, type StepPair } from "./steps";
import { dateWords, daysWords, moreOrFewer, peopleDo, peopleWords } from "./words";

/** A campaign in one of the two rehearsals. */
export interface CampaignSide {
  readonly rehearsal: Rehearsal;
  readonly campaign: RehearsedCampaign;
  readonly detail: CampaignDetail;
}

/** The campaigns of a rehearsal. */
export function campaignSidesOf({ rehearsal, details }: Rehearsed): CampaignSide[] {
  return rehearsal.campaigns.flatMap((campaign) => {
    const detail = details.find((each) => each.campaign === campaign.key);
    return detail === undefined ? [] : [{ rehearsal, campaign, detail }];
  });
}

/** The differences of one campaign. */
export function campaignEffects(before: CampaignSide, after: CampaignSide): Effect[] {
  const [old, now] = [before.campaign, after.campaign];
  const name = inCurlyQuotes(now.name);
  const about = (code: Effect["code"], text: string, more: Partial<Effect> = {}): Effect => ({
    ...{ code, text, campaign: now.key },
    ...more,
  });
  return [
    ...(old.key === now.key
      ? []
      : [about("campaign-renamed", `${name} is the resource ${now.key} in the program, not ${old.key}.`)]),
    ...(old.name === now.name
      ? []
      : [about("campaign-renamed", `${name} is the new name of ${inCurlyQuotes(old.name)} in the service.`)]),
    ...(old.declaredActive === now.declaredActive
      ? []
      : [
          about(
            "declared-active",
            `${name} is ${now.declaredActive ? "declared active: the update starts it" : "no longer declared active; the rehearsal switches it on"}.`,
          ),
        ]),
    ...listEffects(old, now, about),
    ...(seatsWords(old) === seatsWords(now)
      ? []
      : [about("seats", `${name} uses ${seatsOrNone(now)} instead of ${seatsOrNone(old)}.`)]),
    ...endEffects(before, after, about),
    ...(old.people.all === now.people.all
      ? []
      : [
          about("people", `${name} has ${peopleWords(now.people.all)} in its lists instead of ${old.people.all}.`, {
            before: old.people.all,
            after: now.people.all,
          }),
        ]),
    ...leftOutEffects(old, now, about),
    ...(old.people.answered === now.people.answered
      ? []
      : [
          about("answers", `${peopleDo(now.people.answered, "answer")} ${name} instead of ${old.people.answered}.`, {
            before: old.people.answered,
            after: now.people.answered,
          }),
        ]),
    ...pairedSteps(stepsOf(before), stepsOf(after)).flatMap((pair) => stepEffects(pair, before, after, about)),
  ];
}

type About = (code: Effect["code"], text: string, more?: Partial<Effect>) => Effect;

const seatsOrNone = (campaign: RehearsedCampaign) => seatsWords(campaign) || "no seat";

function stepsOf({ campaign, detail }: CampaignSide): PlayedStep[] {
  return campaign.steps.flatMap((played) => {
    const declared = detail.steps.get(played.number);
    return declared === undefined ? [] : [{ played, declared }];
  });
}

function listEffects(old: RehearsedCampaign, now: RehearsedCampaign, about: About): Effect[] {
  const added = now.lists.filter((list) => !old.lists.includes(list)).map(inCurlyQuotes);
  const removed = old.lists.filter((list) => !now.lists.includes(list)).map(inCurlyQuotes);
  if (added.length + removed.length === 0) return [];
  const name = inCurlyQuotes(now.name);
  if (removed.length === 0) return [about("lists", `${name} also uses ${listed(added)}.`)];
  if (added.length === 0) return [about("lists", `${name} no longer uses ${listed(removed)}.`)];
  return [about("lists", `${name} uses ${listed(added)} instead of ${listed(removed)}.`)];
}

function endEffects(before: CampaignSide, after: CampaignSide, about: About): Effect[] {
  const [old, now] = [before.campaign.finishedOn, after.campaign.finishedOn];
  if (old === now) return [];
  const name = inCurlyQuotes(after.campaign.name);
  const { days } = after.rehearsal;
  const date = (day: number) => dateWords(after.rehearsal, day);
  const text =
    old === undefined
      ? `${name} ends on ${date(now ?? 0)}; it did not end within ${daysWords(days)}.`
      : now === undefined
        ? `${name} does not end within ${daysWords(days)}; it ended on ${date(old)}.`
        : `${name} ends on ${date(now)} instead of ${date(old)}.`;
  const known = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  return [about("ends", text, known)];
}

function leftOutEffects(old: RehearsedCampaign, now: RehearsedCampaign, about: About): Effect[] {
  const key = ({ status, reason }: RehearsedCampaign["leftOut"][number]) => `${status}: ${reason}`;
  const counts = (all: RehearsedCampaign["leftOut"]) => new Map(all.map((each) => [key(each), each.contacts]));
  const [olds, nows] = [counts(old.leftOut), counts(now.leftOut)];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((reason) => {
    const [was, is] = [olds.get(reason) ?? 0, nows.get(reason) ?? 0];
    if (was === is) return [];
    const text = `${peopleDo(is, "leave")} ${inCurlyQuotes(now.name)} without all steps instead of ${was} (${reason}).`;
    return [about("left-out", text, { before: was, after: is })];
  });
}

function stepEffects(pair: StepPair, before: CampaignSide, after: CampaignSide, about: About): Effect[] {
  const name = inCurlyQuotes(after.campaign.name);
  const { before: old, after: now } = pair;
  if (now === undefined) {
    if (old === undefined) return [];
    const { number, label, sent } = old.played;
    const text = `Step ${number} (${label}) of ${name} is removed: ${peopleWords(sent)} got it.`;
    return [about("step-removed", text, { step: number, people: sent })];
  }
  const { number, label, sent, firstDay } = now.played;
  const step = { step: number };
  if (old === undefined) {
    const from = firstDay === undefined ? "" : `, from ${dateWords(after.rehearsal, firstDay)} on`;
    const text = `Step ${number} (${label}) of ${name} is new: ${peopleDo(sent, "get")} it${from}.`;
    return [about("step-added", text, { ...step, people: sent })];
  }
  const called = `step ${number} (${label}) of ${name}`;
  const fields = changedFields(old, now);
  const delays = [old.declared.delay, now.declared.delay];
  return [
    ...(fields.length === 0
      ? []
      : [about("step-content", `Step ${number} (${label}) of ${name} has another ${listed(fields)}.`, step)]),
    ...(delays[0] === delays[1]
      ? []
      : [
          about("step-delay", `The delay before ${called} is ${daysWords(delays[1] ?? 0)} instead of ${delays[0]}.`, {
            ...{ ...step, before: delays[0], after: delays[1] },
          }),
        ]),
    ...gapEffects(old, now, called, about),
    ...movedEffects(before.detail, after.detail, [old.played.number, number], called, about),
  ];
}

const fieldWords = new Map([
  ["message", "text"],
  ["messageMode", "mode"],
]);

function changedFields({ declared: old }: PlayedStep, { declared: now }: PlayedStep): string[] {
  const names = [...new Set([...old.fields.keys(), ...now.fields.keys()])];
  return names
    .filter((name) => JSON.stringify(old.fields.get(name)) !== JSON.stringify(now.fields.get(name)))
    .map((name) => fieldWords.get(name) ?? name);
}

function gapEffects({ played: old }: PlayedStep, { played: now }: PlayedStep, called: string, about: About): Effect[] {
  const counts = ({ emptyVariables }: PlayedStep["played"]) =>
    new Map(emptyVariables.map(({ field, variable, contacts }) => [`[${variable}] in its ${field}`, contacts]));
  const [olds, nows] = [counts(old), counts(now)];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((gap) => {
    const [was, is] = [olds.get(gap) ?? 0, nows.get(gap) ?? 0];
    if (was === is) return [];
    const text = `${peopleDo(is, "get")} ${called} without a value for ${gap}, instead of ${was}.`;
    return [about("step-gaps", text, { step: now.number, before: was, after: is })];
  });
}

/** The differences in who receives a step: on another day, no longer, or new. */
function movedEffects(
  before: CampaignDetail,
  after: CampaignDetail,
  [oldNumber, number]: readonly [number, number],
  called: string,
  about: About,
): Effect[] {
  const daysIn = ({ days }: CampaignDetail, step: number) =>
    new Map([...days].flatMap(([person, own]) => (own.has(step) ? [[person, own.get(step) ?? 0] as const] : [])));
  const [olds, nows] = [daysIn(before, oldNumber), daysIn(after, number)];
  const moves = [...nows].flatMap(([person, day]) => {
    const was = olds.get(person);
    return was === undefined || was === day ? [] : [day - was];
  });
  const [lost, won] = [countMissing(olds, nows), countMissing(nows, olds)];
  const step = { step: number };
  return [
    ...[...grouped(moves, (by) => by > 0)].map(([isLater, own]) => {
      const text = `${peopleDo(own.length, "get")} ${called} ${spanWords(own)} ${isLater ? "later" : "earlier"}.`;
      return about("step-days", text, { ...step, people: own.length });
    }),
    ...(lost === 0
      ? []
      : [
          about("step-reach", `${peopleWords(lost)} no longer ${lost === 1 ? "gets" : "get"} ${called}.`, {
            ...step,
            people: lost,
          }),
        ]),
    ...(won === 0
      ? []
      : [about("step-reach", `${peopleDo(won, "get")} ${called} and did not before.`, { ...step, people: won })]),
  ];
}

function countMissing(all: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): number {
  return [...all.keys()].filter((person) => !others.has(person)).length;
}

function spanWords(moves: readonly number[]): string {
  const [least, most] = [Math.min(...moves.map(Math.abs)), Math.max(...moves.map(Math.abs))];
  return least === most ? daysWords(most) : `${least} to ${daysWords(most)}`;
}

/** For example `4 more days`. */
export const changeWords = (by: number) => counted(Math.abs(by), `${moreOrFewer(by)} day`);
