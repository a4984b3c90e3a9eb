import { newEmailSeat, newLinkedinSeat, newOrganization, newUser } from "./changes/account.js";
import { createKey } from "./changes/apiKey.js";
import type { Organization } from "./objects/account.js";
import type { Store } from "./store/store.js";

interface DemoLinkedinSeat {
  id: number;
  premium: boolean;
}

/** A user of a populated sandbox. */
export interface DemoUser {
  userId: number;
  name: string;
  email: string;
  apiKeys: string[];
  linkedinSeats: DemoLinkedinSeat[];
  emailSeatIds: number[];
}

/** The users of a populated sandbox. */
export interface DemoAccounts {
  /** The owner of the organization, who may act for its members. */
  owner: DemoUser;
  /** Active members of the owner's organization; the first has an API key, the others have none. Option `members`. */
  members: DemoUser[];
  /** A former member. */
  inactive: DemoUser;
  /** The owner of another organization. */
  outsider: DemoUser;
}

/** Fixed, so that commands from the documentation work unchanged. The keys are valid only in a sandbox. */
export const demoAccounts: DemoAccounts = {
  owner: {
    userId: 101,
    name: "Olivia Hart",
    email: "olivia@fernhill.example.com",
    apiKeys: ["osk_demo_owner", "osk_demo_owner_second"],
    linkedinSeats: [
      { id: 7, premium: true },
      { id: 8, premium: false },
    ],
    emailSeatIds: [21, 22, 23],
  },
  members: [
    {
      userId: 102,
      name: "Alice Moreau",
      email: "alice@fernhill.example.com",
      apiKeys: ["osk_demo_alice"],
      linkedinSeats: [{ id: 11, premium: false }],
      emailSeatIds: [31],
    },
    {
      userId: 103,
      name: "Bruno Keller",
      email: "bruno@fernhill.example.com",
      apiKeys: [],
      linkedinSeats: [{ id: 12, premium: false }],
      emailSeatIds: [32],
    },
  ],
  inactive: {
    userId: 104,
    name: "Casper Wye",
    email: "casper@fernhill.example.com",
    apiKeys: [],
    linkedinSeats: [],
    emailSeatIds: [],
  },
  outsider: {
    userId: 201,
    name: "Dana Quill",
    email: "dana@lakeside.example.com",
    apiKeys: ["osk_demo_outsider"],
    linkedinSeats: [{ id: 41, premium: false }],
    emailSeatIds: [51],
  },
};

/** Ids of additional members begin above this number. */
const furtherIds = 1000;

/**
 * The same users with additional members, until the organization has this number of active members besides its owner.
 */
export function demoAccountsWith(members: number): DemoAccounts {
  const { members: named, ...others } = structuredClone(demoAccounts);
  const further = Array.from({ length: Math.max(0, members - named.length) }, (_, index) => furtherMember(index + 1));
  return { ...others, members: [...named, ...further].slice(0, members) };
}

function furtherMember(number: number): DemoUser {
  const id = furtherIds + number;
  return {
    userId: id,
    name: `Member ${id}`,
    email: `member${id}@fernhill.example.com`,
    apiKeys: [],
    linkedinSeats: [{ id, premium: false }],
    emailSeatIds: [id],
  };
}

/** Inside a transaction: adds the initial organizations, users, keys and seats to an empty store. */
export function populateDemo(store: Store, accounts: DemoAccounts, createdAt: string): void {
  const organizations: [Organization, DemoUser[]][] = [
    [
      newOrganization(1, "Fernhill Software", "https://fernhill.example.com", accounts.owner.userId, createdAt),
      [accounts.owner, ...accounts.members, accounts.inactive],
    ],
    [
      newOrganization(2, "Lakeside Partners", "https://lakeside.example.com", accounts.outsider.userId, createdAt),
      [accounts.outsider],
    ],
  ];
  for (const [organization, users] of organizations) {
    store.organizations.put(organization);
    for (const user of users) {
      const [firstName = "", lastName = ""] = user.name.split(" ");
      store.users.put({
        ...newUser(user.userId, organization.id, { firstName, lastName, email: user.email }, createdAt),
        organizationRole: user.userId === organization.ownerId ? "admin" : "member",
        isActive: user !== accounts.inactive,
      });
      for (const [index, key] of user.apiKeys.entries()) {
        createKey(store, user.userId, `Demo key ${index + 1}`, createdAt, key);
      }
      for (const seat of user.linkedinSeats) {
        store.linkedinSeats.put(newLinkedinSeat(seat.id, organization.id, user.userId, user.name, seat.premium));
      }
      for (const [index, id] of user.emailSeatIds.entries()) {
        const email = index === 0 ? user.email : user.email.replace("@", `${index + 1}@`);
        store.emailSeats.put(newEmailSeat(id, organization.id, user.userId, email));
      }
    }
  }
}
