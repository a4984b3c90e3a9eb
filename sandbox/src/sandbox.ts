import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { hostInUrl, hostOfRequest } from "./addresses.js";
import { Clock } from "./clock.js";
import type { ControlParts } from "./control/operation.js";
import { operationNames, runOperation, type SandboxControl } from "./control/operations.js";
import { addControlRoutes } from "./control/routes.js";
import { type DemoAccounts, demoAccountsWith, populateDemo } from "./demo.js";
import { behaviourSchema, type ResolvedOptions, resolveOptions, type SandboxOptions } from "./options.js";
import { Agenda } from "./planner/agenda.js";
import { loadLeadMaker } from "./planner/leads.js";
import { TimeTravel } from "./planner/timeTravel.js";
import { isRecord } from "./record.js";
import { contactResponse } from "./responses.js";
import { agentRoutes } from "./routes/agent.js";
import { campaignRoutes } from "./routes/campaign.js";
import { contactRoutes } from "./routes/contact.js";
import { listRoutes } from "./routes/list.js";
import { organizationRoutes } from "./routes/organization.js";
import { queueRoutes } from "./routes/queue.js";
import { Authentication } from "./server/authentication.js";
import { Faults } from "./server/faults.js";
import { RateLimiter } from "./server/rateLimiter.js";
import { RequestLog } from "./server/requestLog.js";
import { CONTROL_PREFIX, createServer } from "./server/server.js";
import type { Route, Service } from "./service.js";
import { locateStore } from "./store/file.js";
import { StorageError } from "./store/storageError.js";
import { Store } from "./store/store.js";
import { Webhooks } from "./webhook.js";

/** Milliseconds. */
const LOG_WRITTEN_EVERY = 500;

/** A running sandbox. */
export interface Sandbox extends SandboxControl {
  /** The address of the service. */
  readonly url: string;
  /** The address of the control. With a trailing slash, it is a page that shows the objects. */
  readonly controlUrl: string;
  /** The initial users, keys and seats of a populated sandbox. */
  readonly accounts: DemoAccounts;
  /** Stops the sandbox after it has written all data. */
  close(): Promise<void>;
}

/** Starts a sandbox in this process. It only listens on a loopback address. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return await startSandboxWith(options, () => []);
}

/** The same with additional operations that the service does not have; users, log and faults apply to them as well. */
export async function startSandboxWith(
  options: SandboxOptions,
  furtherRoutes: (service: Service) => readonly Route[],
): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  const store = openStore(resolved);
  try {
    return await serve(resolved, store, furtherRoutes);
  } catch (error) {
    store.close();
    throw error;
  }
}

function openStore(options: ResolvedOptions): Store {
  if (options.store === undefined) return new Store({ firstId: options.firstId });
  return new Store({ path: locateStore(options.store), firstId: options.firstId });
}

async function serve(
  options: ResolvedOptions,
  store: Store,
  furtherRoutes: (service: Service) => readonly Route[],
): Promise<Sandbox> {
  const log = new RequestLog(store, options.logCapacity);
  if (options.reset) {
    store.transaction(() => store.clear());
    log.restart();
  }
  const clock = new Clock(store, options.clock, options.startTime);
  const webhooks = new Webhooks();
  const service = createService(options, store, clock, webhooks);
  const accounts = demoAccountsWith(options.members);
  const setWebhook = () => {
    const owner = store.users.get(accounts.owner.userId);
    if (options.webhook && owner) store.users.put({ ...owner, webhook: options.webhook });
  };
  const populate = () => {
    if (options.populate === "demo") populateDemo(store, accounts, clock.iso());
    setWebhook();
  };
  if (options.webhook) webhooks.checkTarget(options.webhook.url);
  store.transaction(() => {
    if (store.users.size === 0) populate();
    else setWebhook();
  });

  const limiter = new RateLimiter(options.rateLimit);
  const faults = new Faults();
  const time = new TimeTravel(service, loadLeadMaker);
  const parts: ControlParts = { service, limiter, log, faults, webhooks, time, populate };
  const authentication = new Authentication(store);
  const routes = [...allRoutes(service), ...furtherRoutes(service)];
  const allowedHosts = new Set(options.allowHosts.map((host) => hostOfRequest({ host })));
  const server = createServer({ service, authentication, limiter, log, faults, routes, allowedHosts });
  addControlRoutes(server, parts);
  await listen(server, options);

  const writing = setInterval(() => flush(log), LOG_WRITTEN_EVERY);
  writing.unref();
  if (options.clock === "wall") time.followWallClock();

  const { port, address } = server.server.address() as AddressInfo;
  const url = `http://${hostInUrl(address)}:${port}`;
  let closing: Promise<void> | undefined;
  return {
    url,
    controlUrl: `${url}${CONTROL_PREFIX}`,
    accounts: structuredClone(accounts),
    close() {
      closing ??= (async () => {
        clearInterval(writing);
        await server.close();
        await time.stop();
        await webhooks.stop();
        try {
          log.flush();
          store.transaction(() => clock.keep());
        } finally {
          store.close();
        }
      })();
      return closing;
    },
    ...controlMethods(parts),
  };
}

async function listen(server: FastifyInstance, { host, port }: ResolvedOptions): Promise<void> {
  try {
    await server.listen({ port, host });
  } catch (error) {
    const code = isRecord(error) ? error.code : undefined;
    const reasons: Record<string, string> = {
      EADDRINUSE:
        "another program uses the port, perhaps another sandbox. Stop it, or choose another port (0: any free one)",
      EACCES: "the system does not allow it. Choose a port above 1023",
      EADDRNOTAVAIL: "this machine does not have the address. Choose another host",
    };
    const reason = typeof code === "string" ? reasons[code] : undefined;
    if (reason === undefined) throw error;
    throw new Error(`The sandbox cannot listen on ${hostInUrl(host)}:${port}: ${reason}.`);
  }
}

/** Entries that cannot be written stay in memory, and are written later. The store has reported why. */
function flush(log: RequestLog): void {
  try {
    log.flush();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

function createService(options: ResolvedOptions, store: Store, clock: Clock, webhooks: Webhooks): Service {
  const service: Service = {
    store,
    clock,
    agenda: new Agenda(store),
    behaviour: behaviourSchema.parse(behaviourOf(options)),
    onContact(contact, event) {
      const target = store.users.get(contact.userId)?.webhook;
      if (!target) return;
      store.onCommit(() => webhooks.send(target, contact, event, contactResponse(service, contact)));
    },
  };
  return service;
}

function allRoutes(service: Service): Route[] {
  return [
    ...listRoutes(service),
    ...agentRoutes(service),
    ...campaignRoutes(service),
    ...queueRoutes(service),
    ...contactRoutes(service),
    ...organizationRoutes(service),
  ];
}

function behaviourOf(options: ResolvedOptions): Record<string, unknown> {
  const names = Object.keys(behaviourSchema.shape) as (keyof ResolvedOptions)[];
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

function controlMethods(parts: ControlParts): SandboxControl {
  return Object.fromEntries(
    operationNames.map((name) => [
      name,
      async (input?: unknown) => structuredClone(await runOperation(parts, name, input)),
    ]),
  ) as unknown as SandboxControl;
}
