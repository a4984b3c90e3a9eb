import { isRecord } from "../../api/json";
import { plainText } from "../../api/texts";
import { isMeantAsIs } from "../../kind/acknowledgement";
import { aWord, idNumber } from "../../kind/schema";
import { codePoints } from "../../kind/texts";
import type { RuleContext, Values } from "../../lifecycle/kind";
import type { Problem } from "../../lifecycle/problem";
import { isOpen } from "../../lifecycle/unknown";
import { modeOf } from "./stepForm";
import { connectionRequests, longestNote, longestPremiumNote, networkSteps, stepFields } from "./stepSchema";
import { readTags } from "./templateVariables";
import type { CampaignValues } from "./values";

/** A step with a known type. Rules that involve several steps skip the others. */
export interface KnownStep {
  readonly path: string;
  readonly type: string;
  readonly step: Values;
}

export interface StepsReading {
  readonly steps: readonly KnownStep[];
  /** False if there may be steps whose types are not known yet. */
  readonly complete: boolean;
}

/** Reads the steps that are known and well formed. */
export function readSteps(inputs: CampaignValues): StepsReading {
  if (isOpen(inputs.steps) || !Array.isArray(inputs.steps)) return { steps: [], complete: false };
  const steps: KnownStep[] = [];
  inputs.steps.forEach((step: unknown, index) => {
    if (isOpen(step) || !isRecord(step) || typeof step.type !== "string" || !stepFields.has(step.type)) return;
    steps.push({ path: `steps[${index}]`, type: step.type, step });
  });
  return { steps, complete: steps.length === inputs.steps.length };
}

/** The fields whose texts a step of this type sends to people. */
export function contentFields(type: string): readonly string[] {
  if (type === "email") return ["subject", "message"];
  return type === "message" ? ["message"] : [];
}

/** The value if it is a known string, otherwise undefined. */
export function knownText(value: unknown): string | undefined {
  return typeof value === "string" && !isOpen(value) ? plainText(value) : undefined;
}

/** Reports messages and e-mails that have neither all their texts nor, in the mode `ai`, none. */
function contentProblems({ path, type, step }: KnownStep): Problem[] {
  const mode = modeOf(step);
  const content = contentFields(type);
  if (mode === "same") {
    const needed = content.map((field) => `\`${field}\``).join(" and ");
    const missing = { title: "is missing", hint: `a step whose messageMode is \`same\` needs ${needed}` };
    return content
      .filter((field) => step[field] === undefined)
      .map((field) => ({ path: `${path}.${field}`, ...missing }));
  }
  if (mode !== "ai") return [];
  const problems: Problem[] = [];
  for (const field of content) {
    if (step[field] !== undefined) {
      if (isOpen(step[field])) continue;
      const title = "is a text in a step whose messageMode is `ai`";
      problems.push({ path: `${path}.${field}`, title, hint: "remove one of the two" });
    } else if (step.messageMode === undefined && field in step) {
      const hint = "give the text, or set messageMode to `ai` to let the service write it";
      problems.push({ path: `${path}.${field}`, title: "is undefined", hint });
    }
  }
  return problems;
}

/** Reports tags that are almost a variable, because the service would send them to people as written. */
function tagProblems({ path, type, step }: KnownStep, inputs: CampaignValues, context: RuleContext): Problem[] {
  return contentFields(type).flatMap((field) => {
    const text = knownText(step[field]);
    const at = `${path}.${field}`;
    if (text === undefined || isMeantAsIs(at, inputs, context)) return [];
    return [...readTags(text).nearMisses].map(([tag, meant]) => ({
      path: at,
      title: `\`[${tag}]\``,
      hint: `did you mean \`[${meant}]\`?`,
    }));
  });
}

/** The service does not return which seats are of the premium tier, so the setting `premiumSeats` names them. */
function noteProblems({ path, step }: KnownStep, inputs: CampaignValues, { premiumSeats }: RuleContext): Problem[] {
  const note = knownText(step.note);
  const seat = idNumber(inputs.linkedinSeatId);
  if (note === undefined || premiumSeats === undefined || seat === undefined) return [];
  const length = codePoints(note);
  if (length <= longestNote || length > longestPremiumNote || premiumSeats.includes(seat)) return [];
  const allowed = `at most ${longestNote} are allowed with a seat that the setting premiumSeats does not name`;
  return [{ path: `${path}.note`, title: `has ${length} characters`, allowed }];
}

/** Service specification: `POST /v1/campaign`, step ordering rules. */
function orderProblems(steps: readonly KnownStep[]): Problem[] {
  const problems: Problem[] = [];
  let request: string | undefined;
  let talked: string | undefined;
  for (const { path, type } of steps) {
    if (connectionRequests.has(type)) {
      if (request === undefined) request = path;
      else {
        const title = `is a second connection request (the first is ${request})`;
        problems.push({ path, title, allowed: "one is allowed" });
      }
      if (type === "invitation" && talked !== undefined) {
        problems.push({ path, title: `is an invitation after a message (${talked})`, allowed: "must come before" });
      }
    }
    if (type === "message" || type === "voiceMessage") talked ??= path;
  }
  return problems;
}

function linkedinSeatProblems(seat: unknown, { steps, complete }: StepsReading): Problem[] {
  const path = "linkedinSeatId";
  const network = steps.find(({ type }) => networkSteps.has(type));
  if (network && seat === undefined) {
    const hint = `${network.path} is ${aWord(network.type)} step, which needs a LinkedIn seat`;
    return [{ path, title: "is missing", hint }];
  }
  const emailOnly = complete && steps.length > 0 && network === undefined;
  if (!emailOnly || seat === undefined || isOpen(seat)) return [];
  return [{ path, title: "is not allowed if every step is an e-mail", hint: "remove it" }];
}

function emailSeatProblems(seats: unknown, { steps }: StepsReading): Problem[] {
  if (isOpen(seats)) return [];
  const path = "emailSeatIds";
  const email = steps.find(({ type }) => type === "email");
  const network = steps.find(({ type }) => networkSteps.has(type));
  const count = Array.isArray(seats) ? seats.length : undefined;
  if (email && (seats === undefined || count === 0)) {
    const title = count === 0 ? "is empty" : "is missing";
    return [{ path, title, hint: `${email.path} is an \`email\` step, which needs at least one e-mail seat` }];
  }
  if (!network || count === undefined || count < 2) return [];
  const allowed = `one is allowed, because not every step is an e-mail (${network.path})`;
  return [{ path, title: `has ${count} seats`, allowed }];
}

/** Reports ids that occur twice in a list of ids. */
function repeatedIds(property: string, value: unknown): Problem[] {
  if (!Array.isArray(value)) return [];
  const first = new Map<number, number>();
  return value.flatMap((item: unknown, index) => {
    const number = idNumber(item);
    const before = number === undefined ? undefined : first.get(number);
    if (number !== undefined && before === undefined) first.set(number, index);
    if (before === undefined) return [];
    const title = `is the same id as ${property}[${before}]`;
    return [{ path: `${property}[${index}]`, title, hint: "remove one of the two" }];
  });
}

/** The rules that involve several arguments. All of them run, even if one finds a problem. */
export function campaignProblems(inputs: CampaignValues, context: RuleContext): Problem[] {
  const reading = readSteps(inputs);
  const problems = reading.steps.flatMap((known) => [
    ...noteProblems(known, inputs, context),
    ...contentProblems(known),
    ...tagProblems(known, inputs, context),
  ]);
  problems.push(
    ...orderProblems(reading.steps),
    ...linkedinSeatProblems(inputs.linkedinSeatId, reading),
    ...emailSeatProblems(inputs.emailSeatIds, reading),
    ...repeatedIds("listIds", inputs.listIds),
    ...repeatedIds("emailSeatIds", inputs.emailSeatIds),
  );
  if (context.launch === "never" && inputs.active === true) {
    const hint = "the setting launch is `never`, which keeps every campaign inactive";
    problems.push({ path: "active", title: "must not be `true` here", hint });
  }
  return problems;
}
