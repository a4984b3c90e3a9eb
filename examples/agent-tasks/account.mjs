// @ts-check
// The account for the tasks that need one: a local service with two campaigns that have run for some days.
import { control, startSandbox } from "pulumi-outreach-sandbox";

const signals = [
  { type: "SEARCH_KEYWORD", value: '"open banking"' },
  { type: "HIRING", value: "true" },
  { type: "RECENTLY_CHANGED_JOB", value: "true" },
  { type: "TECHNOLOGY", value: "stripe" },
];
/** The steps of the campaign that one task adopts. */
export const springSteps = [
  { type: "visitProfile", delayAfterLastStep: 2 },
  { type: "invitation", delayAfterLastStep: 1 },
  { type: "message", delayAfterLastStep: 3, messageMode: "same", message: "Hi [FirstName], thanks for connecting." },
];

/**
 * Facts about the account.
 * @typedef {object} Facts
 * @property {string} address of the service
 * @property {{ listId: number, campaignId: number }} spring
 * @property {{ listId: number, campaignId: number }} logistics
 * @property {number} people in the list of `spring`
 * @property {{ name: string, reason: string } | undefined} skipped a person whom `logistics` has skipped
 * @property {Record<string, unknown>} answers results of the program's functions
 */

/**
 * Starts the service, with a stopped clock.
 * @param {number} [port] default: any free port
 * @returns {Promise<{ address: string, apiKey: string, close: () => Promise<void> }>} only this service accepts the key
 */
export async function startAccount(port = 0) {
  const sandbox = await startSandbox({ port, rateLimit: false, startTime: "2027-03-01T08:00:00.000Z", firstId: 10 });
  const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
  /**
   * @param {string} kind
   * @param {object} body
   * @returns {Promise<number>} the id
   */
  const create = async (kind, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${sandbox.url}/v1/${kind}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`making the account: POST /v1/${kind} answered ${answer.status}`);
    return Number(Object(await answer.json()).id);
  };
  /**
   * @param {string} name
   * @param {object} campaign
   */
  const cycle = async (name, campaign) => {
    const listId = await create("list", { name: `${name} leads` });
    await create("agent", { name: `${name} finder`, listId, variables: signals });
    await create("campaign", { name, language: "en-US", listIds: [listId], ...campaign });
  };
  await cycle("Spring", { linkedinSeatId: 7, active: true, steps: springSteps });
  const emails = [{ type: "email", messageMode: "same", subject: "A question", message: "Hi [FirstName], …" }];
  await cycle("Logistics", { linkedinSeatId: null, emailSeatIds: [21], active: true, steps: emails });
  await cycle("Draft", { linkedinSeatId: 7, active: false, steps: springSteps });
  await sandbox.advance({ days: 4, hours: 7 });
  // Requests from here on are the agent's.
  await sandbox.clearLog();
  return { address: sandbox.url, apiKey, close: () => sandbox.close() };
}

/**
 * Reads the account through the control API, which leaves no trace in the request log.
 * @param {string} address
 * @returns {Promise<Facts>}
 */
export async function factsOf(address) {
  const { contacts, campaignLogs, lists, campaigns } = await control(address).objects();
  /** @param {string} name */
  const cycle = (name) => ({
    listId: lists.find((each) => each.name === `${name} leads`)?.id ?? 0,
    campaignId: campaigns.find((each) => each.name === name)?.id ?? 0,
  });
  const [spring, logistics] = [cycle("Spring"), cycle("Logistics")];
  const left = campaignLogs.find(
    ({ campaignId, status }) => campaignId === logistics.campaignId && status === "skipped",
  );
  const person = contacts.find(({ id }) => id === left?.contactId);
  return {
    ...{ address, spring, logistics },
    people: contacts.filter(({ listId }) => listId === spring.listId).length,
    skipped: person && { name: `${person.firstName} ${person.lastName}`, reason: String(left?.reason) },
    answers: {
      getLists: lists.map(({ id, name }) => ({ id: String(id), name })),
      getCampaigns: campaigns.map(({ id, name }) => ({ id: String(id), name })),
    },
  };
}

/**
 * Requests since the task began that a question does not need: writes, and reads of a queue, which change people.
 * @param {string} address
 * @returns {Promise<string[]>}
 */
export async function intrusions(address) {
  const { requests } = await control(address).log({});
  const found = requests.filter(({ method, path }) => method !== "GET" || /queue$/.test(path));
  return found.map(({ method, path }) => `${method} ${path} was sent, and it changes the account`);
}
