import type Database from "libsql";

/** A part of a store that is changed in memory, and written to the database when the transaction is committed. */
export interface Written {
  /** Writes what has changed since the last commit. */
  write(): void;
  /** Discards the changes: a rollback has restored memory. */
  forget(): void;
}

/**
 * The one open transaction of a store. Objects are read from memory, so each change registers a step that restores
 * memory if the transaction is rolled back. The database is written at the end, each object once.
 */
export class Transaction {
  private readonly statements:
    | { begin: Database.Statement; commit: Database.Statement; rollback: Database.Statement }
    | undefined;
  private readonly written: Written[] = [];
  private undoSteps: (() => void)[] = [];
  private afterCommit: (() => void)[] = [];
  private open = false;
  private begun = false;

  /** Without a database, a rollback only restores memory. */
  constructor(private readonly database?: Database.Database) {
    this.statements = database && {
      begin: database.prepare("BEGIN IMMEDIATE"),
      commit: database.prepare("COMMIT"),
      rollback: database.prepare("ROLLBACK"),
    };
  }

  /** Registers a part to write at each commit. */
  writes(written: Written): void {
    this.written.push(written);
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
        for (const part of this.written) part.write();
        this.statements?.commit.run();
      }
    } catch (error) {
      for (const undo of this.undoSteps.reverse()) undo();
      for (const part of this.written) part.forget();
      // Some errors, such as a full disk, have already ended the database transaction.
      if (this.database?.inTransaction) this.statements?.rollback.run();
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
    this.statements?.begin.run();
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
