import type Database from "libsql";
import type { Transaction } from "./transaction.js";

/** Named texts that a store keeps besides its objects, such as its clock and its next id. */
export class Settings {
  private readonly values = new Map<string, string>();
  private readonly write: Database.Statement | undefined;
  private readonly removeAll: Database.Statement | undefined;

  constructor(
    private readonly transaction: Transaction,
    database: Database.Database | undefined,
  ) {
    if (!database) return;
    database.exec("CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
    this.write = database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)");
    this.removeAll = database.prepare("DELETE FROM setting");
    for (const row of database.prepare("SELECT name, value FROM setting").all()) {
      const { name, value } = row as { name: string; value: string };
      this.values.set(name, value);
    }
  }

  /** Takes the texts of another store over. */
  copy(other: Settings): void {
    for (const [name, value] of other.values) this.values.set(name, value);
  }

  get(name: string): string | undefined {
    return this.values.get(name);
  }

  set(name: string, value: string): void {
    this.transaction.beforeWrite();
    const previous = this.values.get(name);
    this.write?.run(name, value);
    this.values.set(name, value);
    this.transaction.onRollback(() => {
      if (previous === undefined) this.values.delete(name);
      else this.values.set(name, previous);
    });
  }

  clear(): void {
    this.transaction.beforeWrite();
    this.removeAll?.run();
    const previous = new Map(this.values);
    this.values.clear();
    this.transaction.onRollback(() => {
      for (const [name, value] of previous) this.values.set(name, value);
    });
  }
}
