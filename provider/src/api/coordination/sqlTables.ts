import { z } from "zod";

/** The version of the tables below. */
export const schemaVersion = 5;

/** The tables were created by a newer release. */
export class NewerTables extends Error {
  constructor(version: number | undefined) {
    super(`its tables were made by a newer release of pulumi-outreach (version ${version ?? "unknown"})`);
  }
}

/** `upgrades[0]` turns tables of version 1 into tables of version 2, and so on. */
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
  (schema: string) => [
    `alter table ${schema}created add column ran_on text`,
    `update ${schema}created set ran_on = list_ids || ' ' where ran = 1 or active = 1`,
  ],
  (schema: string) => [`alter table ${schema}created add column content text`],
];

/**
 * The statements that upgrade existing tables, to be run in one transaction; empty if they are up to date. Throws
 * NewerTables.
 *
 * @param version the rows of the table `version`
 */
export function upgradesFrom(version: unknown, schema: string): string[] {
  const [row] = z.array(z.object({ number: z.number() })).parse(version);
  if (row === undefined || row.number > schemaVersion) throw new NewerTables(row?.number);
  const statements = upgrades.slice(row.number - 1).flatMap((upgrade) => upgrade(schema));
  return statements.length === 0 ? [] : [...statements, `update ${schema}version set number = ${schemaVersion}`];
}

/** The statements that create the tables. The tables contain no keys, names or addresses. */
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
      run text not null, said_absent integer, released integer, ran integer, resource text, adopted integer,
      ran_on text, content text)`,
    `create index if not exists created_mark on ${schema}created (mark)`,
    `create index if not exists created_since on ${schema}created (service, kind, owner, mark)`,
    `create index if not exists created_id on ${schema}created (service, kind, owner, id)`,
    `create index if not exists created_name on ${schema}created (service, kind, owner, name, mark)`,
    `create index if not exists created_sent on ${schema}created (outcome) where outcome = 'sent'`,
    `create table if not exists ${schema}keys (hash text primary key, owner text not null)`,
    `create table if not exists ${schema}version (number integer not null)`,
    `insert into ${schema}version select ${schemaVersion} where not exists (select 1 from ${schema}version)`,
  ];
}
