import { withoutKeys } from "../changes/apiKey.js";
import { machineTime } from "../clock.js";
import type { Store } from "../store/store.js";

export type ObjectKind = "list" | "agent" | "campaign" | "contact";

/** One request, without its key and without anything of its body but the name of what it made. */
export interface RequestRecord {
  /** In order of arrival, from 1, never used twice in a store. */
  sequence: number;
  /** Milliseconds since 1970 by the machine's monotonic clock, at arrival. */
  time: number;
  method: string;
  path: string;
  query: Record<string, string>;
  /** The user the request acted as; null when it was refused before that was known. */
  userId: number | null;
  /** The user whose key was used, and whose budget it counts against. */
  accountId: number | null;
  /** Null while it is open, and where the connection ended without an answer. */
  status: number | null;
  /** Whether it changed anything in the service. */
  applied: boolean;
  created: { kind: ObjectKind; id: number; name: string } | null;
  fault: { id: number; kind: string; when: string } | null;
  durationMilliseconds: number | null;
}

export interface LogFilter {
  /** Only requests with a higher sequence. */
  after?: number;
  method?: string;
  /** The beginning of the path. */
  path?: string;
  userId?: number;
  accountId?: number;
  status?: number;
  applied?: boolean;
  /** At most this many, the newest. */
  last?: number;
}

export interface LogPage {
  /** How many requests came in over the store's life. */
  total: number;
  /** The oldest that is still remembered. */
  firstSequence: number;
  requests: RequestRecord[];
}

/** A search text may name a person; the rest of a query only says which page was asked for. */
const loggedQueryNames = new Set([
  "page",
  "limit",
  "agent",
  "listId",
  "activeOnly",
  "dateFrom",
  "dateTo",
  "scoreFrom",
  "scoreTo",
]);

const noQuery: Record<string, string> = Object.freeze({});

/**
 * Kept in memory and, for a store in a file, written in batches: what a request changed is written with its log entry
 * in one transaction, so a kill can only lose entries of requests that changed nothing.
 */
export class RequestLog {
  private records: RequestRecord[] = [];
  private readonly unwritten = new Set<RequestRecord>();
  private nextSequence = 1;
  private readonly persistence: ReturnType<RequestLog["openPersistence"]> | undefined;

  constructor(
    private readonly store: Store,
    private readonly capacity: number,
  ) {
    if (!store.isFile) return;
    this.persistence = this.openPersistence();
    const rows = this.persistence.newest.all(capacity) as { body: string }[];
    this.records = rows.reverse().map((row) => JSON.parse(row.body) as RequestRecord);
    this.nextSequence = Math.max(Number(store.setting("nextSequence") ?? 1), (this.records.at(-1)?.sequence ?? 0) + 1);
  }

  open(method: string, url: string): RequestRecord {
    const separator = url.indexOf("?");
    const record: RequestRecord = {
      sequence: this.nextSequence,
      time: machineTime(),
      method,
      path: withoutKeys((separator === -1 ? url : url.slice(0, separator)).slice(0, 500)),
      query: separator === -1 ? noQuery : loggedQuery(url.slice(separator + 1)),
      userId: null,
      accountId: null,
      status: null,
      applied: false,
      created: null,
      fault: null,
      durationMilliseconds: null,
    };
    this.nextSequence += 1;
    this.records.push(record);
    if (this.records.length > this.capacity * 1.25) this.records.splice(0, this.records.length - this.capacity);
    if (this.persistence) this.unwritten.add(record);
    return record;
  }

  finish(record: RequestRecord, status: number | null): void {
    record.status = status;
    record.durationMilliseconds = machineTime() - record.time;
    if (this.persistence) this.unwritten.add(record);
  }

  /** Inside the transaction of the change that the request made. */
  writeApplied(record: RequestRecord): void {
    if (!this.persistence) return;
    this.store.beforeWrite();
    this.persistence.write.run(record.sequence, JSON.stringify(record));
    this.store.setSetting("nextSequence", String(this.nextSequence));
  }

  /** Writes what only memory knows. */
  flush(): void {
    const persistence = this.persistence;
    if (!persistence || this.unwritten.size === 0) return;
    this.store.transaction(() => {
      this.store.beforeWrite();
      for (const record of this.unwritten) persistence.write.run(record.sequence, JSON.stringify(record));
      persistence.trim.run(this.nextSequence - this.capacity);
      this.store.setSetting("nextSequence", String(this.nextSequence));
    });
    this.unwritten.clear();
  }

  read(filter: LogFilter = {}): LogPage {
    let found = this.records.filter(
      (record) =>
        (filter.after === undefined || record.sequence > filter.after) &&
        (filter.method === undefined || record.method === filter.method.toUpperCase()) &&
        (filter.path === undefined || record.path.startsWith(filter.path)) &&
        (filter.userId === undefined || record.userId === filter.userId) &&
        (filter.accountId === undefined || record.accountId === filter.accountId) &&
        (filter.status === undefined || record.status === filter.status) &&
        (filter.applied === undefined || record.applied === filter.applied),
    );
    if (filter.last !== undefined) found = filter.last === 0 ? [] : found.slice(-filter.last);
    return {
      total: this.nextSequence - 1,
      firstSequence: this.records[0]?.sequence ?? this.nextSequence,
      requests: found.map((record) => ({ ...record })),
    };
  }

  clear(): void {
    this.records = [];
    this.unwritten.clear();
    const persistence = this.persistence;
    if (!persistence) return;
    this.store.transaction(() => {
      this.store.beforeWrite();
      persistence.clear.run();
      this.store.setSetting("nextSequence", String(this.nextSequence));
    });
  }

  private openPersistence() {
    this.store.execute("CREATE TABLE IF NOT EXISTS request (sequence INTEGER PRIMARY KEY, body TEXT NOT NULL)");
    return {
      write: this.store.prepare("INSERT OR REPLACE INTO request (sequence, body) VALUES (?, ?)"),
      trim: this.store.prepare("DELETE FROM request WHERE sequence < ?"),
      clear: this.store.prepare("DELETE FROM request"),
      newest: this.store.prepare("SELECT body FROM request ORDER BY sequence DESC LIMIT ?"),
    };
  }
}

function loggedQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (loggedQueryNames.has(name)) query[name] = withoutKeys(value.slice(0, 100));
  }
  return query;
}
