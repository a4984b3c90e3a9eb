import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "pulumi-outreach-sandbox";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type Clock, systemClock } from "../../provider/src/api/clock";
import { commandLine, type Printed, type Surroundings } from "./commandLine";

/** A Monday without a clock change. */
export const startTime = "2027-03-01T08:00:00.000Z";

/** An account whose key is in the environment, for tests of commands. */
export interface Stage {
  readonly sandbox: Sandbox;
  /** Runs a command at the sandbox's time, in UTC and without colours. */
  run(words: readonly string[], surroundings?: Surroundings): Promise<Printed>;
  /** Requests to the service since the last call, as `GET /v1/…`. */
  requests(): Promise<string[]>;
}

/** Calls `start` before each test, and closes the sandbox after it. */
export function stageOf(start: () => Promise<Sandbox>): () => Stage {
  let sandbox: Sandbox;
  let folder: string;
  beforeEach(async () => {
    sandbox = await start();
    vi.stubEnv("OUTREACH_BASE_URL", sandbox.url);
    vi.stubEnv("OUTREACH_API_KEY", sandbox.accounts.owner.apiKeys[0]);
    folder = mkdtempSync(join(tmpdir(), "outreach-cache-"));
    vi.stubEnv("OUTREACH_CACHE_FOLDER", folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => ({
    sandbox,
    run: async (words, surroundings = {}) => {
      const now = Date.parse((await sandbox.state()).now);
      const clock: Clock = { ...systemClock, wallTime: () => now };
      const environment = { NO_COLOR: "1", ...surroundings.environment };
      return await commandLine(words, { clock, timeZone: "UTC", ...surroundings, environment });
    },
    requests: async () => {
      const { requests } = await sandbox.log({});
      await sandbox.clearLog();
      return requests.map(({ method, path }) => `${method} ${path}`);
    },
  });
}

/** What a command prints with `--json`, if it succeeds without a word on standard error. */
export async function documentOf<Shape>(
  stage: Stage,
  shape: { parse(value: unknown): Shape },
  words: readonly string[],
): Promise<Shape> {
  const { code, stdout, stderr } = await stage.run(words);
  expect([code, stderr]).toEqual([0, ""]);
  return shape.parse(JSON.parse(stdout));
}

/** Sends one request as the owner, or as the user of another key. Throws unless it succeeds. */
export async function send(
  { url, accounts }: Pick<Sandbox, "url" | "accounts">,
  method: string,
  path: string,
  body?: unknown,
  key = accounts.owner.apiKeys[0],
): Promise<{ readonly id: number }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: number };
}

/** Signals of a source agent: the fewest that the service accepts. */
export const signals = [
  { type: "SEARCH_KEYWORD", value: '"open banking"' },
  { type: "HIRING", value: "true" },
  { type: "RECENTLY_CHANGED_JOB", value: "true" },
  { type: "TECHNOLOGY", value: "stripe" },
];

/** Steps of a campaign on a LinkedIn seat. */
export const steps = [
  { type: "visitProfile", delayAfterLastStep: 1 },
  { type: "invitation", delayAfterLastStep: 2 },
  { type: "message", delayAfterLastStep: 2, messageMode: "same", message: "Hi [FirstName], how is [Company]?" },
];

/** The ids of a list, an agent that fills it, and an active campaign that uses it. */
export interface Cycle {
  readonly listId: number;
  readonly agentId: number;
  readonly campaignId: number;
}

/** Creates a list, an agent and a campaign; `campaign` replaces fields of the campaign. */
export async function cycle(sandbox: Sandbox, name: string, campaign: Record<string, unknown> = {}): Promise<Cycle> {
  const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: `${name} leads` });
  const { id: agentId } = await send(sandbox, "POST", "/v1/agent", {
    name: `${name} finder`,
    listId,
    variables: signals,
  });
  const declared = { name, listIds: [listId], linkedinSeatId: 7, language: "en-US", active: true, steps };
  const { id: campaignId } = await send(sandbox, "POST", "/v1/campaign", { ...declared, ...campaign });
  return { listId, agentId, campaignId };
}
