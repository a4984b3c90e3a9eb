import Database from "libsql";

/** Opens the database of a store: a file, or memory without a path. */
export function openDatabase(path: string | undefined): Database.Database {
  const database = new Database(path ?? ":memory:");
  if (path !== undefined) {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
  }
  return database;
}

/**
 * Reserves a store for this process. A second process is rejected, because neither would see the changes that the other
 * one has in memory. The lock is an open transaction on a file beside the store, so the operating system releases it
 * when the process ends, even if it is killed.
 */
export function lockStore(path: string): { release(): void } {
  const lock = new Database(`${path}-lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(`The store ${path} is in use by another sandbox. Stop that one, or name another file.`);
    }
    throw error;
  }
  return {
    release() {
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}
