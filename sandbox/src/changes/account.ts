import type { EmailSeat, LinkedinSeat, NetworkAction, Organization, User } from "../objects/account.js";

/** The usage of a seat that has sent nothing today. */
export const noNetworkUsage: Record<NetworkAction, number> = {
  invitations: 0,
  messages: 0,
  profileVisits: 0,
  likes: 0,
};

const standardQuotas: Record<NetworkAction, number> = {
  invitations: 20,
  messages: 50,
  profileVisits: 80,
  likes: 40,
};

export function newOrganization(
  id: number,
  companyName: string,
  website: string | null,
  ownerId: number,
  createdAt: string,
): Organization {
  return {
    id,
    companyName,
    website,
    industry: "Software Development",
    companySize: "11-50",
    description: null,
    linkedinPage: null,
    ownerId,
    createdAt,
    blocklist: [],
    flaggedCompanies: [],
  };
}

export function newUser(
  id: number,
  organizationId: number,
  person: { firstName: string; lastName: string; email: string },
  createdAt: string,
): User {
  return {
    id,
    ...person,
    organizationId,
    organizationRole: "member",
    isActive: true,
    language: "en",
    country: "FR",
    timezone: "Europe/Paris",
    createdAt,
    webhook: null,
  };
}

export function newLinkedinSeat(
  id: number,
  organizationId: number,
  userId: number,
  name: string,
  premium: boolean,
): LinkedinSeat {
  return {
    id,
    organizationId,
    userId,
    name,
    premium,
    quotas: { ...standardQuotas },
    launchHours: { from: 8, to: 18 },
    usage: { day: "", counts: { ...noNetworkUsage } },
    usageByCampaign: {},
  };
}

export function newEmailSeat(id: number, organizationId: number, userId: number, email: string): EmailSeat {
  return { id, organizationId, userId, email, dailyQuota: 50, usage: { day: "", sent: 0 }, usageByCampaign: {} };
}
