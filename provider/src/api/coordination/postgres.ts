import { createRequire } from "node:module";
import type { Pool } from "pg";
import { z } from "zod";
import { type Clock, wait } from "../clock";
import { type Database, Expression } from "./database";
import { codeOf } from "./errors";
import { NewerTables, tables, upgradesFrom } from "./sqlTables";

/** Parameters of the PostgreSQL store. */
export interface PostgresParts {
  readonly url: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** How long to retry after losing the server during a run. */
  readonly patienceMilliseconds: number;
  /** Called once for each outage that lasts several seconds. */
  lost(reason: string): void;
}

/** The database cannot be used: its message and the advice are for users. */
export class NoPostgres extends Error {
  constructor(
    problem: string,
    readonly advice: string,
  ) {
    super(problem);
  }
}

const load = createRequire(__filename);
const schema = "pulumi_outreach.";
const serverTime = new Expression("(extract(epoch from clock_timestamp())::float8 * 1000)");
const existingRows = z.array(z.object({ tables: z.boolean(), schema: z.boolean() }));
const queryTimeout = 10_000;
const longestWait = 2_000;
/** Outages longer than this many milliseconds are reported. */
const reportedAfter = 5_000;
/** Number of the advisory lock held while creating and upgrading the tables. */
const tablesLock = 7_340_215;

/** A database shared by all machines configured with it. All of them use its clock. */
export class PostgresDatabase implements Database {
  readonly schema = schema;
  readonly lockRows = "for update skip locked";
  readonly nextMark = `nextval('${schema}marks')`;
  readonly clockId = "server";
  repeated = 0;
  readonly now: Expression = serverTime;
  readonly wallTime: Expression = serverTime;
  private readonly pool: Pool;
  private ready: Promise<void> | undefined;
  private reached = false;
  private loss: { readonly since: number; said: boolean } | undefined;

  /** Throws NoPostgres if the driver is not installed. */
  constructor(private readonly parts: PostgresParts) {
    this.pool = openPool(parts.url);
    // The next statement replaces a broken idle connection.
    this.pool.on("error", () => undefined);
  }

  parameter(number: number): string {
    return `$${number}`;
  }

  async query(text: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    const { clock, random, patienceMilliseconds, lost } = this.parts;
    for (let longest = 50; ; longest = Math.min(longestWait, longest * 2)) {
      try {
        await this.prepared();
        const { rows } = await this.pool.query(text, [...values]);
        this.loss = undefined;
        return rows;
      } catch (error) {
        if (error instanceof NoPostgres) throw error;
        // A server that has never answered in this run more likely has a wrong address than a short outage.
        if (!this.reached || !isTransient(error)) throw this.problemOf(error);
        // All statements waiting for an outage to end share one budget.
        this.loss ??= { since: clock.now(), said: false };
        const lasted = clock.now() - this.loss.since;
        if (lasted >= patienceMilliseconds) throw this.problemOf(error);
        if (lasted >= reportedAfter && !this.loss.said) {
          this.loss.said = true;
          lost(this.messageOf(error));
        }
        this.repeated += 1;
        await wait(clock, longest * (0.5 + random()));
      }
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private prepared(): Promise<void> {
    this.ready ??= this.prepare().catch((error) => {
      this.ready = undefined;
      throw error;
    });
    return this.ready;
  }

  private async prepare(): Promise<void> {
    const { rows: existing } = await this.pool.query(
      `select to_regclass('${schema}version') is not null as tables, to_regnamespace('pulumi_outreach') is not null as schema`,
    );
    this.reached = true;
    const [there] = existingRows.parse(existing);
    if (there?.tables !== true) {
      // Statements sent together form one transaction. The lock serialises two first runs.
      await this.pool.query(
        [
          `select pg_advisory_xact_lock(${tablesLock})`,
          // `create schema` needs a privilege on the database even if the schema exists, which a user who only owns the
          // schema lacks.
          ...(there?.schema === true ? [] : ["create schema if not exists pulumi_outreach"]),
          `create sequence if not exists ${schema}marks as integer`,
          ...tables(schema),
        ].join(";\n"),
      );
    }
    const { rows } = await this.pool.query(`select number from ${schema}version`);
    if (upgrades(rows).length > 0) await this.upgrade();
  }

  private async upgrade(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query("begin");
      await client.query(`select pg_advisory_xact_lock(${tablesLock})`);
      // Another process may have upgraded the tables meanwhile.
      const { rows } = await client.query(`select number from ${schema}version`);
      for (const statement of upgrades(rows)) await client.query(statement);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  }

  private problemOf(error: unknown): NoPostgres {
    const advice =
      "check outreach:coordination (OUTREACH_COORDINATION), the network, and the rights of its user; without the setting, only this machine is coordinated";
    return new NoPostgres(this.messageOf(error), advice);
  }

  /** The error message without the URL and its password. */
  private messageOf(error: unknown): string {
    const first = error instanceof AggregateError ? error.errors[0] : error;
    const words = first instanceof Error && first.message !== "" ? first.message : "no answer";
    const { password, searchParams } = new URL(this.parts.url);
    const secrets = [this.parts.url, password, decodeURIComponent(password), searchParams.get("password") ?? ""];
    return secrets
      .filter((secret) => secret !== "")
      .reduce((text, secret) => text.replaceAll(secret, "[secret]"), words)
      .slice(0, 300);
  }
}

function upgrades(version: unknown): string[] {
  try {
    return upgradesFrom(version, schema);
  } catch (error) {
    if (!(error instanceof NewerTables)) throw error;
    throw new NoPostgres(error.message, "upgrade the package here: npm install pulumi-outreach@latest");
  }
}

function openPool(url: string): Pool {
  let postgres: typeof import("pg");
  try {
    postgres = load("pg");
  } catch {
    throw new NoPostgres("the package pg is not installed", "npm install pg");
  }
  return new postgres.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: queryTimeout,
    query_timeout: queryTimeout,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: "pulumi-outreach",
  });
}

/** True if trying again may help: the server restarts, the network breaks, or another statement conflicts. */
function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  // Codes of five characters come from the server, all others from the connection.
  if (!/^[0-9A-Z]{5}$/.test(code) || code === "EPIPE") return true;
  return /^(08|57P|40|53300|25006)/.test(code);
}
