import { isPostgresInstalled } from "../../tools/postgres.mjs";

export { type Postgres, startPostgres } from "../../tools/postgres.mjs";

/** The long run installs the server; the usual one uses it where it is there already. */
export const withPostgres = process.env.OUTREACH_TEST_LONG === "1" || isPostgresInstalled();
