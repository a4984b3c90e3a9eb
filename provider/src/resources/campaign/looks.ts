import type { Account } from "../../api/account";
import { nameDigest } from "../../api/coordination/creations";
import { isPartial } from "../../api/page";
import type { InRun } from "../../lifecycle/facts";
import type { Looks } from "../../lifecycle/looks";
import type { RunMemory } from "../../lifecycle/memory";
import { mayRunAsStated } from "../../lifecycle/stated";
import { type CampaignInView, campaignsInView, shownCampaigns, unseenCampaigns } from "../inView";
import { haveMoved } from "./moves";
import { campaignOperations } from "./operations";
import { campaignsOfPeople } from "./people";
import { suppressedIn } from "./suppressed";

/** How to find out data about campaigns that the campaigns themselves do not contain. */
export const looks: Looks = {
  targetsShow: { kind: "List", field: "campaignId" },

  *inRun(memory, name) {
    for (const campaign of campaignsInView.of(memory).every) {
      const { id, ranOn, areConcluded } = campaign;
      if (id === undefined) continue;
      const lists = listsInUse(memory, campaign);
      yield { id, isDeclared: true, ranOn, areConcluded, ...targetsOf(lists) };
    }
    for (const { id, urn, listIds, hasRun, ranOn, nameDigest } of unseenCampaigns.of(memory).every) {
      const saidOffBy = hasRun === true ? urn : undefined;
      const known = { hasRun, saidOffBy, ranOn, sameName: isNamed(nameDigest, name) };
      yield { id, ...known, isOfStack: true, ...targetsOf(listIds) };
    }
    yield* shownInRun(memory, name);
    yield* adoptedBeside(memory, name);
  },

  haveMoved,
  users: campaignsOfPeople,
  suppressed: suppressedIn,
  hasRun: hasLogs,
};

/** Campaigns in the state, unless this run has compared or changed them. */
function* shownInRun(memory: RunMemory, name: unknown): Iterable<InRun> {
  const compared = new Set([...campaignsInView.of(memory).every].map(({ id }) => id));
  for (const { id, listIds, stated } of shownCampaigns.of(memory).every) {
    if (id === undefined || compared.has(id) || memory.updates.hasSucceeded({ name: "Campaign" }, id)) continue;
    const sameName = isNamed(stated.name, name);
    const known = { isDeclared: mayRunAsStated(stated), hasRun: stated.is !== "resting", sameName };
    const { ranOn, mayHaveMore } = stated;
    yield { id, ...known, ...targetsOf(listIds), ranOn, mayHaveMore, isOnlyStated: true };
  }
}

/** Campaigns that other resources adopt in this run: the service may show nothing of them. */
function* adoptedBeside(memory: RunMemory, name: unknown): Iterable<InRun> {
  for (const { id, runs, name: digest, targets } of memory.adoptedOf({ name: "Campaign" })) {
    const known = { isDeclared: runs, sameName: isNamed(digest, name) };
    yield { id, ...known, isOnlyDeclared: true, areConcluded: true, ...targetsOf(targets.map(Number)) };
  }
}

function isNamed(digest: string | undefined, name: unknown): boolean {
  return digest !== undefined && typeof name === "string" && digest === nameDigest(name);
}

function targetsOf(listIds: readonly number[]): Pick<InRun, "targets"> {
  return listIds.length === 0 ? {} : { targets: listIds.map(String) };
}

/** The lists in the program, and those in the state until an update has succeeded: before that, no list is given up. */
function listsInUse(memory: RunMemory, { id, listIds, before = [], isOnlyRead }: CampaignInView): readonly number[] {
  if (id === undefined || !memory.updates.hasSucceeded({ name: "Campaign" }, id)) return [...listIds, ...before];
  // With an alias, the updated resource has another URN than the one it was read under.
  return isOnlyRead === true ? [] : listIds;
}

/** True if the campaign has log entries; undefined if they cannot be read. */
export async function hasLogs(account: Account, about: string, id: string): Promise<boolean | undefined> {
  const page = await account.lookPage(campaignOperations.logs, about, { id });
  return page === undefined ? undefined : page.items.length > 0 || isPartial(page);
}
