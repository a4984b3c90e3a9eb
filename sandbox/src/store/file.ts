import { closeSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import Database from "libsql";

const sqliteHeader = Buffer.from("SQLite format 3\0");

/** Tables that every store has. */
const storeTables = ["setting", "lead_list", "campaign"];

/**
 * The file of a store's path, with symbolic links resolved, so that one store is never opened under two names. A
 * missing folder is an error, because it is usually mistyped, and so is a file that is not a store.
 */
export function locateStore(path: string): string {
  const file = resolve(path);
  try {
    const real = realFile(file);
    checkContent(real);
    return real;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `The store ${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

class StoreError extends Error {}

function realFile(path: string): string {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink() && !statSync(path, { throwIfNoEntry: false })) {
    // The link's target does not exist yet.
    return realFile(resolve(dirname(path), readlinkSync(path)));
  }
  if (entry) return realpathSync(path);
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StoreError(`The folder of the store ${path} does not exist. Create ${folder}, or correct the path.`);
  }
  return join(realpathSync(folder), basename(path));
}

function checkContent(path: string): void {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return;
  if (entry.isDirectory()) throw new StoreError(`The store ${path} is a folder. Name a file in it.`);
  if (!entry.isFile()) throw notAStore(path);
  // An empty file is a new store.
  if (entry.size === 0) return;
  const start = Buffer.alloc(sqliteHeader.length);
  const file = openSync(path, "r");
  try {
    readSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
  if (!start.equals(sqliteHeader)) throw notAStore(path);
}

function notAStore(path: string): StoreError {
  return new StoreError(`The file ${path} is not a store of a sandbox, and was not changed. Name another file.`);
}

/** Opens a store's file, whose folder must be writable. */
function openIn(path: string, file: string): Database.Database {
  try {
    return new Database(file);
  } catch {
    throw notWritable(path);
  }
}

function notWritable(path: string): StoreError {
  return new StoreError(
    `The store ${path} cannot be written: its folder ${dirname(path)} or its file is read-only. Make it writable, or name a file in another folder.`,
  );
}

/** Opens the database of a store in a file. */
export function openDatabase(path: string): Database.Database {
  const database = openIn(path, path);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").raw().all().flat();
    if (tables.length > 0 && !storeTables.every((table) => tables.includes(table))) throw notAStore(path);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

export interface StoreLock {
  release(): void;
  /** Releases the lock and deletes its file. */
  remove(): void;
}

/**
 * Reserves a store for this process. A second process is rejected, because neither would see the other's changes in
 * memory. The lock is an open transaction on a file beside the store, so the operating system releases it when the
 * process ends, even if it is killed.
 */
export function lockStore(path: string): StoreLock {
  const lock = openIn(path, `${path}-lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && /readonly/i.test(error.message)) throw notWritable(path);
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(`The store ${path} is in use by another sandbox. Stop that one, or name another file.`);
    }
    throw error;
  }
  const release = () => {
    lock.exec("ROLLBACK");
    lock.close();
  };
  return {
    release,
    remove() {
      release();
      rmSync(`${path}-lock`, { force: true });
    },
  };
}
