import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Database, type Statements, statementsOn } from "./database";
import type { Lease, LeaseStore, ProcessRun, Taken, Use } from "./store";

/** Rows for places are created on demand, this many at a time. */
const rowsPerGrowth = 25;
/** How often one call tries to take places while other processes take or lock them. */
const mostAttempts = 5;

const counts = z.tuple([z.object({ count: z.coerce.number() })]);
const places = z.array(z.object({ place: z.coerce.number() }));
const remainders = z.array(z.object({ place: z.coerce.number(), remaining: z.coerce.number() }));
const leaseStates = z.array(
  z.object({
    place: z.coerce.number(),
    remaining: z.coerce.number(),
    lasts: z.coerce.number(),
    holder: z.string().nullable(),
  }),
);

/**
 * Leases in a SQL database. Place 0 of a resource represents a block on all its places. Every change is a single atomic
 * statement.
 */
export class SqlLeases implements LeaseStore {
  protected readonly sql: Statements;

  constructor(
    protected readonly database: Database,
    protected readonly run: ProcessRun,
  ) {
    this.sql = statementsOn(database);
  }

  async take(resource: string, most: number, wanted: number, milliseconds: number): Promise<Taken> {
    for (let attempt = 1; ; attempt++) {
      const leases = await this.takeFree(resource, most, wanted, milliseconds);
      if (leases.length > 0) return { leases, freeIn: 0, blockedFor: 0 };
      await this.mendClocks(resource);
      await this.addRows(resource, most, wanted);
      const full = await this.timeUntilFree(resource, most);
      // A place may still be free: its row was just created, or another process had it locked while taking its own.
      if (full.freeIn > 0 || attempt >= mostAttempts) return { leases, ...full };
    }
  }

  private async takeFree(resource: string, most: number, wanted: number, milliseconds: number): Promise<Lease[]> {
    const { leases, lockRows, clockId, now, wall } = this.sql;
    const { repeated } = this.database;
    const token = randomUUID();
    const rows = await this.sql.rows(places)`
      update ${leases} set token = ${token}, holder = ${this.run.label}, lasts = ${milliseconds},
        clock = ${clockId}, free_at = ${now} + ${milliseconds}, free_wall = ${wall} + ${milliseconds}
      where resource = ${resource} and place in (
        select place from ${leases}
        where resource = ${resource} and place between 1 and ${most}
          and free_at <= ${now} and (clock = ${clockId} or free_wall <= ${wall})
        order by free_at limit ${wanted} ${lockRows})
      and not exists (select 1 from ${leases} where resource = ${resource} and place = 0 and free_at > ${now})
      returning place`;
    const taken = rows.map(({ place }) => ({ resource, place, token }));
    if (this.database.repeated > repeated) await this.giveBack(resource, token, taken);
    return taken;
  }

  /** Frees the places taken by an earlier attempt whose response was lost. */
  private async giveBack(resource: string, token: string, taken: readonly Lease[]): Promise<void> {
    const rows = await this.sql.rows(places)`
      select place from ${this.sql.leases} where resource = ${resource} and token = ${token}`;
    for (const { place } of rows) {
      if (!taken.some((lease) => lease.place === place)) await this.hold({ resource, place, token }, 0);
    }
  }

  /**
   * Corrects times after a clock was restarted or set back: the remaining time is computed from the wall clock and
   * capped at the lease's length.
   */
  private async mendClocks(resource: string): Promise<void> {
    const { leases, clockId, now, wall } = this.sql;
    await this.sql.rows(places)`
      update ${leases} set clock = ${clockId}, free_at = ${now} + case
        when free_wall <= ${wall} then 0 when free_wall > ${wall} + lasts then lasts else free_wall - ${wall} end
      where resource = ${resource} and (clock <> ${clockId} or free_at > ${now} + lasts)
      returning place`;
  }

  /** Creates rows for places that have none yet. */
  private async addRows(resource: string, most: number, wanted: number): Promise<void> {
    const { leases, clockId } = this.sql;
    const [{ count }] = await this.sql.rows(counts)`
      select count(*) as count from ${leases} where resource = ${resource} and place > 0`;
    const last = Math.min(most, count + Math.max(rowsPerGrowth, wanted));
    if (last <= count) return;
    await this.sql.rows(places)`
      with recursive new (place) as (select ${count} + 1 union all select place + 1 from new where place < ${last})
      insert into ${leases} (resource, place, token, clock, free_at, free_wall, lasts)
      select ${resource}, place, '', ${clockId}, 0, 0, 0 from new where true
      on conflict (resource, place) do nothing returning place`;
  }

  private async timeUntilFree(resource: string, most: number): Promise<Omit<Taken, "leases">> {
    const { leases, now } = this.sql;
    const rows = await this.sql.rows(leaseStates)`
      select place, free_at - ${now} as remaining, lasts, case when free_at > ${now} then holder end as holder
      from ${leases} where resource = ${resource} and place <= ${most} order by free_at`;
    const blockedFor = Math.max(0, rows.find(({ place }) => place === 0)?.remaining ?? 0);
    const next = rows.find(({ place }) => place > 0);
    const freeIn = Math.max(0, blockedFor, next?.remaining ?? 0);
    if (typeof next?.holder !== "string") return { freeIn, blockedFor };
    return { freeIn, blockedFor, holder: { label: next.holder, silentFor: Math.max(0, next.lasts - next.remaining) } };
  }

  async hold({ resource, place, token }: Lease, milliseconds: number): Promise<boolean> {
    const { leases, clockId, now, wall } = this.sql;
    const rows = await this.sql.rows(places)`
      update ${leases} set lasts = ${milliseconds}, clock = ${clockId},
        free_at = ${now} + ${milliseconds}, free_wall = ${wall} + ${milliseconds}
      where resource = ${resource} and place = ${place} and token = ${token} and free_at > ${now}
      returning place`;
    return rows.length > 0;
  }

  async block(resource: string, milliseconds: number): Promise<void> {
    const { leases, clockId, now, wall } = this.sql;
    await this.mendClocks(resource);
    await this.sql.rows(places)`
      insert into ${leases} (resource, place, token, clock, free_at, free_wall, lasts)
      values (${resource}, 0, '', ${clockId}, ${now} + ${milliseconds}, ${wall} + ${milliseconds}, ${milliseconds})
      on conflict (resource, place) do update set
        lasts = excluded.lasts, free_at = excluded.free_at, free_wall = excluded.free_wall
      where leases.free_at < excluded.free_at
      returning place`;
  }

  async use(resource: string): Promise<Use> {
    const { leases, now } = this.sql;
    await this.mendClocks(resource);
    const rows = await this.sql.rows(remainders)`
      select place, free_at - ${now} as remaining from ${leases}
      where resource = ${resource} and (place = 0 or token <> '')`;
    const block = rows.find(({ place }) => place === 0);
    const places = rows.filter(({ place }) => place > 0).map(({ remaining }) => remaining);
    const latest = places.reduce((most, remaining) => Math.max(most, remaining), Number.NEGATIVE_INFINITY);
    return {
      taken: places.filter((remaining) => remaining > 0).length,
      blockedFor: Math.max(0, block?.remaining ?? 0),
      ...(places.length === 0 ? {} : { freeFor: Math.max(0, -latest) }),
    };
  }
}
