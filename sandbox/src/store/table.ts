import type Database from "libsql";

/** The rows of one kind of object in the database of a store. */
export class Table {
  private readonly upsert: Database.Statement;
  private readonly remove: Database.Statement;
  private readonly all: Database.Statement;

  constructor(database: Database.Database, name: string) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, body TEXT NOT NULL)`);
    this.upsert = database.prepare(`INSERT OR REPLACE INTO ${name} (id, body) VALUES (?, ?)`);
    this.remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
    this.all = database.prepare(`SELECT body FROM ${name} ORDER BY id`);
  }

  read(): unknown[] {
    return this.all.all().map((row) => JSON.parse((row as { body: string }).body));
  }

  put(id: number, object: unknown): void {
    this.upsert.run(id, JSON.stringify(object));
  }

  delete(id: number): void {
    this.remove.run(id);
  }
}
