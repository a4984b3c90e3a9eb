import { describe, ids, nameOf, resourceName } from "../../lifecycle/about";
import { howToAcknowledgeForRun, howToConfirm } from "../../lifecycle/acknowledge";
import { mayAdoptTwin } from "../../lifecycle/createFacts";
import type { Outcome } from "../../lifecycle/decision";
import { noteFoundOn } from "../../lifecycle/foundOn";
import type { RunMemory } from "../../lifecycle/memory";
import type { Recorded } from "../../lifecycle/record";
import { Refusal } from "../../lifecycle/refusal";
import type { Run } from "../../lifecycle/run";
import { mayHaveContacted, mayRunAsStated, type Stated } from "../../lifecycle/stated";
import { containsUnknown } from "../../lifecycle/unknown";
import { say, way } from "../../lifecycle/wayOut";
import { adoptFound, another, howToKeep } from "../../lifecycle/ways";
import {
  agentsInView,
  type CampaignInView,
  campaignsInView,
  shownCampaigns,
  type UnseenCampaign,
  unseenCampaigns,
} from "../inView";
import type { SourceAgentValues } from "../sourceAgent/values";
import { warnAboutReached } from "./moves";
import type { CampaignValues } from "./values";

/** The ids known in the preview. */
export function knownIds(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];
}

/** The lists of a campaign in the state, and those that it may use besides them. */
export function listsInState({ listIds }: Pick<CampaignValues, "listIds">, { mayUse = [] }: Recorded): number[] {
  return [...new Set([...knownIds(listIds), ...mayUse.map(Number)])];
}

/**
 * Records a campaign of the program that is running or will be started. Refuses if because of this run it and another
 * campaign would contact the people of the same list. Two campaigns that already share a list are not refused. A campaign
 * known only from a refresh may give up the list, so the two are compared at its own diff; before anything is sent, the
 * rules for starts include it.
 *
 * @param ofState campaigns in the state that are recorded in the same decision
 */
export function* noteCampaign(
  memory: RunMemory,
  campaign: CampaignInView,
  ofState: readonly CampaignInView[] = [],
): Iterable<Outcome<never>> {
  const inView = campaignsInView.of(memory);
  yield { note: () => inView.note(campaign) };
  yield* warnAboutReached(memory, campaign);
  for (const other of [...inView.on(campaign.listIds), ...ofState, ...adoptedAsRunning(memory)]) {
    if (other.urn === campaign.urn || (other.id !== undefined && other.id === campaign.id)) continue;
    if (campaign.isOnlyRead === true || other.isOnlyRead === true) continue;
    yield* refuseSharedList(campaign, other);
    yield* refuseSharedList(other, campaign);
  }
}

/** Campaigns that other resources adopt as running: the run may leave those out, or check them later. */
function adoptedAsRunning(memory: RunMemory): CampaignInView[] {
  const inView = campaignsInView.of(memory);
  return memory.adoptedOf({ name: "Campaign" }).flatMap(({ id, urn, runs, targets }) => {
    if (runs !== true || urn === undefined || inView.has(urn)) return [];
    const its = { urn, name: nameOf(urn), id, listIds: targets.map(Number) };
    return [{ ...its, attached: [], acknowledged: new Set<string>() }];
  });
}

/** Running campaigns in the state that the program may no longer declare; their own diffs have more data. */
export function inViewOfState(memory: RunMemory, stated: readonly Stated[]): CampaignInView[] {
  const inView = campaignsInView.of(memory);
  const isOff = ({ id }: Stated) => id !== undefined && memory.object({ name: "Campaign" }, id).isOff === true;
  const running = stated.filter(
    (each) => each.isShown !== true && mayRunAsStated(each) && !inView.has(each.urn) && !isOff(each),
  );
  return running.map((each) => ({
    ...{ ...namedByResource(each), ranOn: mayHaveContacted(each) },
    ...{ attached: [], acknowledged: new Set(), isUnshown: true },
    ...(each.is === "pending" ? { pending: true } : {}),
    ...(each.areConcluded === true ? { areConcluded: true } : {}),
  }));
}

/**
 * Records the campaigns that are off according to the state, and that may have been switched on in the app since: the
 * program may declare them later, or no longer. Their own diffs have more data.
 */
export function noteResting(memory: RunMemory, stated: readonly Stated[]): void {
  for (const each of restingOfState(memory, stated)) unseenCampaigns.of(memory).note(each);
}

/** Records the lists of campaigns in the state that the service showed: it may not show their lists. */
export function noteShown(memory: RunMemory, stated: readonly Stated[]): void {
  for (const each of stated.filter(({ isShown }) => isShown === true)) {
    shownCampaigns.of(memory).note({ ...namedByResource(each), stated: each });
    if (each.id !== undefined) noteFoundOn(memory, { name: "Campaign" }, each.id, each);
  }
}

function restingOfState(memory: RunMemory, stated: readonly Stated[]) {
  const unseen = unseenCampaigns.of(memory);
  const resting = stated.filter((each) => each.isShown !== true && !mayRunAsStated(each) && !unseen.has(keyOf(each)));
  return resting.flatMap((each) => {
    const { id, name: nameDigest, saidOff: hasRun, ranOn } = each;
    return id === undefined ? [] : [{ ...namedByResource(each), id, nameDigest, hasRun, ranOn }];
  });
}

/** The campaign under its resource's name, because its own name may be a secret. */
function namedByResource(stated: Pick<Stated, "urn" | "id" | "targets" | "isReplaced">) {
  const { urn, id, targets, isReplaced } = stated;
  const key = isReplaced === true ? { key: keyOf(stated) } : {};
  return { urn, ...key, name: nameOf(urn), listIds: targets.map(Number), ...(id === undefined ? {} : { id }) };
}

/** A resource may have replaced several campaigns, besides the one that it manages. */
function keyOf({ urn, id, isReplaced }: Pick<Stated, "urn" | "id" | "isReplaced">): string {
  return isReplaced === true ? `${urn} ${id}` : urn;
}

/** Refuses if this run attaches a list to `one` that `other` uses, unless that is acknowledged. */
function* refuseSharedList(one: CampaignInView, other: CampaignInView): Iterable<Outcome<never>> {
  const code = other.id === undefined ? undefined : `shared-list:${other.id}`;
  if (code !== undefined && (one.acknowledged.has(code) || one.acknowledged.has(`inactive:${other.id}`))) return;
  const shared = one.sharedOn?.[other.id ?? ""] ?? [];
  const lists = one.attached.filter((id) => other.listIds.includes(id) && !shared.includes(String(id)));
  if (lists.length === 0) return;
  yield { refuse: () => plannedList(one, other, lists, code) };
}

function plannedList(
  one: CampaignInView,
  other: CampaignInView,
  lists: readonly number[],
  code: string | undefined,
): Refusal {
  const name = resourceName(one.urn);
  const off = code !== undefined && other.isUnshown === true ? `inactive:${other.id}` : undefined;
  const isPending = other.pending === true;
  const pending = isPending ? ", whose creation is still pending" : "";
  const first = say`bring up ${resourceName(other.urn)} alone first${isPending ? say`, with ${adoptFound}` : ""}: then ${name} can acknowledge its id (shared-list:<its id>).`;
  const alone = isPending
    ? say`Look in the app. If it is certainly not there: ${howToAcknowledgeForRun("twin:none")}. If it is there: ${first}`
    : say`Or ${first}`;
  return new Refusal(
    `${describe("campaign", one.name, one.id)}: list ${lists.join(", ")} is also used by the active ${describe("campaign", other.name, other.id)} of this stack${pending}: the same people would be written to twice.`,
    say`${another("listIds", "Use another list")}, or ${way("leave one of the two inactive", { do: "declare", property: "active", value: false })}. ${howToKeep(other.urn, one.urn)}`,
    code === undefined
      ? alone
      : say`Or for ${name}: ${howToConfirm(one, code)}${off === undefined ? "" : say`; or, if that one is off: ${howToConfirm(one, off)}`}.`,
  );
}

/**
 * The names of resources whose lists this run may adopt, if one of them may be among these lists; otherwise an empty text.
 */
export function adoptedLists(run: Run, listIds: unknown): string {
  if (!containsUnknown(listIds)) return "";
  const adopted = run.memory.plans
    .all("List")
    .filter(({ inputs }) => inputs.adopt !== undefined || mayAdoptTwin(run.settings(), inputs));
  return adopted.map(({ urn: its }) => resourceName(its)).join(", ");
}

export function hasRunToo(
  about: string,
  before: readonly string[],
  reach: "starts-sending" | "new-people" = "starts-sending",
) {
  return {
    warn: `${about}: another campaign has run on its list (${ids(before)}): this campaign also writes to people to whom the other one has written.`,
    reach,
  };
}

/**
 * Warns if agents fill the lists of a campaign that is or may be running. `noteAgent` does so if the agent is checked last.
 *
 * @param keys under which an agent may have warned of it
 */
export function* warnAboutAgents(
  run: Run,
  about: string,
  keys: readonly string[],
  listIds: readonly number[],
  certainty: "runs" | "mayRun" = "runs",
): Iterable<Outcome<never>> {
  const [is, will] = certainty === "runs" ? ["is", "will"] : ["may be", "may"];
  for (const { name, told } of agentsInView.of(run.memory).on(listIds)) {
    if (keys.some((key) => told.has(key))) continue;
    yield {
      warn: `${about}: it ${is} running, and ${describe("source agent", name)} begins to fill its list: the people it finds ${will} be written to.`,
      reach: "new-people",
    };
  }
}

/**
 * Records a campaign for which the service does not return whether it is running, and warns about agents that fill its
 * lists.
 */
export function* noteUnseen(run: Run, about: string, campaign: UnseenCampaign): Iterable<Outcome<never>> {
  yield { note: () => unseenCampaigns.of(run.memory).note(campaign) };
  for (const { name, told } of agentsInView.of(run.memory).on(campaign.listIds)) {
    if (told.has(campaign.id)) continue;
    yield {
      warn: `${about}: this service does not show whether it is running, and ${describe("source agent", name)} begins to fill its list: the people it finds may be written to.`,
      reach: "new-people",
    };
  }
}

/**
 * Records a source agent that starts to fill a list because it is created, moved to that list or resumed.
 *
 * @param stated campaigns in the state, of which the run may not have seen all
 */
export function* noteAgent(
  run: Run,
  about: string,
  urn: string,
  { name, listId }: SourceAgentValues,
  stated: readonly Stated[] = [],
): Iterable<Outcome<never>> {
  const { memory } = run;
  const listIds = knownIds([listId]);
  const isOn = ({ targets }: Stated) => targets.some((target) => listIds.includes(Number(target)));
  // The plan, and so its review, shows only what the resources manage.
  const former = stated.filter((each) => each.isReplaced === true && isOn(each));
  const ofState = stated.filter((each) => each.isReplaced !== true && isOn(each));
  const inView = campaignsInView.of(memory);
  const more = ofState.filter((each) => mayRunAsStated(each) && !inView.has(each.urn));
  const running = [
    ...inView.on(listIds),
    ...more.map((each) => ({ ...namedByResource(each), pending: each.is === "pending" })),
  ];
  const unseen = unseenCampaigns.of(memory).on(listIds);
  const resting = [...unseen.filter(({ key }) => key === undefined), ...restingOfState(memory, ofState)];
  const pendingDrafts = ofState.filter(
    (each) => each.id === undefined && each.isAbsent !== true && !mayRunAsStated(each),
  );
  const told = new Set([...running, ...resting].map(({ id, urn: its }) => id ?? its));
  yield {
    note() {
      agentsInView.of(memory).note({ urn, name: String(name), listIds, told });
      // The update reads their logs.
      noteResting(memory, former);
    },
  };
  for (const campaign of running) {
    if (campaign.pending === true) {
      yield {
        warn: `${about}: its list is used by ${describe("campaign", campaign.name)}, whose creation is still pending: that may be running, and may write to the people it finds.`,
        reach: "new-people",
      };
    }
    // The start of a new campaign is a warning of its own.
    if (campaign.id === undefined) continue;
    yield {
      warn: `${about}: its list is used by the running ${describe("campaign", campaign.name, campaign.id)}, which will write to the people it finds.`,
      reach: "new-people",
    };
  }
  for (const { urn: its } of pendingDrafts) {
    yield {
      warn: `${about}: its list is used by ${describe("campaign", nameOf(its))}, whose creation is still pending: if somebody has switched it on, it writes to the people it finds.`,
      reach: "new-people",
    };
  }
  for (const campaign of resting) {
    yield {
      warn: `${about}: it may reach people: its list is used by ${describe("campaign", campaign.name, campaign.id)}, and this service does not show whether that is running.`,
      reach: "new-people",
    };
  }
}
