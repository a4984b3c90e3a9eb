import type { Organization, User } from "../objects/account.js";
import type { Campaign, CampaignStep, SentTexts } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { fullName } from "../responses.js";
import { organizationOf, type Service } from "../service.js";

const variables = [
  "FirstName",
  "LastName",
  "Company",
  "JobTitle",
  "SenderFirstName",
  "SenderName",
  "SenderFullName",
  "SenderCompany",
] as const;
type Variable = (typeof variables)[number];

/** A variable as written in a text, or any other word in brackets. */
const tags = /\[([A-Za-z]+)\]/g;

/** The user whose values the variables use. */
export interface Sender {
  user: User;
  organization: Organization;
  /** Whether variables in invitation notes are filled in too. */
  fillsNotes: boolean;
}

export function senderOf(service: Service, user: User): Sender {
  return { user, organization: organizationOf(service, user), fillsNotes: service.behaviour.fillNotes };
}

/** The variables in a text, in brackets. */
export function variablesIn(text: string): string[] {
  return (text.match(tags) ?? []).filter((tag) => isVariable(tag.slice(1, -1)));
}

export function withoutVariables(text: string): string {
  return text.replace(tags, (tag, name: string) => (isVariable(name) ? "" : tag));
}

function isVariable(name: string): name is Variable {
  return variables.some((variable) => variable === name);
}

interface FilledText {
  text: string;
  /** The positions in the text of variables without a value. */
  holes: number[];
}

/** Replaces the variables with their values, and removes empty ones. Other text in brackets stays. */
function fillTemplate(template: string, contact: Contact, { user, organization }: Sender): FilledText {
  const values: Record<Variable, string | null> = {
    FirstName: contact.firstName,
    LastName: contact.lastName,
    Company: contact.company,
    JobTitle: contact.jobTitle,
    SenderFirstName: user.firstName,
    SenderName: user.lastName,
    SenderFullName: fullName(user),
    SenderCompany: organization.companyName,
  };
  const filled: FilledText = { text: "", holes: [] };
  let end = 0;
  for (const { 0: tag, 1: name = "", index } of template.matchAll(tags)) {
    if (!isVariable(name)) continue;
    const value = values[name] ?? "";
    filled.text += template.slice(end, index);
    if (value.trim() === "") filled.holes.push(filled.text.length);
    filled.text += value;
    end = index + tag.length;
  }
  filled.text += template.slice(end);
  return filled;
}

type FilledStep = Omit<CampaignStep, "message"> & { message?: string | null };

/** The step as the contact receives it. An AI message is `null`, unless a message was written for this contact. */
export function filledStep(step: CampaignStep, contact: Contact, sender: Sender): FilledStep {
  const own = contact.personalizedMessages.find((message) => message.stepNumber === step.stepNumber);
  if (own && (step.type === "message" || step.type === "email")) return { ...step, message: own.content };
  if (step.messageMode === "ai") return { ...step, message: null };
  const filled: FilledStep = { ...step };
  for (const name of ["message", "subject", "note"] as const) {
    const text = step[name];
    if (name === "note" && !sender.fillsNotes) continue;
    if (text !== undefined) filled[name] = fillTemplate(text, contact, sender).text;
  }
  return filled;
}

/** The gaps that empty variables leave in a step's texts, unless a person or the AI has written them. */
function holesIn(step: CampaignStep, contact: Contact, sender: Sender): Pick<SentTexts, "holes"> {
  const isOwn = contact.personalizedMessages.some(({ stepNumber }) => stepNumber === step.stepNumber);
  if (isOwn || step.messageMode === "ai") return {};
  const holes: SentTexts["holes"] = {};
  for (const name of ["message", "subject", "note"] as const) {
    const text = step[name];
    if (text === undefined || (name === "note" && !sender.fillsNotes)) continue;
    const { holes: found } = fillTemplate(text, contact, sender);
    if (found.length > 0) holes[name] = found;
  }
  return Object.keys(holes).length === 0 ? {} : { holes };
}

/** The texts of a step as the contact receives them. */
export function textsFor(service: Service, campaign: Campaign, contact: Contact, step: CampaignStep): SentTexts {
  const user = service.store.users.get(campaign.userId);
  if (!user) return { subject: step.subject, message: step.message, note: step.note };
  const sender = senderOf(service, user);
  const { subject, message, note } = filledStep(step, contact, sender);
  return { subject, message, note, ...holesIn(step, contact, sender), ...unfilledIn(service, step) };
}

/** The variables of a note that is sent without filling them in. */
export function unfilledIn({ behaviour }: Service, { note = "" }: CampaignStep): Pick<SentTexts, "unfilled"> {
  const unfilled = behaviour.fillNotes ? [] : variablesIn(note);
  return unfilled.length === 0 ? {} : { unfilled };
}
