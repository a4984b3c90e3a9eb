import { isRecord } from "../../api/json";
import { codePoints } from "../../kind/texts";
import type { RuleContext } from "../../lifecycle/kind";
import { isOpen } from "../../lifecycle/unknown";
import { contentFields, type KnownStep, knownText, readSteps } from "./rules";
import { longestNote } from "./stepSchema";
import { hasBraces, readTags } from "./templateVariables";
import type { CampaignValues } from "./values";

function contentWarnings({ path, type, step }: KnownStep): string[] {
  return contentFields(type).flatMap((field) => {
    const text = knownText(step[field]);
    if (text === undefined) return [];
    const warnings: string[] = [];
    if (readTags(text).others > 0) {
      warnings.push(
        `${path}.${field} has square brackets that are not a variable of the service: they are sent as written`,
      );
    }
    if (hasBraces(text)) {
      warnings.push(
        `${path}.${field} has a variable in braces: the service fills in square brackets, as in \`[FirstName]\``,
      );
    }
    return warnings;
  });
}

function noteWarnings({ path, step }: KnownStep, { premiumSeats }: RuleContext): string[] {
  const note = knownText(step.note);
  if (note === undefined) return [];
  const warnings: string[] = [];
  if (/\[[^[\]\n]+\]/.test(note)) {
    warnings.push(`${path}.note has square brackets: the service fills in variables in messages, not in notes`);
  }
  if (premiumSeats === undefined && codePoints(note) > longestNote) {
    const limit = `more than ${longestNote} characters, which only a seat of the premium tier may send`;
    warnings.push(`${path}.note has ${limit}; name such seats in the setting premiumSeats`);
  }
  return warnings;
}

function orderWarnings(steps: readonly KnownStep[]): string[] {
  const talked = steps.findIndex(({ type }) => type === "message" || type === "voiceMessage");
  const request = steps.findIndex(({ type }) => type === "invitationNote");
  if (talked < 0 || request < talked) return [];
  return [
    `${steps[request]?.path} asks to connect after a message (${steps[talked]?.path}), which is probably not meant`,
  ];
}

/** True if the text at this path contains, or may contain, a tag that is almost a variable. */
export function needsAsIs(inputs: CampaignValues, path: string): boolean {
  if (isOpen(inputs.steps)) return true;
  const [, index, field = ""] = /^steps\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const step: unknown = Array.isArray(inputs.steps) && index !== undefined ? inputs.steps[Number(index)] : undefined;
  if (isOpen(step)) return true;
  if (!isRecord(step)) return false;
  const text = knownText(step[field]);
  return text === undefined ? isOpen(step[field]) : readTags(text).nearMisses.size > 0;
}

/** Warnings about values of a campaign that are allowed but probably not intended. */
export function campaignWarnings(inputs: CampaignValues, context: RuleContext): string[] {
  const { steps, complete } = readSteps(inputs);
  const warnings = steps.flatMap((known) => [...contentWarnings(known), ...noteWarnings(known, context)]);
  warnings.push(...orderWarnings(steps));
  const seats = inputs.emailSeatIds;
  if (complete && Array.isArray(seats) && seats.length > 0 && !steps.some(({ type }) => type === "email")) {
    warnings.push("emailSeatIds names e-mail seats, but no step is an e-mail");
  }
  return warnings;
}
