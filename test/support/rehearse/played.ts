import type { z } from "zod";
import { rehearsalOf } from "../../../provider/src/rehearse/build";
import type { Rehearsal } from "../../../provider/src/rehearse/model";
import { detailsOf, type Rehearsed } from "../../../provider/src/rehearse/people";
import type { Control } from "../../../provider/src/rehearse/run/localService";
import { type PlayOptions, playDays, type SharedLists } from "../../../provider/src/rehearse/run/play";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";

const start = "2026-03-02T00:00:00.000Z";

/** The control of a sandbox in this process. */
export function controlOf(sandbox: Sandbox): Control {
  const operations = new Map(Object.entries(sandbox));
  return {
    async ask<T>(name: string, input: Readonly<Record<string, unknown>>, answer: z.ZodType<T>) {
      const operation: unknown = operations.get(name);
      if (typeof operation !== "function") throw new Error(`the sandbox has no operation ${name}`);
      return answer.parse(await operation(input));
    },
  };
}

/** A campaign to play: what `POST /v1/campaign` takes, without lists. */
export interface PlayedCampaign {
  readonly name: string;
  readonly active?: boolean;
  readonly linkedinSeatId?: number;
  readonly emailSeatIds?: readonly number[];
  readonly steps: readonly object[];
  /** Its list's name; campaigns with the same name share the list. Default: its own list. */
  readonly list?: string;
  /** Its name in the program. Default: derived from `name`. */
  readonly resource?: string;
}

const usual: PlayOptions = { days: 12, contacts: 60, arriveOver: 1, incomplete: 0.2 };

/** Plays campaigns in a sandbox in this process, without an engine. */
export async function played(
  campaigns: readonly PlayedCampaign[],
  options: Partial<PlayOptions> = {},
): Promise<Rehearsal> {
  return (await rehearsed(campaigns, options)).rehearsal;
}

/** The same, with the details that the result contains only as sums. */
export async function rehearsed(
  campaigns: readonly PlayedCampaign[],
  options: Partial<PlayOptions> = {},
  { sharedLists, prepare }: { sharedLists?: SharedLists; prepare?: (sandbox: Sandbox) => Promise<unknown> } = {},
): Promise<Rehearsed> {
  const sandbox = await startSandbox({ rateLimit: false, startTime: start, leadsPerSignal: 0 });
  try {
    await prepare?.(sandbox);
    const lists = new Map<string, number>();
    const declared = [];
    for (const { list, resource, ...campaign } of campaigns) {
      const name = list ?? `List of ${campaign.name}`;
      const listId = lists.get(name) ?? (await sandbox.addList({ userId: 101, name })).id;
      lists.set(name, listId);
      const id = await create(sandbox, { active: false, ...campaign, listIds: [listId] });
      const key = resource ?? campaign.name.toLowerCase().replace(/\W+/g, "-");
      const urn = `urn:pulumi:test::outreach::pulumi-nodejs:dynamic/outreach:Campaign::${key}`;
      declared.push({ id, urn, key, isActive: campaign.active === true });
    }
    const all = { ...usual, ...options };
    const result = await playDays(controlOf(sandbox), declared, all, () => {}, sharedLists);
    const everything = {
      ...{ project: "outreach", stack: "test", start, days: all.days, seed: 1, campaigns: declared, ...result },
      ...{ assumptions: ["Everything is assumed."], warnings: [] },
    };
    return { rehearsal: rehearsalOf(everything), details: detailsOf(everything) };
  } finally {
    await sandbox.close();
  }
}

async function create(sandbox: Sandbox, body: object): Promise<number> {
  const response = await fetch(`${sandbox.url}/v1/campaign`, {
    method: "POST",
    headers: { authorization: "Bearer osk_demo_owner", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (typeof answer === "object" && answer !== null && "id" in answer && typeof answer.id === "number")
    return answer.id;
  throw new Error(`the campaign was not created: ${JSON.stringify(answer)}`);
}

/** Two campaigns that share a seat, one of which shares an e-mail seat with a third one, with fields in their texts. */
export const rivals: readonly PlayedCampaign[] = [
  {
    name: "Fintech Q1",
    active: true,
    linkedinSeatId: 7,
    steps: [
      { type: "visitProfile" },
      { type: "invitationNote", note: "Hello from our team", delayAfterLastStep: 1 },
      { type: "message", message: "Hi [FirstName], I saw what [Company] builds.\nMay I show you ours?" },
      { type: "message", messageMode: "ai" },
    ],
  },
  {
    name: "Banks & <b>insurers</b>",
    linkedinSeatId: 7,
    emailSeatIds: [21],
    steps: [
      { type: "invitation" },
      { type: "email", subject: "A question, [JobTitle]", message: "Dear [FirstName],\n\n[Company] and we could…" },
    ],
  },
  {
    name: "Newsletter",
    emailSeatIds: [21, 22],
    steps: [{ type: "email", subject: "News", message: "Hello [FirstName]" }],
  },
];
