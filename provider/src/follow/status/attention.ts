import { describe } from "../../lifecycle/about";
import type { CampaignAnswer, ListAnswer, SourceAgentAnswer } from "../../reads/objectShapes";
import { firstAndCount } from "../../text/words";
import { millisecondsOf } from "../times";
import type { Attention, CampaignStatus } from "./model";
import { orderedSteps } from "./progress";

const day = 86_400_000;
/** Days after which a running agent, or a campaign with due people, should have done something. */
const quietDays = 3;

/** The data that was read. A missing listing means that the service does not have it or that it could not be read. */
export interface Seen {
  readonly now: number;
  readonly actingUser: { readonly id: string; readonly isActive?: boolean };
  readonly campaigns?: readonly CampaignAnswer[];
  readonly agents?: readonly SourceAgentAnswer[];
  readonly lists?: readonly ListAnswer[];
  /** The campaigns that are shown. */
  readonly shown: readonly CampaignStatus[];
}

/** What needs the user's attention, most urgent first. */
export function attentionOf(seen: Seen): Attention[] {
  const { actingUser } = seen;
  return [
    ...(actingUser.isActive === false
      ? [
          attentionItem(
            "inactive-member",
            `user ${actingUser.id}`,
            "the acting user is deactivated.",
            "Activate the member in the app, or switch off what runs for them.",
          ),
        ]
      : []),
    ...seen.shown.flatMap((campaign) => campaignAttention(campaign, seen)),
    ...(seen.agents ?? []).flatMap((agent) => agentAttention(agent, seen)),
    ...inactiveCampaigns(seen.campaigns ?? []),
  ];
}

function campaignAttention(campaign: CampaignStatus, { now, agents, campaigns }: Seen): Attention[] {
  if (campaign.active === false) return [];
  const name = describe("campaign", campaign.name, campaign.id);
  const found: Attention[] = [];
  const { lists, people } = campaign;
  const areEmpty = lists.length > 0 && lists.every((list) => list.people === 0);
  if (areEmpty) {
    found.push(
      attentionItem(
        "empty-list",
        name,
        "nobody is in its lists.",
        "Import contacts, or let a source agent fill a list.",
      ),
    );
  }
  const listIds = new Set(lists.map(({ id }) => id));
  if (agents !== undefined && listIds.size > 0 && people.notStarted === 0 && !areEmpty) {
    const filling = agents.filter(({ listId }) => listId !== undefined && listIds.has(String(listId)));
    if (!filling.some(({ paused }) => paused !== true)) {
      const why =
        filling.length === 0 ? "no source agent fills its lists" : "the source agents of its lists are paused";
      found.push(
        attentionItem(
          "no-new-people",
          name,
          `everybody in its lists has started, and ${why}.`,
          "Add people, resume an agent, or let it end.",
        ),
      );
    }
  }
  const quietSince = millisecondsOf(campaign.lastSent);
  if (people.due !== undefined && people.due > 0 && quietSince !== undefined && now - quietSince > quietDays * day) {
    const days = Math.floor((now - quietSince) / day);
    found.push(
      attentionItem(
        "sends-nothing",
        name,
        `${people.due} people are due and nothing was sent for ${days} days.`,
        "Check its seats, their quotas and launch hours in the app.",
      ),
    );
  }
  const steps = orderedSteps(campaigns?.find(({ id }) => id === campaign.id));
  const written = steps.flatMap((step, index) => (isWrittenByService(step) ? [index + 1] : []));
  if (written.length > 0) {
    const which = `${written.length === 1 ? "step" : "steps"} ${written.join(", ")}`;
    found.push(
      attentionItem(
        "ai-text",
        name,
        `the service's AI writes ${which}; nobody reads these texts before they are sent.`,
        'Read the first ones in the app, or set messageMode: "same".',
      ),
    );
  }
  return found;
}

function isWrittenByService(step: Readonly<Record<string, unknown>>): boolean {
  const { type, messageMode, message } = step;
  if (type !== "message" && type !== "email") return false;
  return messageMode === undefined ? message === undefined : messageMode === "ai";
}

function agentAttention(agent: SourceAgentAnswer, { now, lists }: Seen): Attention[] {
  const name = describe("source agent", agent.name, agent.id);
  const found: Attention[] = [];
  if (agent.paused === true) {
    if (agent.lastRun !== undefined) return [];
    return [
      attentionItem(
        "paused-before-first-run",
        name,
        "it is paused and has never run: perhaps it was created over the active agent limit.",
        "Pause another agent and resume this one in the app, or delete it.",
      ),
    ];
  }
  if (agent.agentType === "website-visitor" && agent.scriptInstalled === false) {
    found.push(
      attentionItem(
        "script-missing",
        name,
        "its tracking script is not installed on the website.",
        `Install the script${agent.scriptId === undefined ? "" : ` ${agent.scriptId}`} as the app describes.`,
      ),
    );
  }
  const lastRun = millisecondsOf(agent.lastRun ?? agent.createdAt);
  if (lastRun !== undefined && now - lastRun > quietDays * day) {
    const days = Math.floor((now - lastRun) / day);
    found.push(
      attentionItem(
        "agent-quiet",
        name,
        `it has not run for ${days} days.`,
        `See \`pulumi-outreach logs --agent ${agent.id}\`.`,
      ),
    );
  }
  const results = (agent.variables ?? []).map(({ nbResultsLastLaunch }) => nbResultsLastLaunch);
  if (agent.lastRun !== undefined && results.length > 0 && results.every((number) => number === 0)) {
    found.push(
      attentionItem(
        "no-leads",
        name,
        "none of its signals found anybody in the last run.",
        "Widen its targets or add signals.",
      ),
    );
  }
  const { creditUsage, maxCreditUsage } = agent;
  if (creditUsage !== undefined && maxCreditUsage !== undefined && creditUsage >= maxCreditUsage) {
    found.push(
      attentionItem(
        "credits-used",
        name,
        `it has used its ${maxCreditUsage} credits of this month.`,
        "Raise maxCreditUsage, or wait for the next month.",
      ),
    );
  }
  const list = agent.listId === undefined ? undefined : lists?.find(({ id }) => id === String(agent.listId));
  if (list !== undefined && list.campaignId === undefined) {
    found.push(
      attentionItem(
        "list-unused",
        name,
        `no campaign uses its list ${list.id}: it finds people whom nobody contacts.`,
        "Attach the list to a campaign, or pause the agent.",
      ),
    );
  }
  return found;
}

/** One line for all inactive campaigns: the service does not return whether a campaign ever ran. */
function inactiveCampaigns(campaigns: readonly CampaignAnswer[]): Attention[] {
  const off = campaigns.filter(({ active }) => active === false);
  const [first] = off;
  if (first === undefined) return [];
  const todo = "Switch on in the app what should run.";
  if (off.length === 1) return [attentionItem("off", describe("campaign", first.name, first.id), "it is off.", todo)];
  const names = off.map(({ id, name }) => describe("campaign", name, id));
  return [attentionItem("off", `${off.length} campaigns`, `${firstAndCount(names, 3)} are off.`, todo)];
}

function attentionItem(code: string, what: string, text: string, todo: string): Attention {
  return { code, about: what, text, todo };
}
