import { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { kindNames } from "../everyKind";
import { kinds } from "../kinds";
import { causeOf, describe } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import type { SourceAgentAnswer } from "../reads/objectShapes";
import { readObjects } from "../reads/objects";
import { type Chosen, canOnlyBeId, chooseObjects } from "./choose";
import { type Known, type KnownObjects, type ReadState, readKnown, recordedOf } from "./known";

const named = z.strictObject({ id: z.string(), name: z.string().optional() });

/** The output of `pulumi-outreach stop --json`. */
export const stopShape = z.strictObject({
  version: z.literal(1),
  /** The user whose agents were paused. Other members' agents are not affected. */
  actingUser: z.string(),
  /** Agents that were running before. */
  paused: z.array(named),
  /** Agents that were already paused. */
  pausedBefore: z.array(named),
  /** Agents that were deleted meanwhile. */
  gone: z.array(named),
  failed: z.array(named.extend({ reason: z.string() })),
  /**
   * Campaigns that keep sending until someone switches them off in the app. If the service cannot list campaigns: those
   * active in state and records. Missing if unknown.
   */
  activeCampaigns: z.array(named.extend({ linkedinSeatId: z.string().optional() })).optional(),
  /** If the service cannot list campaigns: those that were off when last seen. One may have been launched since. */
  inactiveCampaigns: z.array(named).optional(),
  /** False if an agent not listed here may still be running. */
  isComplete: z.boolean(),
  warnings: z.array(z.string()),
});

export type Stopped = Readonly<z.infer<typeof stopShape>>;
type Named = Readonly<z.infer<typeof named>>;

/** The agents to pause. */
export interface Targets {
  readonly running: readonly Named[];
  readonly pausedBefore: readonly Named[];
  /** False if the service lists only a part of the agents. */
  readonly isComplete: boolean;
  /** True for all agents; false for those given by the user. */
  readonly areAll: boolean;
  /** The source of the agents, if the service cannot list them and none was given. */
  readonly known?: KnownObjects;
}

/**
 * Finds the running agents, or those given by id or exact name. If the service cannot list agents, uses the state and the
 * records of runs. If the agents cannot be found, throws a Refusal that says that none was paused.
 */
export async function findTargets(account: Account, words: readonly string[], readState: ReadState): Promise<Targets> {
  try {
    return await targetsOf(account, words, readState);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof Refusal)) throw error;
    const [first = "", ...rest] = error.lines;
    const advice = error instanceof ServiceError ? ["Until then, pause the agents in the app."] : [];
    throw new Refusal(`no source agent was paused: ${first}`, ...rest, ...advice);
  }
}

async function targetsOf(account: Account, words: readonly string[], readState: ReadState): Promise<Targets> {
  if (words.length > 0) {
    const chosen = await chosenAgents(account, words);
    // An agent that the service does not return is paused again, which is harmless.
    const isPaused = ({ object }: (typeof chosen)[number]) => object?.paused === true;
    const shown = ({ id, object }: (typeof chosen)[number]) => ({ id, name: object?.name });
    return {
      running: chosen.filter((each) => !isPaused(each)).map(shown),
      pausedBefore: chosen.filter(isPaused).map(shown),
      isComplete: true,
      areAll: false,
    };
  }
  const objects = await readObjects(account, "SourceAgent");
  if (objects === undefined) {
    const known = await readKnown(account, readState);
    // An agent paused before may be running again, so pause it again, which is harmless otherwise.
    return { running: namesOfKind(known, "SourceAgent"), pausedBefore: [], isComplete: false, areAll: true, known };
  }
  const shown = ({ id, name }: Named) => ({ id, name });
  return {
    running: objects.items.filter(({ paused }) => paused !== true).map(shown),
    pausedBefore: objects.items.filter(({ paused }) => paused === true).map(shown),
    isComplete: objects.whole,
    areAll: true,
  };
}

function namesOfKind({ objects }: KnownObjects, kind: Known["kind"], running?: boolean): Named[] {
  return objects
    .filter((each) => each.kind === kind && (running === undefined || each.running === running))
    .map(({ id, name }) => ({ id, name }));
}

/** If agents cannot be read, ids are enough: a failing listing must not keep them running. */
async function chosenAgents(account: Account, words: readonly string[]): Promise<Chosen<SourceAgentAnswer>[]> {
  try {
    return await chooseObjects(account, "SourceAgent", words);
  } catch (error) {
    const ids = [...new Set(words.map((word) => word.trim()))];
    if (!(error instanceof ServiceError) || !ids.every(canOnlyBeId)) throw error;
    return ids.map((id) => ({ id, object: undefined }));
  }
}

/**
 * Pauses the agents concurrently; the limiter serves these changes before this process's reads. A failure does not prevent
 * the others from being paused. Never resumes an agent. Safe to repeat. For all agents, lists them again until none is
 * running, because a concurrent update may create or resume some.
 *
 * @param done called after each agent with the number done so far
 */
export async function stopAgents(
  account: Account,
  { running, pausedBefore, isComplete, areAll, known }: Targets,
  done: (count: number) => void,
): Promise<Stopped> {
  const { id: actingUser } = await account.actingUser();
  const warnings: string[] = [];
  /** By id. An agent resumed meanwhile is paused again. */
  const ended = new Map<string, { readonly agent: Named } & Paused>();
  let count = 0;
  const pauseAll = (agents: readonly Named[]) =>
    Promise.all(
      agents.map(async (agent) => {
        ended.set(agent.id, { agent, ...(await pauseAgent(account, agent, known === undefined)) });
        count += 1;
        done(count);
      }),
    );
  const [, campaigns] = await Promise.all([pauseAll(running), readCampaigns(account, known, warnings)]);
  // If no agent was running, the user has confirmed nothing, so agents started meanwhile are not paused.
  const others = known === undefined ? findStillRunning : findRecordedSince;
  let areFound = isComplete;
  if (areAll && running.length > 0) {
    const last = await pauseOthers(() => others(account, ended), pauseAll);
    areFound &&= last.areFound;
    warnings.push(...last.warnings);
  }
  if (areAll) warnings.push(...(await warnAboutCreating(account)));
  const results = [...ended.values()];
  const agentsWith = (outcome: Paused["outcome"]) =>
    results.flatMap((each) => (each.outcome === outcome ? [each.agent] : []));
  if (known !== undefined) warnings.push(...known.gaps, unlistedWarning);
  else if (!isComplete) warnings.push(partialListWarning);
  return {
    version: 1,
    ...{ actingUser, paused: agentsWith("paused"), pausedBefore: [...pausedBefore], gone: agentsWith("gone") },
    failed: results.flatMap((each) => (each.outcome === "failed" ? [{ ...each.agent, reason: each.reason }] : [])),
    ...{ ...campaigns, isComplete: areFound, warnings: [...new Set(warnings)] },
  };
}

const unlistedWarning =
  "this service lists neither source agents nor campaigns: those that neither the state nor the records of runs hold may still run. Look in the app.";

const partialListWarning = "the service lists only a part of the source agents: others may still run.";

/** After this many listings, agents are being started faster than this command can pause them. */
const mostRounds = 8;

/** Agents running now; `areAll` is false if there may be others. */
interface Others {
  readonly agents: readonly Named[];
  readonly areAll: boolean;
}

/** Pauses agents that are running now until no more are found, except those that cannot be paused. */
async function pauseOthers(
  findOthers: () => Promise<Others>,
  pauseAll: (agents: readonly Named[]) => Promise<unknown>,
): Promise<{ readonly areFound: boolean; readonly warnings: string[] }> {
  try {
    for (let round = 1; round <= mostRounds; round++) {
      const { agents, areAll } = await findOthers();
      if (agents.length > 0) await pauseAll(agents);
      else if (areAll) return { areFound: true, warnings: [] };
      else return { areFound: false, warnings: [partialListWarning] };
    }
    const warning = "source agents start again and again: end what starts them, and run this command again.";
    return { areFound: false, warnings: [warning] };
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof Refusal)) throw error;
    return { areFound: false, warnings: [`${causeOf(error)}: source agents that were started meanwhile may run.`] };
  }
}

/** Agents that a listing shows as running now, except those that could not be paused. */
async function findStillRunning(account: Account, ended: ReadonlyMap<string, Paused>): Promise<Others> {
  const objects = await readObjects(account, "SourceAgent", { fresh: true });
  // The listing worked earlier.
  if (objects === undefined) throw new Refusal("the service no longer lists its source agents");
  const agents: Named[] = [];
  for (const { id, name, paused } of objects.items) {
    const before = ended.get(id)?.outcome;
    if (paused === true || before === "failed") continue;
    // A listing may be outdated. An agent whose own read shows it running was resumed meanwhile.
    if (before !== "paused" || !(await isShownPaused(account, id, describe("source agent", name, id)))) {
      agents.push({ id, name });
    }
  }
  return { agents, areAll: objects.whole };
}

/** Agents recorded by other processes meanwhile. */
async function findRecordedSince(account: Account, ended: ReadonlyMap<string, Paused>): Promise<Others> {
  const { objects } = await recordedOf(account, "SourceAgent");
  const agents = objects.filter(({ id }) => !ended.has(id)).map(({ id, name }) => ({ id, name }));
  return { agents, areAll: true };
}

/** Milliseconds: a process that created something within this time is likely to create more. */
const recentMilliseconds = 60_000;

/** Warnings about other processes that create objects for the acting user, if they share this process's coordination. */
async function warnAboutCreating(account: Account): Promise<string[]> {
  const creating: string[] = [];
  for (const kind of kindNames) {
    const since = await account.lastTurn(kind);
    if (since !== undefined && since < recentMilliseconds) {
      const { plural } = kinds[kind];
      creating.push(since === 0 ? `is creating ${plural}` : `created ${plural} ${Math.ceil(since / 1000)} s ago`);
    }
  }
  if (creating.length === 0) return [];
  return [
    `another process ${creating.join(", and ")}: if it is still running, it may start more. End it (\`pulumi cancel\`, or Ctrl-C twice), and run this command again.`,
  ];
}

type Paused = { readonly outcome: "paused" | "gone" } | { readonly outcome: "failed"; readonly reason: string };

/** @param isShown true if the service lists agents: a 404 for a listed agent means that it was deleted meanwhile */
async function pauseAgent(account: Account, { id, name }: Named, isShown: boolean): Promise<Paused> {
  const about = describe("source agent", name, id);
  try {
    const answer = await account.update("SourceAgent", id, { paused: true }, about);
    if (answer?.paused === true || (await isShownPaused(account, id, about))) return { outcome: "paused" };
    return { outcome: "failed", reason: "the service accepted the change, and does not show the agent as paused" };
  } catch (error) {
    // Only a listed agent counts as gone; otherwise the id may not exist.
    if (isShown && name !== undefined && error instanceof ServiceError && error.category === "notFound")
      return { outcome: "gone" };
    return { outcome: "failed", reason: causeOf(error) };
  }
}

async function isShownPaused(account: Account, id: string, about: string): Promise<boolean> {
  const finding = await account.find("SourceAgent", id, about, { fresh: true });
  return finding.status === "found" && finding.answer.paused === true;
}

async function readCampaigns(
  account: Account,
  known: KnownObjects | undefined,
  warnings: string[],
): Promise<Pick<Stopped, "activeCampaigns" | "inactiveCampaigns">> {
  try {
    const campaigns = await readObjects(account, "Campaign");
    if (campaigns === undefined) {
      if (known === undefined) return {};
      return {
        activeCampaigns: namesOfKind(known, "Campaign", true),
        inactiveCampaigns: namesOfKind(known, "Campaign", false),
      };
    }
    if (!campaigns.whole) warnings.push("the service lists only a part of the campaigns: others may be active.");
    const active = campaigns.items.filter(({ active }) => active !== false);
    return {
      activeCampaigns: active.map(({ id, name, linkedinSeatId }) => {
        return { id, name, linkedinSeatId: linkedinSeatId === undefined ? undefined : String(linkedinSeatId) };
      }),
    };
  } catch (error) {
    warnings.push(`${causeOf(error)}: look in the app which campaigns are active.`);
    return {};
  }
}
