import type { RuleContext, Values } from "../lifecycle/definition";
import { isOpen } from "../lifecycle/validate";
import { type KnownStep, readSteps } from "./campaignRules";
import { longestNote } from "./stepSchema";
import { readTags } from "./templateVariables";
import { codePoints, plainText } from "./texts";

function stepWarnings({ path, type, step }: KnownStep, { premiumSeats }: RuleContext): string[] {
  const warnings: string[] = [];
  const texts = type === "email" ? ["subject", "message"] : type === "message" ? ["message"] : [];
  for (const field of texts) {
    const value = step[field];
    if (typeof value === "string" && !isOpen(value) && readTags(value).others > 0) {
      warnings.push(
        `${path}.${field} has square brackets that are no variable of the service: they are sent as written`,
      );
    }
  }
  if (type === "invitationNote" && typeof step.note === "string" && !isOpen(step.note)) {
    if (/\[[^[\]\n]+\]/.test(step.note)) {
      warnings.push(`${path}.note has square brackets: the service fills in variables in messages, not in notes`);
    }
    if (premiumSeats === undefined && codePoints(plainText(step.note)) > longestNote) {
      const allowed = `more than ${longestNote} characters, which only a seat of the premium tier may send`;
      warnings.push(`${path}.note has ${allowed}; name such seats in the setting premiumSeats`);
    }
  }
  return warnings;
}

/** What is allowed in a campaign and yet probably not meant. */
export function campaignWarnings(inputs: Values, context: RuleContext): string[] {
  const { steps, complete } = readSteps(inputs);
  const warnings = steps.flatMap((known) => stepWarnings(known, context));
  let talked: string | undefined;
  for (const { path, type } of steps) {
    if (type === "invitationNote" && talked !== undefined) {
      warnings.push(`${path} is a connection request after a message (${talked}): it rarely makes sense there`);
    }
    if (type === "message" || type === "voiceMessage") talked ??= path;
  }
  const seats = inputs.emailSeatIds;
  if (complete && Array.isArray(seats) && seats.length > 0 && !steps.some(({ type }) => type === "email")) {
    warnings.push("emailSeatIds names e-mail seats, but no step is an e-mail");
  }
  return warnings;
}
