import type Database from "libsql";
import type { Transaction } from "./transaction.js";

/** Named strings that a store keeps besides its objects, such as its clock and its next id. */
export class Settings {
  private readonly values = new Map<string, string>();
  /** Names whose current values are not in the database yet. */
  private readonly unwritten = new Set<string>();

  constructor(
    private readonly transaction: Transaction,
    database: Database.Database | undefined,
  ) {
    if (!database) return;
    database.exec("CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
    for (const row of database.prepare("SELECT name, value FROM setting").all()) {
      const { name, value } = row as { name: string; value: string };
      this.values.set(name, value);
    }
    const put = database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)");
    const remove = database.prepare("DELETE FROM setting WHERE name = ?");
    transaction.writes({
      write: () => {
        for (const name of this.unwritten) {
          const value = this.values.get(name);
          if (value === undefined) remove.run(name);
          else put.run(name, value);
        }
        this.unwritten.clear();
      },
      forget: () => this.unwritten.clear(),
    });
  }

  /** Copies the settings of another store. */
  copy(other: Settings): void {
    for (const [name, value] of other.values) this.values.set(name, value);
  }

  get(name: string): string | undefined {
    return this.values.get(name);
  }

  set(name: string, value: string): void {
    this.transaction.beforeWrite();
    this.unwritten.add(name);
    const previous = this.values.get(name);
    this.values.set(name, value);
    this.transaction.onRollback(() => {
      if (previous === undefined) this.values.delete(name);
      else this.values.set(name, previous);
    });
  }

  clear(): void {
    this.transaction.beforeWrite();
    for (const name of this.values.keys()) this.unwritten.add(name);
    const previous = new Map(this.values);
    this.values.clear();
    this.transaction.onRollback(() => {
      for (const [name, value] of previous) this.values.set(name, value);
    });
  }
}
