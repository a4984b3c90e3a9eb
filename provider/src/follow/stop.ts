import { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { kindNames } from "../everyKind";
import { kinds } from "../kinds";
import { causeOf, describe } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import type { SourceAgentAnswer } from "../reads/objectShapes";
import { readObjects } from "../reads/objects";
import { type Chosen, choose, isId } from "./choose";
import { type Known, type KnownObjects, type ReadState, readKnown, recordedOf } from "./known";

const named = z.strictObject({ id: z.string(), name: z.string().optional() });

/** What `pulumi-outreach stop --json` prints. */
export const stopShape = z.strictObject({
  version: z.literal(1),
  /** The user whose agents these are; those of other members are untouched. */
  actingUser: z.string(),
  /** Running until now. */
  paused: z.array(named),
  /** Paused before. */
  pausedBefore: z.array(named),
  /** Deleted meanwhile. */
  gone: z.array(named),
  failed: z.array(named.extend({ reason: z.string() })),
  /**
   * Campaigns that go on sending until a person switches them off in the app. If the service lists none: those that state
   * and records have as active. Absent if nothing tells them.
   */
  activeCampaigns: z.array(named.extend({ linkedinSeatId: z.string().optional() })).optional(),
  /** If the service lists no campaigns: those that were off when they were last seen. Somebody may have launched one since. */
  inactiveCampaigns: z.array(named).optional(),
  /** False if an agent may still run that is not named here. */
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
  /** True if all agents are meant, and not only those that were named. */
  readonly areAll: boolean;
  /** Where the agents are from, if the service lists none and none was named. */
  readonly known?: KnownObjects;
}

/**
 * The agents that run, or those that were named by ids or exact names. If the service lists none: those that the state and
 * the records of runs hold. Throws a Refusal that says that none was paused, if they cannot be found.
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
    // An agent that the service does not show is paused once more, which changes nothing.
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
    // One that was paused may run again: it is paused once more, which changes nothing otherwise.
    return { running: namedOf(known, "SourceAgent"), pausedBefore: [], isComplete: false, areAll: true, known };
  }
  const shown = ({ id, name }: Named) => ({ id, name });
  return {
    running: objects.items.filter(({ paused }) => paused !== true).map(shown),
    pausedBefore: objects.items.filter(({ paused }) => paused === true).map(shown),
    isComplete: objects.whole,
    areAll: true,
  };
}

function namedOf({ objects }: KnownObjects, kind: Known["kind"], running?: boolean): Named[] {
  return objects
    .filter((each) => each.kind === kind && (running === undefined || each.running === running))
    .map(({ id, name }) => ({ id, name }));
}

/** Ids are enough for agents that cannot be looked at: a listing that fails must not keep them running. */
async function chosenAgents(account: Account, words: readonly string[]): Promise<Chosen<SourceAgentAnswer>[]> {
  try {
    return await choose(account, "SourceAgent", words);
  } catch (error) {
    const ids = [...new Set(words.map((word) => word.trim()))];
    if (!(error instanceof ServiceError) || !ids.every(isId)) throw error;
    return ids.map((id) => ({ id, object: undefined }));
  }
}

/**
 * Pauses the agents, all at once: the request limit serves these changes before anything that this process reads. The
 * failure of one keeps no other from being paused. Never resumes one. Safe to repeat. If all agents are meant, lists them
 * again until none runs: an update that is running may create or resume some.
 *
 * @param done called after each agent, with how many are done
 */
export async function stopAgents(
  account: Account,
  { running, pausedBefore, isComplete, areAll, known }: Targets,
  done: (count: number) => void,
): Promise<Stopped> {
  const { id: actingUser } = await account.actingUser();
  const warnings: string[] = [];
  /** By id: an agent that is resumed meanwhile is paused again. */
  const ended = new Map<string, { readonly agent: Named } & Paused>();
  let count = 0;
  const pauseAll = (agents: readonly Named[]) =>
    Promise.all(
      agents.map(async (agent) => {
        ended.set(agent.id, { agent, ...(await pause(account, agent, known === undefined)) });
        count += 1;
        done(count);
      }),
    );
  const [, campaigns] = await Promise.all([pauseAll(running), readCampaigns(account, known, warnings)]);
  // Without an agent that runs, nobody was asked, so none that starts meanwhile is paused.
  const others = known === undefined ? runningOf : recordedSince;
  let areFound = isComplete;
  if (areAll && running.length > 0) {
    const last = await pauseOthers(() => others(account, ended), pauseAll);
    areFound &&= last.areFound;
    warnings.push(...last.warnings);
  }
  if (areAll) warnings.push(...(await othersCreating(account)));
  const results = [...ended.values()];
  const those = (outcome: Paused["outcome"]) =>
    results.flatMap((each) => (each.outcome === outcome ? [each.agent] : []));
  if (known !== undefined) warnings.push(...known.gaps, unlisted);
  else if (!isComplete) warnings.push(partly);
  return {
    version: 1,
    ...{ actingUser, paused: those("paused"), pausedBefore: [...pausedBefore], gone: those("gone") },
    failed: results.flatMap((each) => (each.outcome === "failed" ? [{ ...each.agent, reason: each.reason }] : [])),
    ...{ ...campaigns, isComplete: areFound, warnings: [...new Set(warnings)] },
  };
}

const unlisted =
  "this service lists neither source agents nor campaigns: those that neither the state nor the records of runs hold may still run. Look in the app.";

const partly = "the service lists only a part of the source agents: others may still run.";

/** After this many listings, whatever starts agents is faster than this command. */
const mostRounds = 8;

/** Agents that run by now; `areAll` is false if there may be others. */
interface Others {
  readonly agents: readonly Named[];
  readonly areAll: boolean;
}

/** Pauses what runs by now, until nothing more is found, apart from agents that cannot be paused. */
async function pauseOthers(
  findOthers: () => Promise<Others>,
  pauseAll: (agents: readonly Named[]) => Promise<unknown>,
): Promise<{ readonly areFound: boolean; readonly warnings: string[] }> {
  try {
    for (let round = 1; round <= mostRounds; round++) {
      const { agents, areAll } = await findOthers();
      if (agents.length > 0) await pauseAll(agents);
      else if (areAll) return { areFound: true, warnings: [] };
      else return { areFound: false, warnings: [partly] };
    }
    const warning = "source agents start again and again: end what starts them, and run this command again.";
    return { areFound: false, warnings: [warning] };
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof Refusal)) throw error;
    return { areFound: false, warnings: [`${causeOf(error)}: source agents that were started meanwhile may run.`] };
  }
}

/** Agents that a listing shows as running by now, and that could be paused or have not been tried. */
async function runningOf(account: Account, ended: ReadonlyMap<string, Paused>): Promise<Others> {
  const objects = await readObjects(account, "SourceAgent", { fresh: true });
  // It has listed them before.
  if (objects === undefined) throw new Refusal("the service no longer lists its source agents");
  const agents: Named[] = [];
  for (const { id, name, paused } of objects.items) {
    const before = ended.get(id)?.outcome;
    if (paused === true || before === "failed") continue;
    // A listing may be late. An agent that shows itself as running was resumed meanwhile.
    if (before !== "paused" || !(await isShownPaused(account, id, describe("source agent", name, id)))) {
      agents.push({ id, name });
    }
  }
  return { agents, areAll: objects.whole };
}

/** Agents that other processes have recorded meanwhile. */
async function recordedSince(account: Account, ended: ReadonlyMap<string, Paused>): Promise<Others> {
  const { objects } = await recordedOf(account, "SourceAgent");
  const agents = objects.filter(({ id }) => !ended.has(id)).map(({ id, name }) => ({ id, name }));
  return { agents, areAll: true };
}

/** A process that has just created something is likely to create more. */
const justNow = 60_000;

/** Warns of processes that create objects of the acting user, as far as they share the coordination of this one. */
async function othersCreating(account: Account): Promise<string[]> {
  const creating: string[] = [];
  for (const kind of kindNames) {
    const since = await account.lastTurn(kind);
    if (since !== undefined && since < justNow) {
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

/** @param isShown true if the service shows its agents: a 404 of one that was listed says that it was deleted meanwhile */
async function pause(account: Account, { id, name }: Named, isShown: boolean): Promise<Paused> {
  const about = describe("source agent", name, id);
  try {
    const answer = await account.update("SourceAgent", id, { paused: true }, about);
    if (answer?.paused === true || (await isShownPaused(account, id, about))) return { outcome: "paused" };
    return { outcome: "failed", reason: "the service accepted the change, and does not show the agent as paused" };
  } catch (error) {
    // It was listed, or would be refused as an id that does not exist.
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
        activeCampaigns: namedOf(known, "Campaign", true),
        inactiveCampaigns: namedOf(known, "Campaign", false),
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
