import type { Sandbox } from "pulumi-outreach-sandbox";
import { type PromisedCampaign, stateWith } from "../../../support/promised";
import { send, signals } from "../../../support/runningAccount";

/** A typical team's account with small quotas, so that somebody always waits. */
export interface FairAccount {
  readonly campaigns: PromisedCampaign[];
  /** By the names of the campaigns. */
  readonly lists: Readonly<Record<string, number>>;
  state(): string;
  idOf(name: string): number;
}

const message = { messageMode: "same", message: "Hello [FirstName] of [Company]" };
const email = { type: "email", subject: "Hello", ...message };

/** Steps, seats and people of each campaign. Two share a LinkedIn seat, and two an e-mail seat. */
const outreach = {
  invites: {
    steps: [{ type: "visitProfile" }, { type: "invitation" }, { type: "message", ...message }],
    linkedinSeatId: 7,
  },
  likes: {
    steps: [
      { type: "likePosts" },
      { type: "visitProfile", delayAfterLastStep: 1 },
      { type: "invitationNote", note: "Hello" },
    ],
    linkedinSeatId: 7,
  },
  mixed: {
    steps: [
      { type: "visitProfile", delayAfterLastStep: 1 },
      { ...email, delayAfterLastStep: 3 },
      { type: "invitation" },
    ],
    linkedinSeatId: 8,
    emailSeatIds: [21],
  },
  letters: { steps: [email, { ...email, delayAfterLastStep: 4 }], emailSeatIds: [21, 22] },
  slow: { steps: [email, { ...email, delayAfterLastStep: 9 }], emailSeatIds: [23] },
} as const;

export async function fairAccount(sandbox: Sandbox): Promise<FairAccount> {
  for (const seatId of [7, 8]) {
    const quotas = { invitations: 6, messages: 8, profileVisits: 10, likes: 9 };
    await sandbox.setLinkedinSeat({ seatId, quotas });
  }
  for (const seatId of [21, 22, 23]) await sandbox.setEmailSeat({ seatId, dailyQuota: 12 });
  const lists: Record<string, number> = {};
  const campaigns: PromisedCampaign[] = [];
  for (const [resource, declared] of Object.entries(outreach)) {
    const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: `${resource} leads` });
    lists[resource] = listId;
    await addPeople(sandbox, listId, resource, 90);
    await send(sandbox, "POST", "/v1/agent", { name: `${resource} finder`, listId, variables: signals });
    const inputs = { name: resource, listIds: [listId], language: "en-US", active: true, ...declared };
    const { id } = await send(sandbox, "POST", "/v1/campaign", inputs);
    campaigns.push({ resource, id, inputs });
  }
  return {
    ...{ campaigns, lists },
    state: () => stateWith(sandbox, campaigns),
    idOf: (name) => campaigns.find(({ resource }) => resource === name)?.id ?? 0,
  };
}

/** People as in a trade fair's file: some lack an address, some are connected, some want no e-mails. */
export async function addPeople(sandbox: Sandbox, listId: number, key: string, count: number): Promise<void> {
  const contacts = Array.from({ length: count }, (_, number) => ({
    ...{ listId, firstName: "Ada", lastName: `${key} ${number}`, company: "Engines" },
    email: number % 7 === 3 ? null : `${key}.${number}@engines.example.com`,
    profileUrl: number % 31 === 5 ? null : `https://network.example.com/in/${key}-${number}`,
    connectionDegree: number % 11 === 0 ? 1 : 2,
    unsubscribed: number % 41 === 7,
  }));
  await sandbox.addContacts({ userId: sandbox.accounts.owner.userId, contacts });
}
