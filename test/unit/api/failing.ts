import { expect } from "vitest";
import type { Surroundings } from "../../../provider/src/api/account";
import { ServiceError } from "../../../provider/src/api/errors";
import type { Settings } from "../../../provider/src/api/settings";
import { fastClock } from "./fakeClock";
import { key, open } from "./opening";
import { type Handler, json, type PlainService } from "./plainService";

export const about = 'campaign "Fintech Q1"';
export const body = { name: "Fintech Q1", active: false, listIds: [1], steps: [] };

/** An account for which a minute passes in some milliseconds. */
export function openFast(
  { origin }: PlainService,
  changes: Partial<Settings> = {},
  surroundings: Partial<Surroundings> = {},
) {
  return open(origin, { requestTimeoutSeconds: 2000, ...changes }, { clock: fastClock(1000), ...surroundings });
}

/** The error that this throws, after checking the rules for every error. */
export async function failure(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    (value) => new Error(`no failure: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  expect(error.message.split("\n").length).toBeLessThanOrEqual(3);
  expect(error.message).not.toMatch(/[^\P{C}\n]/u);
  expect(error.stack).toBe(`ServiceError: ${error.message}`);
  expect("id" in error).toBe(false);
  expect(JSON.stringify([error.message, error.stack, { ...error }])).not.toContain(key.slice(0, 6));
  return error;
}

/** Responds like this to every create, change and read of campaigns, and has no listing of them. */
export function refuseCampaigns({ routes }: PlainService, handler: Handler): void {
  routes.set("POST /v1/campaign", handler);
  routes.set("PATCH /v1/campaign/5", handler);
  routes.set("GET /v1/campaign/5", handler);
  routes.set("GET /v1/campaign", json(404, { message: "Cannot GET /v1/campaign", statusCode: 404 }));
}

/** A page from a server that is not the service. */
export const html = "<!DOCTYPE html>\n<html><body><h1>Welcome to nginx</h1></body></html>";
/** An error in the service's format. */
export const nest = (status: number, message: unknown) =>
  json(status, { message, statusCode: status, error: "Some Error" });
