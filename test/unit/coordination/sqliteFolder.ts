import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Coordination } from "../../../provider/src/api/coordination/coordination";
import { Memory } from "../../../provider/src/api/coordination/memoryStore";
import { SqliteDatabase } from "../../../provider/src/api/coordination/sqlite";
import { SqlStore } from "../../../provider/src/api/coordination/sqlStore";
import type { Store } from "../../../provider/src/api/coordination/store";
import { FakeClock } from "../api/fakeClock";
import { settingsFor } from "../api/opening";
import { runNamed } from "./stages";

/** A folder for the SQLite file, and everything that opens the file. */
export class SqliteFolder {
  readonly folder = mkdtempSync(join(tmpdir(), "outreach-sqlite-"));
  readonly file = join(this.folder, "coordination.db");
  readonly clock = new FakeClock();
  private readonly databases: SqliteDatabase[] = [];

  /** The file as seen by another process, after a start of the machine. */
  database(boot = "this-boot"): SqliteDatabase {
    const parts = { cacheFolder: this.folder, clock: this.clock, boot, random: () => 0.5, patienceMilliseconds: 100 };
    const opened = new SqliteDatabase(parts);
    this.databases.push(opened);
    return opened;
  }

  /** The store in the file as seen by another process. */
  store(name: string, boot?: string): Store {
    return new SqlStore(this.database(boot), runNamed(name));
  }

  /** A connection of the same engine that bypasses the code under test. */
  raw(): { exec(text: string): void; prepare(text: string): { all(): unknown[] }; close(): void } {
    const Engine = createRequire(join(process.cwd(), "provider", "package.json"))("libsql");
    return new Engine(this.file);
  }

  /** Runs these statements without the code under test. */
  change(statements: string): void {
    const connection = this.raw();
    connection.exec(statements);
    connection.close();
  }

  /** A process that coordinates through this file, and its warnings. */
  coordination(cacheFolder = this.folder): { readonly opened: Coordination; readonly warnings: string[] } {
    const warnings: string[] = [];
    const opened = new Coordination(
      {
        settings: settingsFor("https://outreach.example.com", { waitBudgetSeconds: 1 }),
        limit: { requests: 2, windowMilliseconds: 1000 },
        clock: this.clock,
        random: () => 0.5,
        cacheFolder,
        say: () => undefined,
        warn: (text) => warnings.push(text),
      },
      new Memory(),
      new Map(),
    );
    return { opened, warnings };
  }

  async close(): Promise<void> {
    await Promise.all(this.databases.map((database) => database.close()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
