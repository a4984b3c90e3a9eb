import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { type Clock, pause } from "../clock";
import { type Database, type Reading, schemaVersion, tables, upgradesFrom } from "./sqlStore";

/** What is used of libsql, which Node's own SQLite offers as well. */
interface Connection {
  prepare(text: string): { all(...values: unknown[]): unknown[] };
  exec(text: string): unknown;
  close(): unknown;
}
type Open = new (path: string, options: { timeout: number }) => Connection;

const load = createRequire(__filename);
/** Between two attempts while another process writes. */
const shortestPause = 1;
const longestPause = 25;

export interface SqliteParts {
  readonly cacheFolder: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Within one, readings of the growing clock compare. */
  readonly boot: string;
  /** How long another process may hold the file. */
  readonly patienceMilliseconds: number;
}

/** No engine for this platform is installed. */
export class NoEngine extends Error {}
/** Another process holds the file for too long, stopped in the middle of a write. */
export class HeldByAnother extends Error {}

/** One file for all processes of the user on this machine. Opened with the first statement. */
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

  /** Never waits inside the database, where this process would hear nothing: a busy file is tried again from here. */
  async query(text: string, values: readonly unknown[], lasting = false): Promise<readonly unknown[]> {
    const { clock, random, patienceMilliseconds } = this.parts;
    const until = clock.now() + patienceMilliseconds;
    for (let longest = shortestPause; ; longest = Math.min(longestPause, longest * 2)) {
      try {
        return this.transaction(text, values, lasting);
      } catch (error) {
        if (isDamaged(error)) this.setAside();
        if (!isBusy(error)) throw error;
        if (clock.now() >= until) throw new HeldByAnother(this.path);
        await pause(clock, longest * (0.5 + random()));
      }
    }
  }

  /** So that the next run begins anew; nobody else's file meanwhile. */
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
   * From its beginning to its end without a pause, and begun explicitly: a statement that finds the file busy stays
   * active in the engine, so that what other statements wrote meanwhile would be taken back with it.
   */
  private transaction(text: string, values: readonly unknown[], lasting: boolean): unknown[] {
    const connection = this.connection();
    // Waiting for the disk is most of what a transaction costs: once a second is often enough.
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
      // On a full disk the engine has done it by itself. Else nothing may stay open that keeps others out.
      void this.close();
    }
  }

  private connection(): Connection {
    if (this.opened !== undefined) {
      const inode = statSync(this.path, { throwIfNoEntry: false })?.ino;
      if (inode === this.opened.inode) return this.opened.connection;
      // Somebody has emptied the cache: the others share a new file by now.
      void this.close();
    }
    mkdirSync(this.parts.cacheFolder, { recursive: true, mode: 0o700 });
    // To open and close a file that is in use would end every lock that this process has on it.
    if (!existsSync(this.path)) closeSync(openSync(this.path, "a", 0o600));
    const connection = new (loadEngine())(this.path, { timeout: 0 });
    try {
      // To make and delete a second file for each transaction costs more than the rest of it.
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

const versions = z.array(z.object({ number: z.number() }));

function prepareTables(connection: Connection): void {
  const existing = connection.prepare("select name from sqlite_master where name = 'version'").all();
  if (existing.length === 0) {
    connection.exec("begin immediate");
    for (const table of tables("")) connection.exec(table);
    connection.exec(`insert into version select ${schemaVersion} where not exists (select 1 from version)`);
    connection.exec("commit");
  }
  const [version] = versions.parse(connection.prepare("select number from version").all());
  if (version === undefined || version.number > schemaVersion) {
    throw new Error(`it was written by a newer release (version ${version?.number ?? "unknown"})`);
  }
  if (version.number < schemaVersion) upgrade(connection);
}

function upgrade(connection: Connection): void {
  connection.exec("begin immediate");
  // Another process may have done it meanwhile.
  const [version] = versions.parse(connection.prepare("select number from version").all());
  for (const statement of upgradesFrom(version?.number ?? schemaVersion, "")) connection.exec(statement);
  connection.exec("commit");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

function isDamaged(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}
