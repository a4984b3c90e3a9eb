import { randomInt } from "node:crypto";
import type Database from "libsql";
import type { ApiKey, EmailSeat, LinkedinSeat, Organization, User } from "../objects/account.js";
import type { Agent, AgentLog } from "../objects/agent.js";
import type { Campaign, CampaignLog, Enrolment } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import type { LeadList } from "../objects/list.js";
import type { Stored } from "../objects/stored.js";
import { Collection, type Groupings } from "./collection.js";
import { lockStore, openDatabase, type StoreLock } from "./file.js";
import { Settings } from "./settings.js";
import { inWords, StorageError } from "./storageError.js";
import { Table } from "./table.js";
import { Transaction } from "./transaction.js";

export interface StoreOptions {
  /** A file that keeps the data. Default: none, data ends with the process. */
  path?: string;
  /** The first object id of a new store. Default: a random number above 10^9. */
  firstId?: number;
}

/** Milliseconds. */
const REPORTED_EVERY = 60_000;

/**
 * All data of the service. A request is one transaction: it is in the database before its response is sent, and a
 * killed process leaves either all of it or nothing.
 */
export class Store {
  readonly organizations: Collection<Organization>;
  readonly users: Collection<User>;
  readonly keys: Collection<ApiKey>;
  readonly linkedinSeats: Collection<LinkedinSeat>;
  readonly emailSeats: Collection<EmailSeat>;
  readonly lists: Collection<LeadList>;
  readonly agents: Collection<Agent>;
  readonly agentLogs: Collection<AgentLog>;
  readonly campaigns: Collection<Campaign>;
  readonly campaignLogs: Collection<CampaignLog>;
  readonly contacts: Collection<Contact>;
  readonly enrolments: Collection<Enrolment>;

  private readonly lock: StoreLock | undefined;
  private readonly database: Database.Database | undefined;
  private readonly current: Transaction;
  private readonly settings: Settings;
  private readonly collections: { readonly name: string; readonly revision: number; clear(): void }[] = [];
  private firstId: number | undefined;
  private readonly path: string;
  /** When a failed write to the database was last reported. */
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor({ path, firstId }: StoreOptions = {}) {
    this.path = path ?? "in memory";
    this.firstId = firstId;
    this.lock = path === undefined ? undefined : lockStore(path);
    try {
      this.database = path === undefined ? undefined : openDatabase(path);
    } catch (error) {
      this.lock?.remove();
      throw error;
    }
    try {
      // All tables or none: a kill at this point must not leave half a store.
      this.database?.exec("BEGIN");
      this.current = new Transaction(this.database);
      this.settings = new Settings(this.current, this.database);
      this.organizations = this.open("organization");
      this.users = this.open("user_account", { organization: (user) => user.organizationId });
      this.keys = this.open("api_key", { digest: (key) => key.digest });
      this.linkedinSeats = this.open("linkedin_seat", { user: (seat) => seat.userId }, { usageByCampaign: {} });
      this.emailSeats = this.open("email_seat", { user: (seat) => seat.userId }, { usageByCampaign: {} });
      this.lists = this.open("lead_list", { user: (list) => list.userId });
      this.agents = this.open("agent", { user: (agent) => agent.userId, list: (agent) => agent.listId });
      this.agentLogs = this.open("agent_log", { agent: (log) => log.agentId });
      this.campaigns = this.open("campaign", {
        user: (campaign) => campaign.userId,
        seat: (campaign) => campaign.linkedinSeatId,
      });
      this.campaignLogs = this.open(
        "campaign_log",
        { campaign: (log) => log.campaignId, contact: (log) => log.contactId },
        { code: null, reason: null, texts: null },
      );
      this.contacts = this.open(
        "contact",
        {
          user: (contact) => contact.userId,
          list: (contact) => contact.listId,
          agent: (contact) => contact.agentId,
          profile: (contact) => (contact.profileUrl === null ? null : profileKey(contact.userId, contact.profileUrl)),
        },
        { score_reasoning: null, emailEnriched: false, phoneEnriched: false },
      );
      this.enrolments = this.open(
        "enrolment",
        {
          campaign: (enrolment) => enrolment.campaignId,
          contact: (enrolment) => enrolment.contactId,
          answer: (enrolment) => (enrolment.answer ? "awaited" : null),
        },
        { answer: null },
      );
      this.database?.exec("COMMIT");
    } catch (error) {
      this.release();
      throw new Error(`The store ${path ?? "in memory"} cannot be read: ${messageOf(error)}`);
    }
  }

  /**
   * Runs `work` so that all of its writes take effect, or none. `changed` is whether it wrote anything.
   * `beforeCommit` runs last, and only if something was written.
   */
  transaction<T>(work: () => T, beforeCommit?: (result: T) => void): { result: T; changed: boolean } {
    try {
      return this.current.run(work, beforeCommit);
    } catch (error) {
      const problem = inWords(error, this.path);
      if (problem instanceof StorageError && performance.now() - this.reportedAt > REPORTED_EVERY) {
        this.reportedAt = performance.now();
        process.stderr.write(
          `pulumi-outreach-sandbox: ${problem.message}. Requests that only read are still answered.\n`,
        );
      }
      throw problem;
    }
  }

  /** Runs a step after the open transaction is committed; drops it if the transaction is rolled back. */
  onCommit(step: () => void): void {
    this.current.onCommit(step);
  }

  /** Inside a transaction: runs a step if the transaction is rolled back, after all objects are as they were before. */
  onRollback(step: () => void): void {
    this.current.onRollback(step);
  }

  setting(name: string): string | undefined {
    return this.settings.get(name);
  }

  setSetting(name: string, value: string): void {
    this.settings.set(name, value);
  }

  /**
   * Inside a transaction: an id for a new object. Ids of each store begin at a random number above 10^9, so that an id
   * from one store or from a real account does not exist in another store.
   */
  nextId(): number {
    const known = this.setting("nextId");
    const id = known === undefined ? (this.firstId ?? 1_000_000_000 + randomInt(1, 9_000_000_000)) : Number(known);
    this.setSetting("nextId", String(id + 1));
    return id;
  }

  /** Inside a transaction: removes all data. Ids then begin at another random number. */
  clear(): void {
    for (const collection of this.collections) collection.clear();
    this.settings.clear();
    this.firstId = undefined;
  }

  /** Counters by kind, which increase whenever an object of the kind changes. */
  revisions(): Record<string, number> {
    return Object.fromEntries(this.collections.map(({ name, revision }) => [name, revision]));
  }

  /**
   * A store in memory with the same objects, except the logs, which begin empty. The stores are independent afterwards.
   * Objects are never changed in place, so none is copied.
   */
  copy(): Store {
    const copy = new Store();
    copy.settings.copy(this.settings);
    copy.organizations.copy(this.organizations);
    copy.users.copy(this.users);
    copy.linkedinSeats.copy(this.linkedinSeats);
    copy.emailSeats.copy(this.emailSeats);
    copy.lists.copy(this.lists);
    copy.agents.copy(this.agents);
    copy.campaigns.copy(this.campaigns);
    copy.contacts.copy(this.contacts);
    copy.enrolments.copy(this.enrolments);
    return copy;
  }

  /** The database of a store in a file, for tables that are not collections. Call `beforeWrite` before a write. */
  get file(): Database.Database | undefined {
    return this.database;
  }

  beforeWrite(): void {
    this.current.beforeWrite();
  }

  /** Afterwards the file is complete: the journal beside it is empty. */
  close(): void {
    try {
      this.database?.pragma("wal_checkpoint(TRUNCATE)");
    } finally {
      this.release();
    }
  }

  private release(): void {
    this.database?.close();
    this.lock?.release();
  }

  private open<T extends Stored>(name: string, groupings?: Groupings<T>, added?: Partial<NoInfer<T>>): Collection<T> {
    const table = this.database && new Table(this.database, name);
    const collection = new Collection<T>(this.current, table, name, groupings, added);
    this.collections.push(collection);
    return collection;
  }
}

/** The key of the `profile` grouping of contacts: `/in/zoe` and `/in/zoe/` are one person. */
export function profileKey(userId: number, profileUrl: string): string {
  // The control also accepts strings that are not URLs.
  const address = URL.canParse(profileUrl) ? new URL(profileUrl).href : profileUrl.trim();
  return `${userId} ${address.replace(/\/+$/, "")}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
