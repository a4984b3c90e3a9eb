import { createRequire } from "node:module";
import type { Pool } from "pg";
import { z } from "zod";
import { type Clock, pause } from "../clock";
import { type Database, Expression, schemaVersion, tables, upgradesFrom } from "./sqlStore";

export interface PostgresParts {
  readonly url: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** How long a server that is lost in the middle of a run is waited for. */
  readonly patienceMilliseconds: number;
  /** Called once a loss, when it begins to last. */
  lost(reason: string): void;
}

/** The database cannot be used: what is wrong, and what to do, for people. */
export class NoPostgres extends Error {
  constructor(
    readonly problem: string,
    readonly advice: string,
  ) {
    super(problem);
  }
}

const load = createRequire(__filename);
const schema = "pulumi_outreach.";
const serverTime = new Expression("(extract(epoch from clock_timestamp())::float8 * 1000)");
const versions = z.array(z.object({ number: z.number() }));
const queryTimeout = 10_000;
const longestPause = 2_000;
/** A loss that lasts longer is said. */
const worthSaying = 5_000;
/** Any number: whoever makes the tables holds this lock of the database meanwhile. */
const tablesLock = 7_340_215;

/** One database for all machines that name it. Its clock counts for all of them. */
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

  /** Throws NoPostgres where the driver is missing or the URL is none. */
  constructor(private readonly parts: PostgresParts) {
    this.pool = openPool(parts.url);
    // An idle connection that breaks is made anew by the next statement.
    this.pool.on("error", () => undefined);
  }

  parameter(number: number): string {
    return `$${number}`;
  }

  async query(text: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    const { clock, random, patienceMilliseconds, lost } = this.parts;
    for (let longest = 50; ; longest = Math.min(longestPause, longest * 2)) {
      try {
        await this.prepared();
        const { rows } = await this.pool.query(text, [...values]);
        this.loss = undefined;
        return rows;
      } catch (error) {
        if (error instanceof NoPostgres) throw error;
        // What never answered in this run is more likely named wrongly than down.
        if (!this.reached || !mayPass(error)) throw this.problemOf(error);
        // One budget for a loss, however many statements wait for its end.
        this.loss ??= { since: clock.now(), said: false };
        const lasted = clock.now() - this.loss.since;
        if (lasted >= patienceMilliseconds) throw this.problemOf(error);
        if (lasted >= worthSaying && !this.loss.said) {
          this.loss.said = true;
          lost(this.wordsOf(error));
        }
        this.repeated += 1;
        await pause(clock, longest * (0.5 + random()));
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
    const [there] = z.array(z.object({ tables: z.boolean(), schema: z.boolean() })).parse(existing);
    if (there?.tables !== true) {
      // Statements sent together are one transaction. Two first runs at once would disturb each other.
      await this.pool.query(
        [
          `select pg_advisory_xact_lock(${tablesLock})`,
          // Asking for it would need a right of the database's, which a user who was given the schema does not have.
          ...(there?.schema === true ? [] : ["create schema if not exists pulumi_outreach"]),
          `create sequence if not exists ${schema}marks as integer`,
          ...tables(schema),
          `insert into ${schema}version select ${schemaVersion} where not exists (select 1 from ${schema}version)`,
        ].join(";\n"),
      );
    }
    const { rows } = await this.pool.query(`select number from ${schema}version`);
    const [version] = versions.parse(rows);
    if (version === undefined || version.number > schemaVersion) {
      throw new NoPostgres(
        `its tables were made by a newer release of pulumi-outreach (version ${version?.number ?? "unknown"})`,
        "upgrade the package here: npm install pulumi-outreach@latest",
      );
    }
    if (version.number < schemaVersion) await this.upgrade();
  }

  private async upgrade(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query("begin");
      await client.query(`select pg_advisory_xact_lock(${tablesLock})`);
      // Another process may have done it meanwhile.
      const { rows } = await client.query(`select number from ${schema}version`);
      const [version] = versions.parse(rows);
      for (const statement of upgradesFrom(version?.number ?? schemaVersion, schema)) await client.query(statement);
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
    return new NoPostgres(this.wordsOf(error), advice);
  }

  /** Never the URL, which holds a password. */
  private wordsOf(error: unknown): string {
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

/** A server that restarts, a network that breaks, a conflict with another statement. */
function mayPass(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // Five characters are the server's own words; all others come from the connection.
  if (!/^[0-9A-Z]{5}$/.test(code) || code === "EPIPE") return true;
  return /^(08|57P|40|53300|25006)/.test(code);
}
