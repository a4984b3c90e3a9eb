import type { Problem, RuleContext, Values } from "../lifecycle/definition";
import { isOpen, isRecord } from "../lifecycle/validate";
import { idNumber } from "./fields";
import { modeOf } from "./stepForm";
import { connectionRequests, longestNote, longestPremiumNote, networkSteps, stepFields } from "./stepSchema";
import { readTags } from "./templateVariables";
import { codePoints, plainText } from "./texts";

/** A step whose type is known; the others say nothing about the campaign. */
export interface KnownStep {
  readonly path: string;
  readonly type: string;
  readonly step: Values;
}

export interface StepsReading {
  readonly steps: readonly KnownStep[];
  /** False where there may be steps of types that nobody knows yet. */
  readonly complete: boolean;
}

/** The steps as far as they are known and well formed. */
export function readSteps(inputs: Values): StepsReading {
  if (isOpen(inputs.steps) || !Array.isArray(inputs.steps)) return { steps: [], complete: false };
  const steps: KnownStep[] = [];
  inputs.steps.forEach((step: unknown, index) => {
    if (isOpen(step) || !isRecord(step) || typeof step.type !== "string" || !stepFields.has(step.type)) return;
    steps.push({ path: `steps[${index}]`, type: step.type, step });
  });
  return { steps, complete: steps.length === inputs.steps.length };
}

/** The text to look into, undefined where it is unknown or none. */
function knownText(value: unknown): string | undefined {
  return typeof value === "string" && !isOpen(value) ? plainText(value) : undefined;
}

/** Messages and e-mails: one's own text in full, or none at all. */
function contentProblems({ path, type, step }: KnownStep): Problem[] {
  if (isOpen(step.messageMode)) return [];
  const content = type === "email" ? ["subject", "message"] : ["message"];
  if (modeOf(step) === "ai") {
    const problems: Problem[] = [];
    for (const field of content) {
      if (step[field] !== undefined) {
        const text = "is a text in a step whose messageMode is `ai`: take one of the two out";
        problems.push({ path: `${path}.${field}`, text });
      } else if (step.messageMode === undefined && field in step) {
        const text = "is undefined: give the text, or set messageMode to `ai` to let the service write it";
        problems.push({ path: `${path}.${field}`, text });
      }
    }
    return problems;
  }
  if (modeOf(step) !== "same") return [];
  return content
    .filter((field) => step[field] === undefined)
    .map((field) => ({
      path: `${path}.${field}`,
      text: `is missing: a step whose messageMode is \`same\` needs ${content.map((name) => `\`${name}\``).join(" and ")}`,
    }));
}

/** A tag with a slip would be sent to people as it stands. */
function tagProblems({ path, type, step }: KnownStep, { acknowledged }: RuleContext): Problem[] {
  const fields = type === "email" ? ["subject", "message"] : type === "message" ? ["message"] : [];
  return fields.flatMap((field) => {
    const text = knownText(step[field]);
    if (text === undefined || acknowledged.has(`as-is:${path}.${field}`)) return [];
    return [...readTags(text).nearMisses].map(([tag, meant]) => ({
      path: `${path}.${field}`,
      text: `\`[${tag}]\`: did you mean \`[${meant}]\`?`,
    }));
  });
}

/** The seats of the premium tier are not served, so the program says which they are. */
function noteProblems({ path, step }: KnownStep, inputs: Values, { premiumSeats }: RuleContext): Problem[] {
  const note = knownText(step.note);
  const seat = idNumber(inputs.linkedinSeatId);
  if (note === undefined || premiumSeats === undefined || seat === undefined) return [];
  const length = codePoints(note);
  if (length <= longestNote || length > longestPremiumNote || premiumSeats.includes(seat)) return [];
  const text = `has ${length} characters; at most ${longestNote} are allowed with a seat that is not in the setting premiumSeats`;
  return [{ path: `${path}.note`, text }];
}

/** Specification: `POST /v1/campaign`, step ordering rules. */
function orderProblems(steps: readonly KnownStep[]): Problem[] {
  const problems: Problem[] = [];
  let request: string | undefined;
  let talked: string | undefined;
  for (const { path, type } of steps) {
    if (connectionRequests.has(type)) {
      if (request === undefined) request = path;
      else problems.push({ path, text: `is a second connection request: ${request} is one, and one is allowed` });
      if (type === "invitation" && talked !== undefined) {
        problems.push({ path, text: `is an invitation after a message (${talked}): put it before` });
      }
    }
    if (type === "message" || type === "voiceMessage") talked ??= path;
  }
  return problems;
}

function seatProblems(inputs: Values, { steps, complete }: StepsReading): Problem[] {
  const problems: Problem[] = [];
  const network = steps.find(({ type }) => networkSteps.has(type));
  const email = steps.find(({ type }) => type === "email");
  if (network && inputs.linkedinSeatId === undefined) {
    const text = `is missing: ${network.path} is a \`${network.type}\` step, which needs a LinkedIn seat`;
    problems.push({ path: "linkedinSeatId", text });
  }
  const emailOnly = complete && email !== undefined && network === undefined;
  if (emailOnly && inputs.linkedinSeatId !== undefined && !isOpen(inputs.linkedinSeatId)) {
    problems.push({ path: "linkedinSeatId", text: "is not allowed where every step is an e-mail: take it out" });
  }
  const seats = inputs.emailSeatIds;
  if (isOpen(seats)) return problems;
  if (email && (seats === undefined || (Array.isArray(seats) && seats.length === 0))) {
    const text = `is missing: ${email.path} is an \`email\` step, which needs at least one e-mail seat`;
    problems.push({ path: "emailSeatIds", text });
  }
  if (network && Array.isArray(seats) && seats.length > 1) {
    const text = `holds ${seats.length} seats; only one is allowed, because ${network.path} is no e-mail`;
    problems.push({ path: "emailSeatIds", text });
  }
  return problems;
}

/** Ids that stand twice in a list of ids. */
function repeatedIds(property: string, value: unknown): Problem[] {
  if (!Array.isArray(value)) return [];
  const first = new Map<number, number>();
  return value.flatMap((item: unknown, index) => {
    const number = idNumber(item);
    if (number === undefined) return [];
    const before = first.get(number);
    if (before === undefined) first.set(number, index);
    return before === undefined
      ? []
      : [{ path: `${property}[${index}]`, text: `is the same id as ${property}[${before}]` }];
  });
}

/** The rules that join several arguments, each of which runs whatever the others find. */
export function campaignProblems(inputs: Values, context: RuleContext): Problem[] {
  const reading = readSteps(inputs);
  const problems = reading.steps.flatMap((known) => {
    if (known.type === "invitationNote") return noteProblems(known, inputs, context);
    if (known.type !== "message" && known.type !== "email") return [];
    return [...contentProblems(known), ...tagProblems(known, context)];
  });
  problems.push(...orderProblems(reading.steps), ...seatProblems(inputs, reading));
  problems.push(...repeatedIds("listIds", inputs.listIds), ...repeatedIds("emailSeatIds", inputs.emailSeatIds));
  if (context.launch === "never" && inputs.active === true) {
    const text = "must not be `true` here: the setting launch is `never`, which keeps every campaign inactive";
    problems.push({ path: "active", text });
  }
  return problems;
}
