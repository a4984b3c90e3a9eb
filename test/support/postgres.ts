import { describe, it } from "vitest";
import { isLong } from "./long";

export { type Postgres, startPostgres } from "../../tools/postgres.mjs";

/** `npm run test:full` installs the server. */
export const withPostgres = isLong;

/** `npm test` skips cases that need the server. */
export function describeWithPostgres(name: string, body: () => void): void {
  if (withPostgres) describe(name, body);
}

export function itWithPostgres(name: string, body: () => Promise<void>): void {
  if (withPostgres) it(name, body);
}
