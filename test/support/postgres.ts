import { describe, it } from "vitest";
import { isPostgresInstalled } from "../../tools/postgres.mjs";

export { type Postgres, startPostgres } from "../../tools/postgres.mjs";

/** The long run installs the server; the usual one uses it where it is there already. */
export const withPostgres = process.env.OUTREACH_TEST_LONG === "1" || isPostgresInstalled();

/** Cases that need the server are left out where it is not there. */
export function describeWithPostgres(name: string, body: () => void): void {
  if (withPostgres) describe(name, body);
}

export function itWithPostgres(name: string, body: () => Promise<void>): void {
  if (withPostgres) it(name, body);
}
