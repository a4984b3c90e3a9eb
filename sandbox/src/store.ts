import { randomInt } from "node:crypto";
import Database from "libsql";
import type {
  Agent,
  AgentLog,
  ApiKey,
  Campaign,
  CampaignLog,
  Contact,
  EmailSeat,
  Enrolment,
  LeadList,
  LinkedinSeat,
  Organization,
  Stored,
  User,
} from "./objects.js";

type GroupKey = string | number | null;

/**
 * One kind of object: read from memory, written through to the database.
 * Objects are never changed in place: `put` takes a new one, so that a rollback only has to put the old one back.
 */
export class Collection<T extends Stored> {
  private readonly objects = new Map<number, T>();
  private readonly groups = new Map<string, Map<GroupKey, Map<number, T>>>();
  private readonly upsert: Database.Statement;
  private readonly remove: Database.Statement;

  constructor(
    private readonly store: Store,
    database: Database.Database,
    readonly name: string,
    private readonly groupings: Record<string, (object: T) => GroupKey> = {},
  ) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, body TEXT NOT NULL)`);
    this.upsert = database.prepare(`INSERT OR REPLACE INTO ${name} (id, body) VALUES (?, ?)`);
    this.remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
    for (const grouping of Object.keys(groupings)) this.groups.set(grouping, new Map());
    for (const row of database.prepare(`SELECT body FROM ${name} ORDER BY id`).all()) {
      this.remember(JSON.parse((row as { body: string }).body) as T);
    }
  }

  get(id: number): T | undefined {
    return this.objects.get(id);
  }

  all(): T[] {
    return [...this.objects.values()];
  }

  get size(): number {
    return this.objects.size;
  }

  /** The objects that share a value, oldest first. */
  by(grouping: string, key: GroupKey): T[] {
    const group = this.group(grouping).get(key);
    return group ? [...group.values()] : [];
  }

  countBy(grouping: string, key: GroupKey): number {
    return this.group(grouping).get(key)?.size ?? 0;
  }

  put(object: T): T {
    this.store.beforeWrite();
    const previous = this.objects.get(object.id);
    this.upsert.run(object.id, JSON.stringify(object));
    this.remember(object);
    this.store.onRollback(() => {
      if (previous) this.remember(previous);
      else this.forget(object.id);
    });
    return object;
  }

  delete(id: number): void {
    const previous = this.objects.get(id);
    if (!previous) return;
    this.store.beforeWrite();
    this.remove.run(id);
    this.forget(id);
    this.store.onRollback(() => this.remember(previous));
  }

  private group(grouping: string): Map<GroupKey, Map<number, T>> {
    const group = this.groups.get(grouping);
    if (!group) throw new Error(`The collection ${this.name} is not grouped by ${grouping}`);
    return group;
  }

  /** Takes the place of an older version without losing its place in the order. */
  private remember(object: T): void {
    const previous = this.objects.get(object.id);
    this.objects.set(object.id, object);
    for (const [grouping, keyOf] of Object.entries(this.groupings)) {
      const group = this.group(grouping);
      const key = keyOf(object);
      if (previous && keyOf(previous) !== key) removeMember(group, keyOf(previous), object.id);
      let members = group.get(key);
      if (!members) {
        members = new Map();
        group.set(key, members);
      }
      members.set(object.id, object);
    }
  }

  private forget(id: number): void {
    const object = this.objects.get(id);
    if (!object) return;
    this.objects.delete(id);
    for (const [grouping, keyOf] of Object.entries(this.groupings)) {
      removeMember(this.group(grouping), keyOf(object), id);
    }
  }
}

function removeMember<T>(group: Map<GroupKey, Map<number, T>>, key: GroupKey, id: number): void {
  const members = group.get(key);
  members?.delete(id);
  if (members?.size === 0) group.delete(key);
}

export interface StoreOptions {
  /** A file, or nothing for a store that ends with the process. */
  path?: string;
  /** Where object ids of a new store begin; random above 10^9 unless given. */
  firstId?: number;
}

/**
 * Everything the service knows. A request is one transaction: it is in the database before it is answered,
 * and a process killed at any instant leaves either all of it or nothing.
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
  readonly isFile: boolean;

  private readonly lock: Database.Database | undefined;
  private readonly database: Database.Database;
  private readonly settings = new Map<string, string>();
  private readonly begin: Database.Statement;
  private readonly commit: Database.Statement;
  private readonly rollback: Database.Statement;
  private readonly writeSetting: Database.Statement;
  private undo: (() => void)[] = [];
  private afterwards: (() => void)[] = [];
  private open = false;
  private begun = false;
  private firstId: number | undefined;

  constructor(options: StoreOptions = {}) {
    this.isFile = options.path !== undefined;
    this.firstId = options.firstId;
    this.lock = options.path === undefined ? undefined : lockStore(options.path);
    this.database = openDatabase(options.path);
    this.begin = this.database.prepare("BEGIN IMMEDIATE");
    this.commit = this.database.prepare("COMMIT");
    this.rollback = this.database.prepare("ROLLBACK");
    this.writeSetting = this.database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)");
    for (const row of this.database.prepare("SELECT name, value FROM setting").all()) {
      const { name, value } = row as { name: string; value: string };
      this.settings.set(name, value);
    }
    const open = <T extends Stored>(name: string, groupings?: Record<string, (object: T) => GroupKey>) =>
      new Collection<T>(this, this.database, name, groupings);
    this.organizations = open("organization");
    this.users = open("user_account", { organization: (user) => user.organizationId });
    this.keys = open("api_key", { digest: (key) => key.digest });
    this.linkedinSeats = open("linkedin_seat", { user: (seat) => seat.userId });
    this.emailSeats = open("email_seat", { user: (seat) => seat.userId });
    this.lists = open("lead_list", { user: (list) => list.userId });
    this.agents = open("agent", { user: (agent) => agent.userId, list: (agent) => agent.listId });
    this.agentLogs = open("agent_log", { agent: (log) => log.agentId });
    this.campaigns = open("campaign", {
      user: (campaign) => campaign.userId,
      seat: (campaign) => campaign.linkedinSeatId,
    });
    this.campaignLogs = open("campaign_log", { campaign: (log) => log.campaignId });
    this.contacts = open("contact", {
      user: (contact) => contact.userId,
      list: (contact) => contact.listId,
      profile: (contact) => profileKey(contact.userId, contact.profileUrl),
    });
    this.enrolments = open("enrolment", {
      campaign: (enrolment) => enrolment.campaignId,
      contact: (enrolment) => enrolment.contactId,
    });
  }

  /**
   * Runs `work` so that all of its writes take effect, or none. Says whether it wrote anything.
   * `beforeCommit` runs last, and only where something was written.
   */
  transaction<T>(work: () => T, beforeCommit?: (result: T) => void): { result: T; changed: boolean } {
    if (this.open) throw new Error("A transaction of the store is already open");
    this.open = true;
    let result: T;
    let changed: boolean;
    const afterwards = this.afterwards;
    try {
      result = work();
      changed = this.begun;
      if (changed) {
        beforeCommit?.(result);
        this.commit.run();
      }
    } catch (error) {
      for (const step of this.undo.reverse()) step();
      if (this.begun) this.rollback.run();
      afterwards.length = 0;
      throw error;
    } finally {
      this.open = false;
      this.undo = [];
      this.begun = false;
      this.afterwards = [];
    }
    for (const step of afterwards) step();
    return { result, changed };
  }

  /** Opens the database transaction at the first write, so that reads cost nothing. */
  beforeWrite(): void {
    if (!this.open) throw new Error("The store is written inside a transaction only");
    if (this.begun) return;
    this.begin.run();
    this.begun = true;
  }

  onRollback(step: () => void): void {
    this.undo.push(step);
  }

  /** What has to wait until the transaction is kept, and does not happen if it is not. */
  onCommit(step: () => void): void {
    this.afterwards.push(step);
  }

  setting(name: string): string | undefined {
    return this.settings.get(name);
  }

  setSetting(name: string, value: string): void {
    this.beforeWrite();
    const previous = this.settings.get(name);
    this.writeSetting.run(name, value);
    this.settings.set(name, value);
    this.onRollback(() => {
      if (previous === undefined) this.settings.delete(name);
      else this.settings.set(name, previous);
    });
  }

  /**
   * Ids of a store begin at a random offset above 10^9, so that an id of one store (or of a real account) is never
   * mistaken for an object of another one.
   */
  nextId(): number {
    const known = this.setting("nextId");
    const id = known === undefined ? (this.firstId ?? 1_000_000_000 + randomInt(1, 9_000_000_000)) : Number(known);
    this.setSetting("nextId", String(id + 1));
    return id;
  }

  /** Empties the store; the next id begins somewhere else. */
  clear(): void {
    for (const collection of this.collections()) {
      for (const object of collection.all()) collection.delete(object.id);
    }
    this.beforeWrite();
    this.database.exec("DELETE FROM setting");
    const previous = new Map(this.settings);
    this.settings.clear();
    this.firstId = undefined;
    this.onRollback(() => {
      for (const [name, value] of previous) this.settings.set(name, value);
    });
  }

  prepare(sql: string): Database.Statement {
    return this.database.prepare(sql);
  }

  execute(sql: string): void {
    this.database.exec(sql);
  }

  close(): void {
    this.database.close();
    this.lock?.exec("ROLLBACK");
    this.lock?.close();
  }

  private collections(): Collection<Stored>[] {
    return [
      this.organizations,
      this.users,
      this.keys,
      this.linkedinSeats,
      this.emailSeats,
      this.lists,
      this.agents,
      this.agentLogs,
      this.campaigns,
      this.campaignLogs,
      this.contacts,
      this.enrolments,
    ] as unknown as Collection<Stored>[];
  }
}

export function profileKey(userId: number, profileUrl: string | null): string | null {
  return profileUrl === null ? null : `${userId} ${profileUrl}`;
}

function openDatabase(path: string | undefined): Database.Database {
  const database = new Database(path ?? ":memory:");
  if (path !== undefined) {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
  }
  database.exec("CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
  return database;
}

/**
 * One process a store: a second one is refused instead of reading what it cannot keep in step with. The lock is an open
 * transaction on a file beside the store, so the system gives it up with the process, however that ends.
 */
function lockStore(path: string): Database.Database {
  const lock = new Database(`${path}-lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(`The store ${path} is in use by another sandbox. Stop that one, or name another file.`);
    }
    throw error;
  }
}
