import type fc from "fast-check";
import type { Answer } from "../../../provider/src/api/objects";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { agents, campaigns, lists } from "./arbitraries";

const reversed = (value: unknown) => (Array.isArray(value) ? [...value].reverse() : value);

/** A response in the service's format: numbered steps, missing fields as null, sets in the service's order. */
function serveCampaign(body: Values): Answer {
  const steps = Array.isArray(body.steps) ? body.steps : [];
  return {
    language: null,
    ...body,
    id: "41",
    userId: 5,
    tone: "direct",
    listIds: reversed(body.listIds),
    emailSeatIds: reversed(body.emailSeatIds) ?? null,
    steps: steps.map((step, index) => ({ note: null, url: null, ...step, id: 900 + index, stepNumber: index + 1 })),
  };
}

function serveAgent(body: Values): Answer {
  const given = Array.isArray(body.variables) ? body.variables : [];
  const variables = [...given].reverse().map((signal, index) => ({
    needsUserToken: false,
    ...signal,
    enabled: true,
    strength: index,
    nbResultsLastLaunch: null,
    last_usage: "2026-11-01T00:00:00Z",
  }));
  const own = body.agentType === "website-visitor" ? [{ type: "WEBSITE_VISITOR", value: "true" }] : [];
  const looks = body.agentType === "lookalike" ? [{ type: "LOOKALIKE", value: "12" }] : [];
  return {
    paused: false,
    minLeadScore: null,
    ...body,
    id: "41",
    targetJobTitles: reversed(body.targetJobTitles) ?? [],
    mandatoryKeywords: reversed(body.mandatoryKeywords) ?? null,
    variables:
      body.variables === undefined && own.length + looks.length === 0 ? null : [...own, ...variables, ...looks],
    creditUsage: 12,
  };
}

const serveList = (body: Values): Answer => ({ ...body, id: "41", userId: 5, campaignId: 9 });

/** Each kind with its generated programs, and the service's response to a create. */
export const kinds: [ResourceKind, fc.Arbitrary<Values>, (body: Values) => Answer][] = [
  [listKind, lists, serveList],
  [sourceAgentKind, agents, serveAgent],
  [campaignKind, campaigns, serveCampaign],
];
