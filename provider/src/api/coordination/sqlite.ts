import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Clock, wait } from "../clock";
import type { Database, Reading } from "./database";
import { codeOf } from "./errors";
import { tables, upgradesFrom } from "./sqlTables";

/** The methods of libsql that are used; the SQLite module of Node.js has the same ones. */
interface Connection {
  prepare(text: string): { all(...values: unknown[]): unknown[] };
  exec(text: string): unknown;
  close(): unknown;
}
type Open = new (path: string, options: { timeout: number }) => Connection;

const load = createRequire(__filename);
/** Waits in milliseconds between attempts while another process writes. */
const shortestWait = 1;
const longestWait = 25;

/** Parameters of the SQLite store. */
export interface SqliteParts {
  readonly cacheFolder: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Identifies the machine's boot: monotonic clock values are comparable within one boot. */
  readonly boot: string;
  /** How long to retry while another process holds the file. */
  readonly patienceMilliseconds: number;
}

/** No engine for this platform is installed. */
export class NoEngine extends Error {}
/** Another process has held the file too long, because it was suspended during a write. The message is the path. */
export class HeldByAnother extends Error {}

/** A file shared by all of the user's processes on this machine, opened by the first statement. */
export class SqliteDatabase implements Database {
  readonly schema = "";
  readonly lockRows = "";
  readonly repeated = 0;
  readonly nextMark = "(select coalesce(max(mark), 0) + 1 from created)";
  readonly clockId: string;
  readonly now: Reading;
  readonly wallTime: Reading;
  readonly path: string;
  private opened: { readonly connection: Connection; readonly inode: number } | undefined;
  private isSynced: boolean | undefined;
  private syncedAt = Number.NEGATIVE_INFINITY;
  private readonly statements = new Map<string, ReturnType<Connection["prepare"]>>();

  constructor(private readonly parts: SqliteParts) {
    this.clockId = parts.boot;
    this.now = () => parts.clock.now();
    this.wallTime = () => parts.clock.wallTime();
    this.path = join(parts.cacheFolder, "coordination.db");
  }

  parameter(): string {
    return "?";
  }

  /** Retries here while the file is busy, because waiting inside the database engine would block the whole process. */
  async query(text: string, values: readonly unknown[], lasting = false): Promise<readonly unknown[]> {
    const { clock, random, patienceMilliseconds } = this.parts;
    const until = clock.now() + patienceMilliseconds;
    for (let longest = shortestWait; ; longest = Math.min(longestWait, longest * 2)) {
      try {
        return this.transaction(text, values, lasting);
      } catch (error) {
        if (isDamaged(error)) this.setAside();
        if (!isBusy(error)) throw error;
        if (clock.now() >= until) throw new HeldByAnother(this.path);
        await wait(clock, longest * (0.5 + random()));
      }
    }
  }

  /** Moves the damaged file aside, so that the next run creates a new one, unless another process has already done so. */
  private setAside(): void {
    const inode = this.opened?.inode;
    void this.close();
    if (inode !== undefined && statSync(this.path, { throwIfNoEntry: false })?.ino !== inode) return;
    renameSync(this.path, `${this.path}.damaged`);
    rmSync(`${this.path}-journal`, { force: true });
  }

  async close(): Promise<void> {
    this.opened?.connection.close();
    this.opened = undefined;
    this.isSynced = undefined;
    this.statements.clear();
  }

  /**
   * Runs synchronously in an explicit transaction: a statement that finds the file busy stays active in the database
   * engine and would roll back what other statements write meanwhile.
   */
  private transaction(text: string, values: readonly unknown[], lasting: boolean): unknown[] {
    const connection = this.connection();
    // Syncing to disk is most of a transaction's cost; once a second is often enough.
    const isSynced = lasting && this.parts.clock.now() - this.syncedAt > 1_000;
    if (this.isSynced !== isSynced) connection.exec(`pragma synchronous = ${isSynced ? "full" : "off"}`);
    this.isSynced = isSynced;
    connection.exec("begin immediate");
    try {
      const statement = this.statements.get(text) ?? connection.prepare(text);
      this.statements.set(text, statement);
      const rows = statement.all(...values.map((value) => (typeof value === "function" ? value() : value)));
      connection.exec("commit");
      if (isSynced) this.syncedAt = this.parts.clock.now();
      return rows;
    } catch (error) {
      this.rollBack(connection);
      throw error;
    }
  }

  private rollBack(connection: Connection): void {
    try {
      connection.exec("rollback");
    } catch {
      // On a full disk, the database engine has already rolled back. In all other cases an open transaction would lock
      // out other processes.
      void this.close();
    }
  }

  private connection(): Connection {
    if (this.opened !== undefined) {
      const inode = statSync(this.path, { throwIfNoEntry: false })?.ino;
      if (inode === this.opened.inode) return this.opened.connection;
      // The cache was emptied, so other processes now share a new file.
      void this.close();
    }
    mkdirSync(this.parts.cacheFolder, { recursive: true, mode: 0o700 });
    // Opening and closing a file in use would release all of this process's locks on it.
    if (!existsSync(this.path)) closeSync(openSync(this.path, "a", 0o600));
    const connection = new (loadEngine())(this.path, { timeout: 0 });
    try {
      // Creating and deleting a journal for each transaction would cost more than the transaction itself.
      connection.exec("pragma journal_mode = persist");
      prepareTables(connection);
    } catch (error) {
      // An open transaction would outlive the connection.
      this.rollBack(connection);
      connection.close();
      throw error;
    }
    this.opened = { connection, inode: statSync(this.path).ino };
    return connection;
  }
}

function loadEngine(): Open {
  try {
    return load("libsql");
  } catch (error) {
    throw new NoEngine(error instanceof Error ? error.message : String(error));
  }
}

function prepareTables(connection: Connection): void {
  const existing = connection.prepare("select name from sqlite_master where name = 'version'").all();
  if (existing.length === 0) runAll(connection, () => tables(""));
  const upgrades = () => upgradesFrom(connection.prepare("select number from version").all(), "");
  // Checked again within the transaction, since another process may have upgraded the tables meanwhile.
  if (upgrades().length > 0) runAll(connection, upgrades);
}

/** Runs the statements, which are computed within the same transaction. */
function runAll(connection: Connection, statements: () => readonly string[]): void {
  connection.exec("begin immediate");
  for (const statement of statements()) connection.exec(statement);
  connection.exec("commit");
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

function isDamaged(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}
