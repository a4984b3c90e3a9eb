import { describe, it } from "vitest";
import { isLong } from "./long";

export { type Postgres, startPostgres } from "../../tools/postgres.mjs";

/** `npm run test:full` installs the server. */
export const withPostgres = isLong;

/** Cases that need the server are left out of `npm test`. */
export function describeWithPostgres(name: string, body: () => void): void {
  if (withPostgres) describe(name, body);
}

export function itWithPostgres(name: string, body: () => Promise<void>): void {
  if (withPostgres) it(name, body);
}
