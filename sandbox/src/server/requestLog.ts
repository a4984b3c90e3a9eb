import type Database from "libsql";
import { withoutKeys } from "../changes/apiKey.js";
import { machineTime } from "../clock.js";
import type { Store } from "../store/store.js";

/** The kinds of objects that a request can create. */
export type ObjectKind = "list" | "agent" | "campaign" | "contact";

/** One request, without the key and the body, except the name of a created object. */
export interface RequestRecord {
  /** Counts from 1 in order of arrival; never used twice in a store. */
  sequence: number;
  /** The time of arrival by the machine's monotonic clock, in milliseconds since 1970. */
  time: number;
  method: string;
  path: string;
  query: Record<string, string>;
  /** The acting user; `null` if the request was rejected before the user was known. */
  userId: number | null;
  /** The key's owner, whose rate limit applies; `null` without a valid key. */
  accountId: number | null;
  /** `null` until the response, and if the connection ended without one. */
  status: number | null;
  /** Whether the request changed data of the service. */
  applied: boolean;
  created: { kind: ObjectKind; id: number; name: string } | null;
  fault: { id: number; kind: string; when: string } | null;
  durationMilliseconds: number | null;
}

/** Which requests to read from the log. Default: all. */
export interface LogFilter {
  /** Only requests with a higher sequence. */
  after?: number;
  method?: string;
  /** A prefix of the path. */
  path?: string;
  userId?: number;
  accountId?: number;
  status?: number;
  applied?: boolean;
  /** Only the newest requests, at most this many. */
  last?: number;
}

/** The requests of the log that match a filter. */
export interface LogPage {
  /** All requests since the store was created. */
  total: number;
  /** The sequence of the oldest request in the log. */
  firstSequence: number;
  requests: RequestRecord[];
}

/** Pages and filters. A search text is omitted, because it may be a person's name. */
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
 * The log is in memory and, for a store in a file, also written in batches. A change is written together with its
 * request's log entry, so a kill can only lose entries of requests that changed nothing.
 */
export class RequestLog {
  /** Increases whenever a request arrives or is answered. */
  revision = 0;

  private records: RequestRecord[] = [];
  private readonly unwritten = new Set<RequestRecord>();
  private nextSequence = 1;
  private readonly persistence: ReturnType<typeof openPersistence> | undefined;

  constructor(
    private readonly store: Store,
    private readonly capacity: number,
  ) {
    if (!store.file) return;
    this.persistence = openPersistence(store.file);
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
    this.revision += 1;
    this.records.push(record);
    if (this.records.length > this.capacity * 1.25) this.records.splice(0, this.records.length - this.capacity);
    if (this.persistence) this.unwritten.add(record);
    return record;
  }

  finish(record: RequestRecord, status: number | null): void {
    this.revision += 1;
    record.status = status;
    record.durationMilliseconds = machineTime() - record.time;
    if (this.persistence) this.unwritten.add(record);
  }

  /** Inside the transaction of the request: writes its entry together with its changes. */
  writeApplied(record: RequestRecord): void {
    if (!this.persistence) return;
    this.store.beforeWrite();
    this.persistence.write.run(record.sequence, JSON.stringify(record));
    this.store.setSetting("nextSequence", String(this.nextSequence));
  }

  /** Writes the entries that are only in memory. */
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
    this.revision += 1;
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

  /** Removes all requests; the next one is the first again. */
  restart(): void {
    this.nextSequence = 1;
    this.clear();
  }
}

function openPersistence(database: Database.Database) {
  database.exec("CREATE TABLE IF NOT EXISTS request (sequence INTEGER PRIMARY KEY, body TEXT NOT NULL)");
  return {
    write: database.prepare("INSERT OR REPLACE INTO request (sequence, body) VALUES (?, ?)"),
    trim: database.prepare("DELETE FROM request WHERE sequence < ?"),
    clear: database.prepare("DELETE FROM request"),
    newest: database.prepare("SELECT body FROM request ORDER BY sequence DESC LIMIT ?"),
  };
}

function loggedQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (loggedQueryNames.has(name)) query[name] = withoutKeys(value.slice(0, 100));
  }
  return query;
}
