import type { Organization, User } from "../objects/account.js";
import type { Campaign, CampaignStep, SentTexts } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import { fullName } from "../responses.js";
import { organizationOf, type Service } from "../service.js";

/** The user whose values the variables take. */
export interface Sender {
  user: User;
  organization: Organization;
}

/** Replaces the variables by their values, and empty ones by nothing. Other text in brackets stays. */
function fillTemplate(text: string, contact: Contact, { user, organization }: Sender): string {
  const values: Record<string, string | null> = {
    FirstName: contact.firstName,
    LastName: contact.lastName,
    Company: contact.company,
    JobTitle: contact.jobTitle,
    SenderFirstName: user.firstName,
    SenderName: user.lastName,
    SenderFullName: fullName(user),
    SenderCompany: organization.companyName,
  };
  return text.replace(/\[([A-Za-z]+)\]/g, (tag, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : tag,
  );
}

type FilledStep = Omit<CampaignStep, "message"> & { message?: string | null };

/** The step as the contact gets it. An AI message is `null`, unless a message was written for this contact. */
export function filledStep(step: CampaignStep, contact: Contact, sender: Sender): FilledStep {
  const own = contact.personalizedMessages.find((message) => message.stepNumber === step.stepNumber);
  if (own && (step.type === "message" || step.type === "email")) return { ...step, message: own.content };
  if (step.messageMode === "ai") return { ...step, message: null };
  const filled: FilledStep = { ...step };
  for (const name of ["message", "subject"] as const) {
    const text = step[name];
    if (text !== undefined) filled[name] = fillTemplate(text, contact, sender);
  }
  return filled;
}

/** The texts of a step as the contact gets them. */
export function textsFor(service: Service, campaign: Campaign, contact: Contact, step: CampaignStep): SentTexts {
  const user = service.store.users.get(campaign.userId);
  const { subject, message, note } = user
    ? filledStep(step, contact, { user, organization: organizationOf(service, user) })
    : step;
  return { subject, message, note };
}
