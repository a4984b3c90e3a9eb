// @ts-check
import { StepError } from "../step.mjs";

/** @typedef {{ readonly [field: string]: unknown }} Answer */
/** @typedef {{ readonly url: string, readonly apiKey: string }} Service */

/**
 * The account's objects as readable lines, read from the service itself.
 * @param {Service} service
 * @returns {Promise<string[]>}
 */
export async function describeService(service) {
  const lists = await ask(service, "list");
  const agents = await ask(service, "agent");
  const campaigns = await ask(service, "campaign");
  const rows = [
    ...lists.map((list) => row("list", list, [])),
    ...agents.map((agent) => row("agent", agent, [`fills list ${agent.listId}`, agent.paused ? "paused" : "running"])),
    ...campaigns.map((campaign) =>
      row("campaign", campaign, [steps(campaign), campaign.active ? "active" : "not active"]),
    ),
  ];
  return rows.length > 0 ? rows : ["nothing"];
}

/**
 * @param {Service} service
 * @param {string} kind
 * @returns {Promise<Answer[]>}
 */
async function ask({ url, apiKey }, kind) {
  const address = `${url}/v1/${kind}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!response.ok) throw new StepError(`GET ${address} answered ${response.status}: ${await response.text()}`);
  const answer = await response.json();
  if (!Array.isArray(answer)) throw new StepError(`GET ${address} did not answer with a list.`);
  return answer;
}

/**
 * @param {string} kind
 * @param {Answer} object
 * @param {readonly string[]} more
 */
function row(kind, object, more) {
  return [`${kind.padEnd(9)} ${object.id}  ${object.name}`, ...more].join(", ");
}

/** @param {Answer} campaign */
function steps({ steps: found }) {
  const number = Array.isArray(found) ? found.length : 0;
  return number === 1 ? "1 step" : `${number} steps`;
}
