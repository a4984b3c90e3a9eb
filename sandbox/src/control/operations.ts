import { z } from "zod";
import { createKey } from "../account.js";
import { newEmailSeat, newLinkedinSeat, newOrganization, newUser } from "../demo.js";
import { type ActiveFault, type Faults, faultSchema } from "../faults.js";
import type { RateLimiter, Usage } from "../limits.js";
import type {
  Agent,
  AgentLog,
  Campaign,
  CampaignLog,
  Contact,
  EmailSeat,
  LeadList,
  LinkedinSeat,
  Organization,
  Stored,
  User,
} from "../objects.js";
import { type Behaviour, type BehaviourInput, behaviourSchema } from "../options.js";
import type { LogPage, RequestLog } from "../requestLog.js";
import { fullName } from "../responses.js";
import { deleteAgent } from "../routes/agent.js";
import { attachLists, nameLatestCampaign } from "../routes/campaign.js";
import { addContact, putContact } from "../routes/contact.js";
import { readBody } from "../rules/body.js";
import { newSignal } from "../rules/signals.js";
import type { Service } from "../service.js";
import { badRequest, notFound } from "../serviceError.js";
import { type Collection, profileKey } from "../store.js";
import type { TimeTravel } from "../timeTravel.js";
import type { Delivery, Webhooks } from "../webhook.js";

export interface ControlParts {
  service: Service;
  limiter: RateLimiter;
  log: RequestLog;
  faults: Faults;
  webhooks: Webhooks;
  time: TimeTravel;
  populate(): void;
}

export interface Counts {
  lists: number;
  agents: number;
  campaigns: number;
  contacts: number;
  /** The same, by the id of the user who owns the objects. */
  byUser: Record<string, { lists: number; agents: number; campaigns: number; contacts: number }>;
}

export interface ObjectDump {
  organizations: Organization[];
  users: User[];
  linkedinSeats: LinkedinSeat[];
  emailSeats: EmailSeat[];
  lists: LeadList[];
  agents: Agent[];
  agentLogs: AgentLog[];
  campaigns: Campaign[];
  campaignLogs: CampaignLog[];
  contacts: Contact[];
}

export interface State {
  now: string;
  clock: "manual" | "wall";
  behaviour: Behaviour;
  rateLimit: Usage[];
  requests: number;
  faults: number;
}

const id = z.int();
const person = { firstName: z.string().min(1), lastName: z.string().min(1), email: z.string().min(3) };
const quotas = z
  .strictObject({
    invitations: z.int().nonnegative(),
    messages: z.int().nonnegative(),
    profileVisits: z.int().nonnegative(),
    likes: z.int().nonnegative(),
  })
  .partial();
const contactFields = z
  .strictObject({
    firstName: z.string().min(1),
    lastName: z.string(),
    email: z.string().nullable(),
    company: z.string().nullable(),
    jobTitle: z.string().nullable(),
    profileUrl: z.string().nullable(),
    listId: z.int().nullable(),
    state: z.enum(["finished", "paused", "1stnetwork", "excluded", "answered"]).nullable(),
    unsubscribed: z.boolean(),
    bounced: z.boolean(),
    /** 1 is a direct connection on the network. */
    connectionDegree: z.int().min(1).max(3),
  })
  .partial();
const hour = z.int().min(0).max(24);
// Numbers come as text where an operation is asked for by an address.
const number = z.coerce.number().int();
const flag = z.preprocess((value) => (value === "true" ? true : value === "false" ? false : value), z.boolean());

/** Only checked for its names here: the whole behaviour is, once the change is in it. */
const behaviourChange = z.partialRecord(behaviourSchema.keyof(), z.unknown()) as unknown as z.ZodType<
  Partial<Behaviour>,
  BehaviourInput
>;

/** One thing that can be asked of the sandbox, the same by a method, over HTTP and through the client. */
export interface Operation<Input extends z.ZodType, Result> {
  input: Input;
  /** Reads can be asked for by their address alone. */
  reads: boolean;
  run(parts: ControlParts, input: z.output<Input>): Result | Promise<Result>;
}

function operation<Input extends z.ZodType, Result>(
  reads: boolean,
  input: Input,
  run: (parts: ControlParts, input: z.output<Input>) => Result | Promise<Result>,
): Operation<Input, Result> {
  return { input, reads, run };
}

const none = z.strictObject({});

export const operations = {
  /** Asks for a fault; answers its id. */
  fault: operation(false, faultSchema, ({ faults, service }, fault): { id: number } => ({
    id: faults.add(fault, Number(service.store.setting("nextId") ?? 0)),
  })),
  faults: operation(true, none, ({ faults }): ActiveFault[] => faults.active()),
  clearFaults: operation(false, none, ({ faults }): { cleared: number } => ({ cleared: faults.clear() })),

  log: operation(
    true,
    z
      .strictObject({
        after: number,
        method: z.string(),
        path: z.string(),
        userId: number,
        accountId: number,
        status: number,
        applied: flag,
        last: number,
      })
      .partial(),
    ({ log }, filter): LogPage => log.read(filter),
  ),
  clearLog: operation(false, none, ({ log }): { cleared: true } => {
    log.clear();
    return { cleared: true };
  }),

  counts: operation(true, none, ({ service }): Counts => countObjects(service)),
  objects: operation(true, none, ({ service }): ObjectDump => dumpObjects(service)),
  state: operation(
    true,
    none,
    ({ service, limiter, log, faults }): State => ({
      now: service.clock.iso(),
      clock: service.clock.mode,
      behaviour: service.behaviour,
      rateLimit: limiter.usage(performance.timeOrigin + performance.now() + service.clock.movedAhead),
      requests: log.read({ last: 0 }).total,
      faults: faults.active().length,
    }),
  ),

  /** Moves time ahead; every full hour on the way runs the planner. */
  advance: operation(
    false,
    z.strictObject({
      minutes: z.number().nonnegative().default(0),
      hours: z.number().nonnegative().default(0),
      days: z.number().nonnegative().max(3660).default(0),
    }),
    async ({ time, service }, { minutes, hours, days }): Promise<{ now: string }> => {
      await time.advance(((days * 24 + hours) * 60 + minutes) * 60_000);
      return { now: service.clock.iso() };
    },
  ),

  /** Changes how the service behaves, from the next request on. */
  configure: operation(false, behaviourChange, ({ service, limiter }, change): Behaviour => {
    const behaviour = readBody(behaviourSchema, { ...service.behaviour, ...change }, false);
    service.behaviour = behaviour;
    limiter.configure(behaviour.rateLimit);
    return behaviour;
  }),

  /** Empties the store, and fills it as it was at the start. */
  reset: operation(
    false,
    z.strictObject({ populate: z.boolean().default(true) }),
    ({ service, faults, log, time, populate }, wanted): { reset: true } => {
      service.store.transaction(() => {
        const now = service.clock.now();
        service.store.clear();
        service.clock.restart(now);
        time.restart();
        if (wanted.populate) populate();
      });
      faults.clear();
      log.clear();
      return { reset: true };
    },
  ),

  // What a person does in the app.

  setActive: operation(
    false,
    z.strictObject({ campaignId: id, active: z.boolean() }),
    (parts, wanted): Campaign =>
      change(parts, () =>
        put(parts, "campaigns", wanted.campaignId, "Campaign", (campaign) => ({
          ...campaign,
          active: wanted.active,
          updatedAt: parts.service.clock.iso(),
        })),
      ),
  ),
  editCampaign: operation(
    false,
    z.strictObject({
      campaignId: id,
      name: z.string().min(1).optional(),
      language: z.string().optional(),
      tone: z.enum(["professional", "direct", "conversational"]).optional(),
      goal: z.enum(["conversations", "demos"]).optional(),
      skipInvitationAfterDays: z.int().positive().optional(),
      listIds: z.array(id).optional(),
      /** New contents by step number. */
      steps: z
        .array(
          z.strictObject({
            stepNumber: z.int().positive(),
            message: z.string().optional(),
            subject: z.string().optional(),
            note: z.string().optional(),
            messageMode: z.enum(["ai", "same"]).optional(),
            delayAfterLastStep: z.int().positive().optional(),
          }),
        )
        .optional(),
    }),
    (parts, { campaignId, steps, listIds, ...fields }): Campaign =>
      change(parts, () => {
        const campaign = existing(parts.service.store.campaigns, campaignId, "Campaign");
        const edited = {
          ...campaign,
          ...fields,
          steps: campaign.steps.map((step) => ({
            ...step,
            ...steps?.find((edit) => edit.stepNumber === step.stepNumber),
          })),
          updatedAt: parts.service.clock.iso(),
        };
        return attachLists(parts.service, edited, listIds ?? campaign.listIds);
      }),
  ),
  deleteCampaign: operation(false, z.strictObject({ campaignId: id }), (parts, wanted): { deleted: true } =>
    change(parts, () => {
      const { store } = parts.service;
      const campaign = existing(store.campaigns, wanted.campaignId, "Campaign");
      for (const log of store.campaignLogs.by("campaign", campaign.id)) store.campaignLogs.delete(log.id);
      for (const enrolment of store.enrolments.by("campaign", campaign.id)) store.enrolments.delete(enrolment.id);
      for (const listId of campaign.listIds) nameLatestCampaign(parts.service, listId, campaign);
      store.campaigns.delete(campaign.id);
      return { deleted: true };
    }),
  ),
  renameList: operation(
    false,
    z.strictObject({ listId: id, name: z.string().min(1) }),
    (parts, wanted): LeadList =>
      change(parts, () =>
        put(parts, "lists", wanted.listId, "List", (list) => ({
          ...list,
          name: wanted.name,
          updatedAt: parts.service.clock.iso(),
        })),
      ),
  ),
  deleteList: operation(false, z.strictObject({ listId: id }), (parts, wanted): { deleted: true } =>
    change(parts, () => {
      const { store } = parts.service;
      const list = existing(store.lists, wanted.listId, "List");
      for (const contact of store.contacts.by("list", list.id)) store.contacts.put({ ...contact, listId: null });
      for (const agent of store.agents.by("list", list.id)) {
        // An agent with nowhere to put its leads does not run.
        store.agents.put({ ...agent, listId: null, paused: true });
      }
      for (const campaign of store.campaigns.by("user", list.userId)) {
        if (!campaign.listIds.includes(list.id)) continue;
        store.campaigns.put({ ...campaign, listIds: campaign.listIds.filter((listId) => listId !== list.id) });
      }
      store.lists.delete(list.id);
      return { deleted: true };
    }),
  ),
  editAgent: operation(
    false,
    z.strictObject({
      agentId: id,
      name: z.string().min(1).optional(),
      paused: z.boolean().optional(),
      scriptInstalled: z.boolean().optional(),
      minLeadScore: z.number().min(0).max(1).nullable().optional(),
      targetJobTitles: z.array(z.string()).optional(),
      targetLocations: z.array(z.string()).optional(),
    }),
    (parts, { agentId, ...fields }): Agent =>
      change(parts, () =>
        put(parts, "agents", agentId, "Agent", (agent) => ({
          ...agent,
          ...fields,
          updatedAt: parts.service.clock.iso(),
        })),
      ),
  ),
  deleteAgent: operation(false, z.strictObject({ agentId: id }), (parts, wanted): { deleted: true } =>
    change(parts, () => {
      deleteAgent(parts.service, existing(parts.service.store.agents, wanted.agentId, "Agent"));
      return { deleted: true };
    }),
  ),
  /** Puts signals into an agent that the service itself is the author of. */
  addServiceSignals: operation(
    false,
    z.strictObject({ agentId: id, signals: z.array(z.strictObject({ type: z.string(), value: z.string() })).min(1) }),
    (parts, wanted): Agent =>
      change(parts, () =>
        put(parts, "agents", wanted.agentId, "Agent", (agent) => ({
          ...agent,
          variables: [...(agent.variables ?? []), ...wanted.signals.map((signal) => newSignal(signal, true))],
        })),
      ),
  ),
  addContacts: operation(
    false,
    z.strictObject({
      userId: id,
      contacts: z.array(contactFields.extend({ firstName: z.string().min(1), lastName: z.string() })).min(1),
    }),
    (parts, wanted): Contact[] =>
      change(parts, () => {
        const { store } = parts.service;
        const owner = existing(store.users, wanted.userId, "User");
        return wanted.contacts.map((contact) => {
          const profile = profileKey(owner.id, contact.profileUrl ?? null);
          if (profile !== null && store.contacts.by("profile", profile).length > 0) {
            throw badRequest(`A contact has the profile ${contact.profileUrl} already`);
          }
          return addContact(parts.service, owner, contact);
        });
      }),
  ),
  editContact: operation(
    false,
    contactFields.extend({ contactId: id }),
    (parts, { contactId, ...fields }): Contact =>
      change(parts, () => {
        const contact = existing(parts.service.store.contacts, contactId, "Contact");
        return putContact(parts.service, { ...contact, ...fields, updatedAt: parts.service.clock.iso() }, "updated");
      }),
  ),
  setBlocklist: operation(
    false,
    z.strictObject({ organizationId: id, companies: z.array(z.string().min(1)) }),
    (parts, wanted): Organization =>
      change(parts, () =>
        put(parts, "organizations", wanted.organizationId, "Organization", (organization) => ({
          ...organization,
          blocklist: wanted.companies,
        })),
      ),
  ),
  setMemberActive: operation(
    false,
    z.strictObject({ userId: id, isActive: z.boolean() }),
    (parts, wanted): User =>
      change(parts, () =>
        put(parts, "users", wanted.userId, "User", (user) => ({ ...user, isActive: wanted.isActive })),
      ),
  ),
  /** Adds an organization with its owner, and says the owner's key this once. */
  addOrganization: operation(
    false,
    z.strictObject({ companyName: z.string().min(1), owner: z.strictObject(person) }),
    (parts, wanted): { organization: Organization; owner: User; apiKey: string } =>
      change(parts, () => {
        const { store, clock } = parts.service;
        const owner = newUser(freeId(store.users), freeId(store.organizations), wanted.owner, clock.iso());
        const organization = store.organizations.put(
          newOrganization(owner.organizationId, wanted.companyName, null, owner.id, clock.iso()),
        );
        store.users.put({ ...owner, organizationRole: "admin" });
        const { key } = createKey(store, owner.id, "First key", clock.iso());
        return { organization, owner: store.users.get(owner.id) ?? owner, apiKey: key };
      }),
  ),
  addMember: operation(
    false,
    z.strictObject({ organizationId: id, ...person }),
    (parts, { organizationId, ...wanted }): User =>
      change(parts, () => {
        const { store, clock } = parts.service;
        existing(store.organizations, organizationId, "Organization");
        return store.users.put(newUser(freeId(store.users), organizationId, wanted, clock.iso()));
      }),
  ),
  addLinkedinSeat: operation(
    false,
    z.strictObject({ userId: id, premium: z.boolean().default(false) }),
    (parts, wanted): LinkedinSeat =>
      change(parts, () => {
        const { store } = parts.service;
        const user = existing(store.users, wanted.userId, "User");
        const seatId = freeId(store.linkedinSeats);
        return store.linkedinSeats.put(
          newLinkedinSeat(seatId, user.organizationId, user.id, fullName(user), wanted.premium),
        );
      }),
  ),
  setLinkedinSeat: operation(
    false,
    z.strictObject({
      seatId: id,
      premium: z.boolean().optional(),
      quotas: quotas.optional(),
      launchHours: z.strictObject({ from: hour, to: hour }).optional(),
    }),
    (parts, { seatId, quotas: changed, ...fields }): LinkedinSeat =>
      change(parts, () =>
        put(parts, "linkedinSeats", seatId, "Seat", (seat) => ({
          ...seat,
          ...fields,
          quotas: { ...seat.quotas, ...changed },
        })),
      ),
  ),
  addEmailSeats: operation(
    false,
    z.strictObject({ userId: id, count: z.int().min(1).max(1000).default(1) }),
    (parts, wanted): EmailSeat[] =>
      change(parts, () => {
        const { store } = parts.service;
        const user = existing(store.users, wanted.userId, "User");
        return Array.from({ length: wanted.count }, () => {
          const seatId = freeId(store.emailSeats);
          return store.emailSeats.put(
            newEmailSeat(seatId, user.organizationId, user.id, user.email.replace("@", `.${seatId}@`)),
          );
        });
      }),
  ),
  setEmailSeat: operation(
    false,
    z.strictObject({ seatId: id, dailyQuota: z.int().nonnegative() }),
    (parts, { seatId, dailyQuota }): EmailSeat =>
      change(parts, () => put(parts, "emailSeats", seatId, "E-mail seat", (seat) => ({ ...seat, dailyQuota }))),
  ),
  /** Makes a key and says it this once. */
  createKey: operation(
    false,
    z.strictObject({ userId: id, label: z.string().default("Key") }),
    (parts, { userId, label }): { keyId: number; apiKey: string } =>
      change(parts, () => {
        const { store, clock } = parts.service;
        const user = existing(store.users, userId, "User");
        const { key, stored } = createKey(store, user.id, label, clock.iso());
        return { keyId: stored.id, apiKey: key };
      }),
  ),
  revokeKeys: operation(false, z.strictObject({ userId: id }), (parts, { userId }): { revoked: number } =>
    change(parts, () => {
      const keys = parts.service.store.keys.all().filter((key) => key.userId === userId);
      for (const key of keys) parts.service.store.keys.delete(key.id);
      return { revoked: keys.length };
    }),
  ),
  /** Where a user's contact events go; without an address they go nowhere. */
  setWebhook: operation(
    false,
    z.strictObject({ userId: id, url: z.string().nullable(), secret: z.string().min(1).nullable().default(null) }),
    (parts, { userId, url, secret }): { url: string | null; signed: boolean } =>
      change(parts, () => {
        if (url !== null) parts.webhooks.checkTarget(url);
        put(parts, "users", userId, "User", (user) => ({ ...user, webhook: url === null ? null : { url, secret } }));
        return { url, signed: url !== null && secret !== null };
      }),
  ),
  /** What was sent to webhooks, after all that is on its way has arrived or failed. */
  webhookDeliveries: operation(true, none, async ({ webhooks }): Promise<Delivery[]> => {
    await webhooks.settled();
    return webhooks.deliveries();
  }),
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** `Operation` without its run, as a method: what every way to the control offers. */
export type SandboxControl = {
  [Name in OperationName]: Operations[Name] extends Operation<infer Input, infer Result>
    ? Record<string, never> extends z.input<Input>
      ? (input?: z.input<Input>) => Promise<Result>
      : (input: z.input<Input>) => Promise<Result>
    : never;
};

export const operationNames = Object.keys(operations) as OperationName[];

export async function runOperation(parts: ControlParts, name: OperationName, input: unknown): Promise<unknown> {
  const { input: schema, run } = operations[name] as Operation<z.ZodType, unknown>;
  return run(parts, readBody(schema, input ?? {}, false));
}

function change<T>(parts: ControlParts, work: () => T): T {
  return parts.service.store.transaction(work).result;
}

interface Kinds {
  organizations: Organization;
  users: User;
  linkedinSeats: LinkedinSeat;
  emailSeats: EmailSeat;
  lists: LeadList;
  agents: Agent;
  campaigns: Campaign;
}

function put<Kind extends keyof Kinds>(
  parts: ControlParts,
  kind: Kind,
  objectId: number,
  noun: string,
  edit: (object: Kinds[Kind]) => Kinds[Kind],
): Kinds[Kind] {
  const collection = parts.service.store[kind] as unknown as Collection<Kinds[Kind]>;
  return collection.put(edit(existing(collection, objectId, noun)));
}

function existing<T extends Stored>(collection: Collection<T>, objectId: number, noun: string): T {
  const object = collection.get(objectId);
  if (!object) throw notFound(`${noun} with ID ${objectId} not found`);
  return object;
}

function freeId(
  collection: Collection<User> | Collection<Organization> | Collection<LinkedinSeat> | Collection<EmailSeat>,
): number {
  let highest = 1000;
  for (const object of collection.all()) highest = Math.max(highest, object.id);
  return highest + 1;
}

function countObjects({ store }: Service): Counts {
  const byUser: Counts["byUser"] = {};
  for (const { id: userId } of store.users.all()) {
    byUser[userId] = {
      lists: store.lists.countBy("user", userId),
      agents: store.agents.countBy("user", userId),
      campaigns: store.campaigns.countBy("user", userId),
      contacts: store.contacts.countBy("user", userId),
    };
  }
  return {
    lists: store.lists.size,
    agents: store.agents.size,
    campaigns: store.campaigns.size,
    contacts: store.contacts.size,
    byUser,
  };
}

function dumpObjects({ store }: Service): ObjectDump {
  return {
    organizations: store.organizations.all(),
    // A webhook's secret is nobody's business here.
    users: store.users.all().map((user) => ({
      ...user,
      webhook: user.webhook && { url: user.webhook.url, secret: user.webhook.secret === null ? null : "[set]" },
    })),
    linkedinSeats: store.linkedinSeats.all(),
    emailSeats: store.emailSeats.all(),
    lists: store.lists.all(),
    agents: store.agents.all(),
    agentLogs: store.agentLogs.all(),
    campaigns: store.campaigns.all(),
    campaignLogs: store.campaignLogs.all(),
    contacts: store.contacts.all(),
  };
}
