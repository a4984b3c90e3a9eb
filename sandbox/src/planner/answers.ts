import { createHash } from "node:crypto";
import { changeContact } from "../changes/contact.js";
import { HOUR } from "../clock.js";
import type { Campaign, CampaignStep, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { fullName } from "../responses.js";
import type { Service } from "../service.js";
import { logStep } from "./enrolment.js";

/** Hours after the step within which an answer arrives. */
const LATEST_ANSWER = 48;

/**
 * The answer that a contact will give to a step, if any. Whether, when and to which message a contact answers depends
 * only on the seed and the contact, so it is the same in every store.
 */
export function answerTo(
  { behaviour }: Service,
  campaign: Campaign,
  contact: Contact,
  step: CampaignStep,
  instant: number,
): Enrolment["answer"] {
  const messages = campaign.steps.filter(isMessage);
  const lots = lotsOf(`${behaviour.seed} ${contact.profileUrl ?? contact.email ?? fullName(contact)}`);
  if (lots.share >= behaviour.answerRate) return null;
  if (messages[lots.message % messages.length]?.stepNumber !== step.stepNumber) return null;
  return { at: instant + (1 + (lots.hours % LATEST_ANSWER)) * HOUR, stepNumber: step.stepNumber, type: step.type };
}

/**
 * Inside a transaction: contacts whose answer is due get nothing more from any campaign. A contact answers once, even
 * if messages of several campaigns would have led to an answer.
 */
export function receiveAnswers(service: Service, instant: number): void {
  const { store } = service;
  const come = store.enrolments
    .by("answer", "awaited")
    .flatMap((enrolment) =>
      enrolment.answer && enrolment.answer.at <= instant ? [{ enrolment, ...enrolment.answer }] : [],
    )
    // Do not use the order in which they were awaited, which a store does not keep.
    .sort((first, second) => first.at - second.at || first.enrolment.id - second.enrolment.id);
  for (const { enrolment, stepNumber, type } of come) {
    const contact = store.contacts.get(enrolment.contactId);
    // An excluded contact stays excluded.
    if (!contact || contact.state === "excluded" || contact.state === "answered") {
      store.enrolments.put({ ...enrolment, answer: null });
      continue;
    }
    store.enrolments.put({ ...enrolment, answer: null, status: "answered", scheduled: false });
    const entry = { stepNumber, type, status: "answered", code: "reply", seatId: null, texts: null } as const;
    logStep(service, enrolment, contact, entry);
    changeContact(service, contact, { state: "answered" });
  }
}

function isMessage({ type }: CampaignStep): boolean {
  return type === "message" || type === "voiceMessage" || type === "email";
}

/** Pseudo-random numbers, the same for the same string. `share` is at least 0 and below 1. */
function lotsOf(text: string): { share: number; message: number; hours: number } {
  const digest = createHash("sha256").update(text).digest();
  return { share: digest.readUInt32BE(0) / 2 ** 32, message: digest.readUInt32BE(4), hours: digest.readUInt32BE(8) };
}
