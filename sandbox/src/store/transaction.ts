import type Database from "libsql";

/**
 * The one open transaction of a store. Objects are read from memory, so each write registers a step that restores
 * memory if the transaction is rolled back.
 */
export class Transaction {
  private readonly database:
    | { begin: Database.Statement; commit: Database.Statement; rollback: Database.Statement }
    | undefined;
  private undoSteps: (() => void)[] = [];
  private afterCommit: (() => void)[] = [];
  private open = false;
  private begun = false;

  /** Without a database, a rollback restores memory alone. */
  constructor(database?: Database.Database) {
    this.database = database && {
      begin: database.prepare("BEGIN IMMEDIATE"),
      commit: database.prepare("COMMIT"),
      rollback: database.prepare("ROLLBACK"),
    };
  }

  /** See `Store.transaction`. */
  run<T>(work: () => T, beforeCommit?: (result: T) => void): { result: T; changed: boolean } {
    if (this.open) throw new Error("A transaction of the store is already open");
    this.open = true;
    let result: T;
    let changed: boolean;
    const afterCommit = this.afterCommit;
    try {
      result = work();
      changed = this.begun;
      if (changed) {
        beforeCommit?.(result);
        this.database?.commit.run();
      }
    } catch (error) {
      for (const undo of this.undoSteps.reverse()) undo();
      if (this.begun) this.database?.rollback.run();
      afterCommit.length = 0;
      throw error;
    } finally {
      this.open = false;
      this.undoSteps = [];
      this.begun = false;
      this.afterCommit = [];
    }
    for (const step of afterCommit) step();
    return { result, changed };
  }

  /** Begins the database transaction at the first write, so that reads cost nothing. */
  beforeWrite(): void {
    if (!this.open) throw new Error("The store can be written only inside a transaction");
    if (this.begun) return;
    this.database?.begin.run();
    this.begun = true;
  }

  onRollback(undo: () => void): void {
    this.undoSteps.push(undo);
  }

  /** Runs a step after the transaction is committed; drops it if the transaction is rolled back. */
  onCommit(step: () => void): void {
    this.afterCommit.push(step);
  }
}
