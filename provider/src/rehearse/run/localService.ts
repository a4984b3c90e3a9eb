import { Agent, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { isOnThisMachine } from "../../api/address";
import { safeText } from "../../api/redact";
import { environmentWithout } from "../../host/environment";
import { Refusal } from "../../lifecycle/refusal";
import type { Processes } from "./processes";

const announcement = z.looseObject({ url: z.string(), controlUrl: z.string() });

/** Options for starting the local service. */
export interface LocalServiceOptions {
  /** Path of its command. */
  readonly command: string;
  readonly seed: number;
  /** Start of its simulated time, ISO 8601. */
  readonly start: string;
  /** The share of contacts who answer, 0 to 1. */
  readonly answerRate: number;
}

/**
 * The local service's control interface: actions that a person could take in the app, and data that the program cannot
 * read.
 */
export interface Control {
  /** Runs a control operation. Throws a Refusal if the service refuses the operation or does not know it. */
  ask<T>(operation: string, input: Readonly<Record<string, unknown>>, answer: z.ZodType<T>): Promise<T>;
}

/** A running local service with an organization that contains only its owner. */
export interface LocalService extends Control {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: number;
  readonly ownerId: number;
}

/** The key's owner, whose name appears in the rehearsal's texts. */
const sender = { firstName: "Sam", lastName: "Sender", email: "sam.sender@example.com" };
const senderCompany = "Sender Company";

const organizationAnswer = z.looseObject({
  organization: z.looseObject({ id: z.number() }),
  owner: z.looseObject({ id: z.number() }),
  apiKey: z.string(),
});

/** Starts the local service in a separate process, without seats and members, with a stopped clock. */
export async function startLocalService(processes: Processes, options: LocalServiceOptions): Promise<LocalService> {
  const { url, controlUrl } = await startAndReadAddress(processes, options);
  const control = controlAt(controlUrl);
  const { organization, owner, apiKey } = await control.ask(
    "addOrganization",
    { companyName: senderCompany, owner: sender },
    organizationAnswer,
  );
  // Source agents run but find nobody: the rehearsal itself determines how many people arrive.
  const behaviour = { leadsPerSignal: 0, activeAgentLimit: 1_000_000 };
  await control.ask("configure", behaviour, z.looseObject({ leadsPerSignal: z.literal(0) }));
  return { ...control, url, apiKey, organizationId: organization.id, ownerId: owner.id };
}

async function startAndReadAddress(processes: Processes, { command, seed, start, answerRate }: LocalServiceOptions) {
  const words = [
    ...["--json", "--exit-with-parent", "--populate", "nothing", "--rate-limit", "off", "--clock", "manual"],
    ...["--start-time", start, "--seed", String(seed), "--answer-rate", String(answerRate)],
  ];
  const child = await processes.start(process.execPath, [command, ...words], {
    env: environmentWithout(/^(?:OUTREACH_|PULUMI_)/i),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const errors = child.stderr === null ? Promise.resolve("") : text(child.stderr);
  const line = await new Promise<string | undefined>((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", () => resolve(undefined));
  });
  const { data } = announcement.safeParse(jsonOf(line));
  if (data !== undefined && isOnThisMachine(data.url) && isOnThisMachine(data.controlUrl)) return data;
  child.kill();
  throw new Refusal(
    `the local service did not start: ${safeText(line ?? (await errors), 300) || "it printed nothing"}`,
    "Install pulumi-outreach-sandbox in the version of pulumi-outreach.",
  );
}

function jsonOf(line: string | undefined): unknown {
  try {
    return line === undefined ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}

function controlAt(address: string): Control {
  // A separate agent, which never uses a proxy from the environment.
  const agent = new Agent({ keepAlive: true });
  return {
    async ask(operation, input, answer) {
      const { status, body } = await post(`${address}/${operation}`, JSON.stringify(input), agent);
      const json = jsonOf(body);
      if (status !== 200) throw refusalOf(operation, status, json);
      const read = answer.safeParse(json);
      if (read.success) return read.data;
      throw new Refusal(
        `the local service answered ${operation} in a form that this release does not know.`,
        "Install pulumi-outreach-sandbox in the version of pulumi-outreach.",
      );
    },
  };
}

const refusal = z.looseObject({
  message: z.union([z.string(), z.array(z.string())]),
  code: z.string().optional(),
});

function refusalOf(operation: string, status: number, json: unknown): Refusal {
  const { data } = refusal.safeParse(json);
  const reason = safeText([data?.message ?? []].flat().join("; "), 300);
  const isUnknown = data?.code === "unknownOperation";
  return new Refusal(
    isUnknown
      ? `the local service has no operation ${operation}: it is of an older release.`
      : `the local service refused ${operation} (status ${status}): ${reason}`,
    ...(isUnknown ? ["Install pulumi-outreach-sandbox in the version of pulumi-outreach."] : []),
  );
}

async function post(
  address: string,
  body: string,
  agent: Agent,
): Promise<{ readonly status: number; readonly body: string }> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, { method: "POST", headers, agent }, resolve).once("error", reject).end(body);
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}
