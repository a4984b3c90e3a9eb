import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type Creation,
  type Lease,
  type Marks,
  mostCreations,
  type Of,
  type Outcome,
  type Owner,
  type ProcessRun,
  type Recorded,
  type Store,
  type Taken,
  unsureFor,
} from "./store";

/** What a database answers and how it spells the few things that are not the same everywhere. */
export interface Database {
  /** Before the name of a table, with a dot at its end. */
  readonly schema: string;
  /** How the parameter with this number, from 1, is written. */
  parameter(number: number): string;
  /** Behind a `select` of rows that nobody else may take at the same time. */
  readonly lockRows: string;
  readonly nextMark: string;
  /** Where two readings of `now` compare: one run of a machine, one server. */
  readonly clockId: string;
  /** Milliseconds by that clock when a statement runs, and, since it may start anew, those since 1970. */
  readonly now: Expression | Reading;
  readonly wallTime: Expression | Reading;
  /** How many statements have been sent again so far, their first answer being lost. */
  readonly repeated: number;
  /** `lasting` where the change must survive a loss of power: others do not outlive their processes anyway. */
  query(text: string, values: readonly unknown[], lasting?: boolean): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** A part of a statement that is no parameter. */
export class Expression {
  constructor(readonly text: string) {}
}

/** A parameter that is read when the statement runs: it may have waited, and others have written later times. */
export type Reading = () => number;

/** Rows of places are made as they are needed, so many at once. */
const growth = 25;

const counts = z.array(z.object({ count: z.coerce.number() }));
const places = z.array(z.object({ place: z.coerce.number() }));
const marks = z.array(z.object({ mark: z.coerce.number() }));
const ones = z.array(z.object({ one: z.coerce.number() }));
const marksByKind = z.array(z.object({ kind: z.string(), mark: z.coerce.number() }));
const creations = z.array(
  z.object({
    token: z.string(),
    name: z.string(),
    outcome: z.enum(["sent", "made"]),
    id: z.string().nullable(),
    list_ids: z.string().nullable(),
    active: z.coerce.number().nullable(),
    ran: z.coerce.number().nullable(),
    stack: z.string().nullable(),
    resource: z.string().nullable(),
    adopted: z.coerce.number().nullable(),
    said_absent: z.coerce.number().nullable(),
    released: z.coerce.number().nullable(),
    run: z.string(),
  }),
);
const targetsText = z.array(z.string());
const leaseStates = z.array(
  z.object({
    place: z.coerce.number(),
    remaining: z.coerce.number(),
    lasts: z.coerce.number(),
    holder: z.string().nullable(),
  }),
);

/** The same few statements for every SQL database. Each is atomic by itself, so nothing is ever half done. */
export class SqlStore implements Store {
  constructor(
    private readonly database: Database,
    private readonly run: ProcessRun,
  ) {}

  async take(resource: string, most: number, wanted: number, milliseconds: number): Promise<Taken> {
    for (let attempt = 1; ; attempt++) {
      const leases = await this.takeFree(resource, most, wanted, milliseconds);
      if (leases.length > 0) return { leases, freeIn: 0, blockedFor: 0 };
      const changed = (await this.mendClocks(resource)) + (await this.grow(resource, most, wanted));
      const full = await this.whenFree(resource, most);
      // Free by now: another process has just made the rows, or held them for a moment while it looked for its own.
      if ((changed === 0 && full.freeIn > 0) || attempt >= 5) return { leases, ...full };
    }
  }

  private async takeFree(resource: string, most: number, wanted: number, milliseconds: number): Promise<Lease[]> {
    const { leases, lockRows, clockId } = this.names;
    const token = randomUUID();
    const { repeated } = this.database;
    const { now, wall } = this.times;
    const rows = await this.rows(places)`
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

  /** The answer to an earlier attempt was lost: its places are nobody's. */
  private async giveBack(resource: string, token: string, taken: readonly Lease[]): Promise<void> {
    const { leases } = this.names;
    const rows = await this.rows(places)`
      select place from ${leases} where resource = ${resource} and token = ${token}`;
    for (const { place } of rows) {
      if (!taken.some((lease) => lease.place === place)) await this.hold({ resource, place, token }, 0);
    }
  }

  /** Times of a clock that has started anew or was set back say nothing: what is left counts by the wall's, at most. */
  private async mendClocks(resource: string): Promise<number> {
    const { leases, clockId } = this.names;
    const { now, wall } = this.times;
    const rows = await this.rows(places)`
      update ${leases} set clock = ${clockId}, free_at = ${now} + case
        when free_wall <= ${wall} then 0 when free_wall > ${wall} + lasts then lasts else free_wall - ${wall} end
      where resource = ${resource} and (clock <> ${clockId} or free_at > ${now} + lasts)
      returning place`;
    return rows.length;
  }

  private async grow(resource: string, most: number, wanted: number): Promise<number> {
    const { leases, clockId } = this.names;
    const [{ count } = { count: 0 }] = await this.rows(counts)`
      select count(*) as count from ${leases} where resource = ${resource} and place > 0`;
    const last = Math.min(most, count + Math.max(growth, wanted));
    if (last <= count) return 0;
    const rows = await this.rows(places)`
      with recursive new (place) as (select ${count} + 1 union all select place + 1 from new where place < ${last})
      insert into ${leases} (resource, place, token, clock, free_at, free_wall, lasts)
      select ${resource}, place, '', ${clockId}, 0, 0, 0 from new where true
      on conflict (resource, place) do nothing returning place`;
    return rows.length;
  }

  private async whenFree(resource: string, most: number): Promise<Omit<Taken, "leases">> {
    const { leases } = this.names;
    const { now } = this.times;
    const rows = await this.rows(leaseStates)`
      select place, free_at - ${now} as remaining, lasts, holder from ${leases}
      where resource = ${resource} and place <= ${most} order by free_at`;
    const blockedFor = Math.max(0, rows.find(({ place }) => place === 0)?.remaining ?? 0);
    const next = rows.find(({ place }) => place > 0);
    const freeIn = Math.max(0, blockedFor, next?.remaining ?? 0);
    if (next === undefined || next.holder === null) return { freeIn, blockedFor };
    return { freeIn, blockedFor, holder: { label: next.holder, silentFor: Math.max(0, next.lasts - next.remaining) } };
  }

  async hold({ resource, place, token }: Lease, milliseconds: number): Promise<boolean> {
    const { leases, clockId } = this.names;
    const { now, wall } = this.times;
    const rows = await this.rows(places)`
      update ${leases} set lasts = ${milliseconds}, clock = ${clockId},
        free_at = ${now} + ${milliseconds}, free_wall = ${wall} + ${milliseconds}
      where resource = ${resource} and place = ${place} and token = ${token} and free_at > ${now}
      returning place`;
    return rows.length > 0;
  }

  async block(resource: string, milliseconds: number): Promise<void> {
    const { leases, clockId } = this.names;
    const { now, wall } = this.times;
    await this.mendClocks(resource);
    await this.rows(places)`
      insert into ${leases} (resource, place, token, clock, free_at, free_wall, lasts)
      values (${resource}, 0, '', ${clockId}, ${now} + ${milliseconds}, ${wall} + ${milliseconds}, ${milliseconds})
      on conflict (resource, place) do update set
        lasts = excluded.lasts, free_at = excluded.free_at, free_wall = excluded.free_wall
      where leases.free_at < excluded.free_at
      returning place`;
  }

  async record(creation: Creation): Promise<void> {
    const { created, nextMark } = this.names;
    const { token, service, kind, owner, name, outcome, id, stack, resource } = creation;
    const { listIds, active, ran, adopted, saidAbsent, released } = columnsOf(creation);
    await this.rows(marks, outcome === "made")`
      insert into ${created} (token, mark, at, service, kind, owner, name, outcome, id, list_ids, active, ran, stack,
        resource, adopted, said_absent, released, run)
      values (${token}, ${nextMark}, ${this.times.wall}, ${service}, ${kind}, ${owner}, ${name}, ${outcome}, ${id ?? null},
        ${listIds}, ${active}, ${ran}, ${stack ?? null}, ${resource ?? null}, ${adopted}, ${saidAbsent}, ${released},
        ${this.run.id})
      on conflict (token) do update set mark = excluded.mark, at = excluded.at, outcome = excluded.outcome, id = excluded.id
      where created.outcome = 'sent' or (created.outcome = 'refused' and excluded.outcome = 'made')
      returning mark`;
  }

  async marks({ service, owner }: Owner): Promise<Marks> {
    const { created } = this.names;
    const rows = await this.rows(marksByKind)`
      select kind, max(mark) as mark from ${created} where service = ${service} and owner = ${owner} group by kind`;
    return Object.fromEntries(rows.map(({ kind, mark }) => [kind, mark]));
  }

  async createdSince({ service, kind, owner }: Of, name: string | undefined, mark: number): Promise<boolean> {
    const { created } = this.names;
    const { wall } = this.times;
    const run = this.run.id;
    // A mark that is higher than all there are is of a database that somebody has emptied since.
    const rows =
      name === undefined
        ? await this.rows(ones)`
            select 1 as one where ${mark} > (select coalesce(max(mark), 0) from ${created})
            or exists (select 1 from ${created} where service = ${service} and kind = ${kind} and owner = ${owner}
              and mark > ${mark} and outcome = 'made' and run <> ${run})
            or exists (select 1 from ${created} where outcome = 'sent' and service = ${service} and kind = ${kind}
              and owner = ${owner} and at > ${wall} - ${unsureFor} and run <> ${run})`
        : await this.rows(ones)`
            select 1 as one where ${mark} > (select coalesce(max(mark), 0) from ${created})
            or exists (select 1 from ${created} where service = ${service} and kind = ${kind} and owner = ${owner}
              and name = ${name} and run <> ${run}
              and (mark > ${mark} and outcome = 'made' or outcome = 'sent' and at > ${wall} - ${unsureFor}))`;
    return rows.length > 0;
  }

  async createdElsewhere({ service, kind, owner }: Of): Promise<readonly string[]> {
    const { created } = this.names;
    const rows = await this.rows(z.array(z.object({ id: z.string() })))`
      select id from ${created}
      where service = ${service} and kind = ${kind} and owner = ${owner} and run <> ${this.run.id} and id is not null`;
    return rows.map(({ id }) => id);
  }

  async creations({ service, kind, owner }: Of, name?: string): Promise<readonly Recorded[]> {
    const { created } = this.names;
    const columns = new Expression(
      "token, name, outcome, id, list_ids, active, ran, stack, resource, adopted, said_absent, released, run",
    );
    const rows =
      name === undefined
        ? await this.rows(creations)`
            select ${columns} from ${created}
            where service = ${service} and kind = ${kind} and owner = ${owner} and outcome <> 'refused' order by mark`
        : await this.rows(creations)`
            select ${columns} from ${created}
            where service = ${service} and kind = ${kind} and owner = ${owner} and name = ${name}
              and outcome <> 'refused' order by mark`;
    return rows.map(({ token, name, outcome, id, list_ids, active, ran, stack, ...row }) => ({
      ...{ service, kind, owner, token, name, outcome, own: row.run === this.run.id },
      ...(id === null ? {} : { id }),
      ...(list_ids === null ? {} : { targets: targetsText.parse(JSON.parse(list_ids)) }),
      ...(active === null ? {} : { running: active === 1 }),
      ...(ran === 1 ? { ran: true } : {}),
      ...(stack === null ? {} : { stack }),
      ...(row.resource === null ? {} : { resource: row.resource }),
      ...(row.adopted === 1 ? { adopted: true } : {}),
      ...(row.said_absent === 1 ? { saidAbsent: true } : {}),
      ...(row.released === 1 ? { released: true } : {}),
    }));
  }

  async remember(object: Creation & { readonly id: string }): Promise<void> {
    const { created } = this.names;
    const { service, kind, owner, name, id, stack, resource } = object;
    const { listIds, active, ran, adopted, released } = columnsOf(object);
    const rows = await this.rows(marks)`
      update ${created} set name = ${name}, list_ids = coalesce(${listIds}, list_ids),
        active = coalesce(${active}, active), ran = case when ran = 1 or active = 1 then 1 else ${ran} end,
        stack = case when adopted = 1 and ${adopted ?? 0} = 0 then stack else coalesce(${stack ?? null}, stack) end,
        resource = case when adopted = 1 and ${adopted ?? 0} = 0 then resource else coalesce(${resource ?? null}, resource) end,
        adopted = case when ${released ?? 0} = 1 then null else coalesce(${adopted}, adopted) end, released = ${released}
      where service = ${service} and kind = ${kind} and owner = ${owner} and id = ${id}
      returning mark`;
    if (rows.length === 0) await this.record(object);
  }

  async settle(tokens: readonly string[], outcome: Outcome): Promise<void> {
    const { created, nextMark } = this.names;
    const id = outcome.outcome === "made" ? outcome.id : null;
    for (const token of tokens) {
      await this.rows(marks)`
        update ${created} set outcome = ${outcome.outcome}, id = ${id}, mark = ${nextMark}
        where token = ${token} and outcome = 'sent' returning mark`;
    }
  }

  async inherit(from: Owner, to: Owner): Promise<void> {
    const { created, nextMark } = this.names;
    const columns = new Expression(
      "at, kind, name, outcome, id, list_ids, active, ran, stack, resource, adopted, said_absent, released, run",
    );
    await this.rows(marks)`
      insert into ${created} (token, mark, service, owner, ${columns})
      select token || ${` ${to.service} ${to.owner}`}, ${nextMark}, ${to.service}, ${to.owner}, ${columns}
      from ${created} as theirs
      where service = ${from.service} and owner = ${from.owner} and outcome <> 'refused'
        and not exists (select 1 from ${created} as own where own.service = ${to.service} and own.owner = ${to.owner}
          and own.kind = theirs.kind and own.id = theirs.id)
      on conflict (token) do nothing returning mark`;
  }

  async ownerOf(keyHash: string): Promise<string | undefined> {
    const { keys, created } = this.names;
    // Asked once a run, which is often enough to forget what is old.
    await this.rows(marks)`
      delete from ${created} where mark < (select max(mark) from ${created}) - ${mostCreations}
        and outcome <> 'sent' and coalesce(active, 0) = 0 and coalesce(ran, 0) = 0 returning mark`;
    const [row] = await this.rows(z.array(z.object({ owner: z.string() })))`
      select owner from ${keys} where hash = ${keyHash}`;
    return row?.owner;
  }

  async rememberOwner(keyHash: string, owner: string): Promise<void> {
    const { keys } = this.names;
    await this.rows(z.array(z.unknown()))`
      insert into ${keys} (hash, owner) values (${keyHash}, ${owner})
      on conflict (hash) do update set owner = excluded.owner returning hash`;
  }

  async close(): Promise<void> {
    await this.database.close();
  }

  private get names() {
    const { schema, lockRows, nextMark, clockId } = this.database;
    const table = (name: string) => new Expression(`${schema}${name}`);
    return {
      leases: table("leases"),
      created: table("created"),
      keys: table("keys"),
      lockRows: new Expression(lockRows),
      nextMark: new Expression(nextMark),
      clockId,
    };
  }

  private get times() {
    return { now: this.database.now, wall: this.database.wallTime };
  }

  /** Runs the statement in the template, its values as parameters, and checks what comes back. */
  private rows<T>(shape: z.ZodType<T>, lasting = false) {
    return async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<T> => {
      const given: unknown[] = [];
      const text = parts.reduce((before, part, index) => {
        const value = values[index - 1];
        if (value instanceof Expression) return before + value.text + part;
        given.push(value);
        return before + this.database.parameter(given.length) + part;
      });
      return shape.parse(await this.database.query(text, given, lasting));
    };
  }
}

function columnsOf({ targets, running, ran, adopted, saidAbsent, released }: Creation) {
  return {
    listIds: targets === undefined ? null : JSON.stringify(targets),
    active: running === undefined ? null : Number(running),
    ran: running === true || ran === true ? 1 : null,
    adopted: adopted === true ? 1 : null,
    saidAbsent: saidAbsent === undefined ? null : Number(saidAbsent),
    released: released === undefined ? null : Number(released),
  };
}

/** Version of the tables below. */
export const schemaVersion = 3;

/** `upgrades[0]` makes tables of version 2 out of those of version 1, and so on. */
const upgrades = [
  (schema: string) => [
    `alter table ${schema}created add column said_absent integer`,
    `alter table ${schema}created add column released integer`,
  ],
  (schema: string) => [
    `alter table ${schema}created add column ran integer`,
    `alter table ${schema}created add column resource text`,
    `alter table ${schema}created add column adopted integer`,
    `update ${schema}created set ran = 1 where active = 1`,
  ],
];

/** The statements that bring tables of this earlier version up to date, to be run as one transaction. */
export function upgradesFrom(version: number, schema: string): string[] {
  const statements = upgrades.slice(version - 1).flatMap((upgrade) => upgrade(schema));
  return statements.length === 0 ? [] : [...statements, `update ${schema}version set number = ${schemaVersion}`];
}

/** Makes the tables, where `schema` exists. Nothing in them is a key, a name or an address. */
export function tables(schema: string): string[] {
  return [
    `create table if not exists ${schema}leases (
      resource text not null, place integer not null, token text not null, holder text,
      clock text not null, free_at double precision not null, free_wall double precision not null,
      lasts double precision not null, primary key (resource, place))`,
    `create index if not exists leases_free on ${schema}leases (resource, free_at)`,
    `create table if not exists ${schema}created (
      token text primary key, mark integer not null, at double precision not null,
      service text not null, kind text not null, owner text not null,
      name text not null, outcome text not null, id text, list_ids text, active integer, stack text,
      run text not null, said_absent integer, released integer, ran integer, resource text, adopted integer)`,
    `create index if not exists created_mark on ${schema}created (mark)`,
    `create index if not exists created_since on ${schema}created (service, kind, owner, mark)`,
    `create index if not exists created_id on ${schema}created (service, kind, owner, id)`,
    `create index if not exists created_name on ${schema}created (service, kind, owner, name, mark)`,
    `create index if not exists created_sent on ${schema}created (outcome) where outcome = 'sent'`,
    `create table if not exists ${schema}keys (hash text primary key, owner text not null)`,
    `create table if not exists ${schema}version (number integer not null)`,
  ];
}
