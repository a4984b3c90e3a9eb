import { httpUrl } from "../addresses.js";
import { type CampaignStep, messageModes, type StepType, stepTypes } from "../objects/campaign.js";
import { isRecord } from "../record.js";
import { mustBeOneOf } from "../words.js";
import { lengthOf } from "./body.js";

const MESSAGE_LENGTH = 1900;
const NOTE_LENGTH = 180;
const PREMIUM_NOTE_LENGTH = 280;
const DEFAULT_DELAY = 2;

/** The settings that determine the length of a note. */
export interface NoteRules {
  premiumSeat: boolean;
  /** The text whose length counts: variables in a note may be replaced with values. */
  counted(note: string): string;
}

export interface CheckedSteps {
  steps: CampaignStep[];
  problems: string[];
}

/** Checks each step and their order. Fields that the step's type does not have are dropped. */
export function checkSteps(value: unknown, notes: NoteRules): CheckedSteps {
  if (!Array.isArray(value)) return { steps: [], problems: ["steps must be an array"] };
  if (value.length === 0) return { steps: [], problems: ["steps should not be empty"] };
  const problems: string[] = [];
  const steps: CampaignStep[] = [];
  for (const [index, raw] of value.entries()) {
    const step = checkStep(raw, index, notes, problems);
    if (step) steps.push(step);
  }
  if (steps.length === value.length) problems.push(...orderProblems(steps));
  return { steps, problems };
}

function checkStep(raw: unknown, index: number, notes: NoteRules, problems: string[]): CampaignStep | undefined {
  const path = `steps.${index}`;
  if (!isRecord(raw)) {
    problems.push(`${path} must be an object`);
    return undefined;
  }
  const type = stepTypes.find((known) => known === raw.type);
  if (type === undefined) {
    problems.push(mustBeOneOf(`${path}.type`, stepTypes));
    return undefined;
  }
  const step: CampaignStep = { type, stepNumber: index + 1, delayAfterLastStep: checkDelay(raw, path, problems) };
  switch (type) {
    case "message":
    case "email":
      Object.assign(step, checkMessage(type, raw, path, problems));
      break;
    case "invitationNote":
      step.note = checkNote(raw.note, path, notes, problems);
      break;
    case "voiceMessage":
      step.url = checkUrl(raw.url, path, problems);
      break;
    case "likePosts":
      step.numberOfPosts = checkNumberOfPosts(raw.numberOfPosts, path, problems);
      break;
    case "invitation":
    case "visitProfile":
      break;
  }
  return step;
}

function checkDelay(raw: Record<string, unknown>, path: string, problems: string[]): number {
  const delay = raw.delayAfterLastStep ?? DEFAULT_DELAY;
  if (typeof delay !== "number" || !Number.isSafeInteger(delay)) {
    problems.push(`${path}.delayAfterLastStep must be an integer number`);
    return DEFAULT_DELAY;
  }
  if (delay < 1) problems.push(`${path}.delayAfterLastStep must be at least 1 day`);
  return delay;
}

type MessageFields = Pick<CampaignStep, "messageMode" | "message" | "subject">;

function checkMessage(
  type: "message" | "email",
  raw: Record<string, unknown>,
  path: string,
  problems: string[],
): MessageFields {
  const texts: MessageFields = {};
  for (const name of ["message", "subject"] as const) {
    const text = raw[name];
    if (text === undefined || text === null || (name === "subject" && type === "message")) continue;
    if (typeof text === "string") texts[name] = text;
    else problems.push(`${path}.${name} must be a string`);
  }
  const hasContent = Boolean(texts.message) || Boolean(texts.subject);
  const sent = raw.messageMode ?? (hasContent ? "same" : "ai");
  const messageMode = messageModes.find((known) => known === sent);
  if (messageMode === undefined) {
    problems.push(mustBeOneOf(`${path}.messageMode`, messageModes));
    return texts;
  }
  // The service writes the content for each contact, so content in the request is dropped.
  if (messageMode === "ai") return { messageMode };
  if (!texts.message?.trim()) problems.push(`${path}.message is required when messageMode is same`);
  if (type === "email" && !texts.subject?.trim()) {
    problems.push(`${path}.subject is required when messageMode is same`);
  }
  if (type === "message" && lengthOf(texts.message ?? "") > MESSAGE_LENGTH) {
    problems.push(`${path}.message must be at most ${MESSAGE_LENGTH} characters`);
  }
  return { messageMode, ...texts };
}

/** The maximum number of characters in a note. */
export function noteLimit(premiumSeat: boolean): number {
  return premiumSeat ? PREMIUM_NOTE_LENGTH : NOTE_LENGTH;
}

function checkNote(note: unknown, path: string, { premiumSeat, counted }: NoteRules, problems: string[]): string {
  if (typeof note !== "string" || note.trim() === "") {
    problems.push(`${path}.note is required`);
    return "";
  }
  const limit = noteLimit(premiumSeat);
  if (lengthOf(counted(note)) > limit) {
    problems.push(
      premiumSeat
        ? `${path}.note must be at most ${limit} characters`
        : `${path}.note must be at most ${limit} characters (${PREMIUM_NOTE_LENGTH} with a premium seat)`,
    );
  }
  return note;
}

function checkUrl(url: unknown, path: string, problems: string[]): string {
  if (typeof url !== "string" || !httpUrl(url)) {
    problems.push(`${path}.url must be a URL address`);
    return "";
  }
  return url;
}

function checkNumberOfPosts(value: unknown, path: string, problems: string[]): number {
  const count = value ?? 1;
  if (typeof count !== "number" || !Number.isInteger(count) || count < 1 || count > 3) {
    problems.push(`${path}.numberOfPosts must be an integer number from 1 to 3`);
    return 1;
  }
  return count;
}

function orderProblems(steps: CampaignStep[]): string[] {
  const problems: string[] = [];
  if (steps.filter(isConnectionRequest).length > 1) {
    problems.push("steps must contain at most one Connection Request step (invitation or invitationNote)");
  }
  const firstMessage = steps.findIndex((step) => step.type === "message" || step.type === "voiceMessage");
  // The specification has this rule for `invitation`, but not for `invitationNote`.
  if (firstMessage !== -1 && steps.slice(firstMessage).some((step) => step.type === "invitation")) {
    problems.push("an invitation step cannot come after a message or voiceMessage step");
  }
  return problems;
}

export function isConnectionRequest(step: CampaignStep): boolean {
  return step.type === "invitation" || step.type === "invitationNote";
}

export function isNetworkStep(step: { type: StepType }): boolean {
  return step.type !== "email";
}

/** Applies a change of steps: contents and modes can change, the number and order of steps cannot. */
export function patchSteps(
  existing: CampaignStep[],
  value: unknown,
  notes: NoteRules,
  subjectIsPatched: boolean,
): CheckedSteps {
  const checked = checkSteps(mergedForCheck(existing, value), notes);
  if (checked.problems.length > 0) return checked;
  const sameOrder =
    checked.steps.length === existing.length &&
    checked.steps.every((step, index) => step.type === existing[index]?.type);
  if (!sameOrder) {
    return { steps: existing, problems: ["steps must keep their number and the order of their types"] };
  }
  const steps = existing.map((step, index) => {
    const wanted = checked.steps[index];
    if (!wanted || (step.type !== "message" && step.type !== "email")) return step;
    const { message: _message, subject, messageMode: _mode, ...rest } = step;
    const patched: CampaignStep = { ...rest, messageMode: wanted.messageMode };
    if (wanted.message !== undefined) patched.message = wanted.message;
    const kept = subjectIsPatched ? wanted.subject : subject;
    if (kept !== undefined && patched.messageMode === "same") patched.subject = kept;
    return patched;
  });
  return { steps, problems: [] };
}

/** A change need not repeat the fields that it cannot change: they are taken from the existing step. */
function mergedForCheck(existing: CampaignStep[], value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((raw: unknown, index) => {
    const step = existing[index];
    if (!isRecord(raw) || !step || step.type !== raw.type) return raw;
    const { delayAfterLastStep, note, url, numberOfPosts } = step;
    return { ...raw, delayAfterLastStep, note, url, numberOfPosts, subject: raw.subject ?? step.subject };
  });
}
