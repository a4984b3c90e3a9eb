import { z } from "zod";
import { columnsOf, createdRows, listsText, noteColumns } from "./createdRows";
import { Expression } from "./database";
import { ranOnAfter } from "./notes";
import { SqlLeases } from "./sqlLeases";
import type { Creation, Marks, Outcome, Owner, Recorded, Scope, SentElsewhere, Store } from "./store";
import { mostCreations, unsureFor } from "./store";

const marks = z.array(z.object({ mark: z.coerce.number() }));
const ones = z.array(z.object({ one: z.coerce.number() }));
const marksByKind = z.array(z.object({ kind: z.string(), mark: z.coerce.number() }));
const ids = z.array(z.object({ id: z.string() }));
const sent = z.array(z.object({ token: z.string(), age: z.coerce.number(), at: z.coerce.number() }));
const owners = z.array(z.object({ owner: z.string() }));

/** `name = name` is true for every row. */
const anyName = new Expression("name");

/** A store in any SQL database: the leases of the base class, plus creations and key owners. */
export class SqlStore extends SqlLeases implements Store {
  private readonly created = createdRows(this.run.id);

  async record(creation: Creation): Promise<void> {
    const { created, nextMark, wall } = this.sql;
    const { token, service, kind, owner, name, outcome } = creation;
    const { id, targets, running, ran, ranOn, stack, resource, ...more } = columnsOf(creation);
    const { adopted, saidAbsent, released, content } = more;
    await this.sql.rows(marks, outcome === "made")`
      insert into ${created} (token, mark, at, service, kind, owner, ${noteColumns})
      values (${token}, ${nextMark}, ${wall}, ${service}, ${kind}, ${owner}, ${name}, ${outcome}, ${id}, ${targets},
        ${running}, ${ran}, ${ranOn}, ${stack}, ${resource}, ${adopted}, ${saidAbsent}, ${released}, ${content}, ${this.run.id})
      on conflict (token) do update set mark = excluded.mark, at = excluded.at, outcome = excluded.outcome, id = excluded.id
      where created.outcome = 'sent' or (created.outcome = 'refused' and excluded.outcome = 'made')
      returning mark`;
  }

  async marks({ service, owner }: Owner): Promise<Marks> {
    const rows = await this.sql.rows(marksByKind)`
      select kind, max(mark) as mark from ${this.sql.created} where service = ${service} and owner = ${owner} group by kind`;
    return Object.fromEntries(rows.map(({ kind, mark }) => [kind, mark]));
  }

  async createdSince({ service, kind, owner }: Scope, name: string | undefined, mark: number): Promise<boolean> {
    const { created, wall } = this.sql;
    const named = name ?? anyName;
    const run = this.run.id;
    // A mark higher than all recorded ones means that the database has been emptied since.
    const rows = await this.sql.rows(ones)`
      select 1 as one where ${mark} > (select coalesce(max(mark), 0) from ${created})
      or exists (select 1 from ${created} where service = ${service} and kind = ${kind} and owner = ${owner}
        and name = ${named} and mark > ${mark} and outcome <> 'refused' and run <> ${run})
      or exists (select 1 from ${created} where outcome = 'sent' and service = ${service} and kind = ${kind}
        and owner = ${owner} and name = ${named} and at > ${wall} - ${unsureFor} and run <> ${run})`;
    return rows.length > 0;
  }

  async createdElsewhere({ service, kind, owner }: Scope): Promise<readonly string[]> {
    const rows = await this.sql.rows(ids)`
      select id from ${this.sql.created}
      where service = ${service} and kind = ${kind} and owner = ${owner} and run <> ${this.run.id} and id is not null`;
    return rows.map(({ id }) => id);
  }

  async sentElsewhere({ service, kind, owner }: Scope): Promise<readonly SentElsewhere[]> {
    const { created, wall } = this.sql;
    return await this.sql.rows(sent)`
      select token, ${wall} - at as age, at from ${created} where outcome = 'sent' and service = ${service}
        and kind = ${kind} and owner = ${owner} and run <> ${this.run.id}`;
  }

  async creations(of: Scope, name?: string): Promise<readonly Recorded[]> {
    return await this.sql.rows(this.created(of))`
      select token, ${noteColumns} from ${this.sql.created}
      where service = ${of.service} and kind = ${of.kind} and owner = ${of.owner} and name = ${name ?? anyName}
        and outcome <> 'refused' order by mark`;
  }

  async creationsOf(of: Scope, id: string): Promise<readonly Recorded[]> {
    return await this.sql.rows(this.created(of))`
      select token, ${noteColumns} from ${this.sql.created}
      where service = ${of.service} and kind = ${of.kind} and owner = ${of.owner} and id = ${id}
        and outcome <> 'refused' order by mark`;
  }

  async remember(object: Creation & { readonly id: string }): Promise<void> {
    const { service, kind, owner, name } = object;
    const { id, targets, running, ran, stack, resource, adopted, released, content } = columnsOf(object);
    // The rule of `afterRemembering`, in SQL: only a single statement is atomic here.
    const isHeld = new Expression(object.adopted === true ? "1 = 0" : "adopted = 1");
    const runs = new Expression(ran === 1 ? "1 = 1" : "1 = 0");
    const added = listsText(ranOnAfter(false, object).ranOn) ?? "";
    const addedIfRan = listsText(ranOnAfter(true, object).ranOn) ?? "";
    const { created } = this.sql;
    const rows = await this.sql.rows(marks)`
      update ${created} set name = ${name}, list_ids = coalesce(${targets}, list_ids),
        content = coalesce(${content}, content), active = coalesce(${running}, active), ran = case when ran = 1 or active = 1 then 1 else ${ran} end,
        ran_on = case
          when (ran = 1 or active = 1) and replace(coalesce(ran_on, ''), ${addedIfRan}, '') <> coalesce(ran_on, '') then ran_on
          when ran = 1 or active = 1 then coalesce(ran_on, '') || ${addedIfRan}
          when ${runs} then coalesce(ran_on, '') || coalesce(list_ids || ' ', '') || ${addedIfRan}
          when replace(coalesce(ran_on, ''), ${added}, '') <> coalesce(ran_on, '') then ran_on
          else coalesce(ran_on, '') || ${added} end,
        stack = case when ${isHeld} then stack else coalesce(${stack}, stack) end,
        resource = case when ${isHeld} then resource else coalesce(${resource}, resource) end,
        released = case when ${isHeld} and (stack <> ${stack} or resource <> ${resource}) then released else ${released} end,
        adopted = case when (case when ${isHeld} and (stack <> ${stack} or resource <> ${resource})
            then released else ${released} end) = 1
          then null else coalesce(${adopted}, adopted) end
      where service = ${service} and kind = ${kind} and owner = ${owner} and id = ${id}
      returning mark`;
    if (rows.length === 0) await this.record(object);
  }

  async recordAsOff({ service, kind, owner }: Scope, id: string): Promise<void> {
    await this.sql.rows(marks)`
      update ${this.sql.created} set active = 0, ran = 1
      where service = ${service} and kind = ${kind} and owner = ${owner} and id = ${id} and active = 1
      returning mark`;
  }

  async settle(tokens: readonly string[], outcome: Outcome): Promise<void> {
    const { created, nextMark } = this.sql;
    const id = outcome.outcome === "made" ? outcome.id : null;
    for (const token of tokens) {
      await this.sql.rows(marks)`
        update ${created} set outcome = ${outcome.outcome}, id = ${id}, mark = ${nextMark}
        where token = ${token} and outcome = 'sent' returning mark`;
    }
  }

  async inherit(from: Owner, to: Owner): Promise<void> {
    const { created, nextMark } = this.sql;
    await this.sql.rows(marks)`
      insert into ${created} (token, mark, service, owner, at, kind, ${noteColumns})
      select token || ${` ${to.service} ${to.owner}`}, ${nextMark}, ${to.service}, ${to.owner}, at, kind, ${noteColumns}
      from ${created} as theirs
      where service = ${from.service} and owner = ${from.owner} and outcome <> 'refused'
        and not exists (select 1 from ${created} as own where own.service = ${to.service} and own.owner = ${to.owner}
          and own.kind = theirs.kind and own.id = theirs.id)
      order by mark
      on conflict (token) do nothing returning mark`;
  }

  async ownerOf(keyHash: string): Promise<string | undefined> {
    const { keys, created } = this.sql;
    // Runs once per run, which is often enough to delete old creations.
    await this.sql.rows(marks)`
      delete from ${created} where mark < (select max(mark) from ${created}) - ${mostCreations}
        and outcome <> 'sent' and coalesce(active, 0) = 0 and coalesce(ran, 0) = 0 returning mark`;
    const [row] = await this.sql.rows(owners)`select owner from ${keys} where hash = ${keyHash}`;
    return row?.owner;
  }

  async rememberOwner(keyHash: string, owner: string): Promise<void> {
    await this.sql.rows(owners)`
      insert into ${this.sql.keys} (hash, owner) values (${keyHash}, ${owner})
      on conflict (hash) do update set owner = excluded.owner returning owner`;
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}
