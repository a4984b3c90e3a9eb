import { command, ids } from "../lifecycle/about";
import { howToAcknowledge, idle, ownCodes } from "../lifecycle/acknowledge";
import type { Change } from "../lifecycle/definition";
import type { CreateSituation, DeleteSituation, DiffSituation, Irregular } from "../lifecycle/irregular";
import { Refusal } from "../lifecycle/refusal";
import { campaignDefinition } from "./campaignDefinition";
import { activeUses, textsOf } from "./campaignsInService";
import { knownIds, noteCampaign, warnAboutAgents } from "./reach";

/** A campaign writes to people: nothing here starts one twice, or stops looking at one that runs. */
export const campaignIrregular: Irregular = {
  atPlan({ run, urn, inputs, acknowledged }) {
    if (inputs.active !== true || inputs.adopt !== undefined) return;
    const listIds = knownIds(inputs.listIds);
    noteCampaign(run.memory, { urn, name: String(inputs.name), listIds, attached: listIds, acknowledged });
  },

  atDiff(situation) {
    refuseWhileActive(situation);
    refuseRestart(situation);
    warnAboutReplacement(situation);
    lookAtReach(situation);
  },

  async beforeCreate(situation) {
    if (situation.inputs.active === true) await refuseSharedLists(situation, textsOf(situation.inputs.listIds));
  },

  noted: ({ listIds, active }) => ({ listIds: textsOf(listIds), active: active === true }),

  afterCreate({ run, inputs }, { id }) {
    if (inputs.active === true) run.memory.started.set(id, textsOf(inputs.listIds));
    return {};
  },

  async beforeUpdate(situation) {
    const { olds, news, id } = situation;
    const before = textsOf(olds.listIds);
    const added = textsOf(news.listIds).filter((listId) => !before.includes(listId));
    if (olds.active === true && added.length > 0) {
      await refuseSharedLists({ ...situation, inputs: news }, added, id);
    }
  },

  async beforeDelete(situation) {
    const state = await stateAtService(situation);
    refuseWhileRunning(situation, state);
    await refuseRestartAtDelete(situation, state);
    return state === "gone" ? "gone" : "exists";
  },

  async remove({ run, about, urn }) {
    run.warn(
      `${about}: the service has no operation that deletes a campaign. It leaves the state and stays in the account.`,
      urn,
    );
  },
};

function refuseWhileActive({ about, id, olds, news, replacing, changes, acknowledged }: DiffSituation): void {
  if (olds.active !== true) return;
  if (news.active === false) {
    throw new Refusal(
      `${about}: it is active, and the service has no operation that switches a campaign off.`,
      "Switch it off in the app, then run `pulumi refresh`.",
      "Or, where it was switched on in the app: write active: true (or remove active) to accept that it runs.",
    );
  }
  // A person's word; where the service can tell, the delete asks it all the same.
  if (!replacing || acknowledged.has(`inactive:${id}`)) return;
  throw new Refusal(
    `${about}: changing ${changedPaths(changes)} replaces it, and it is active: the people in it would be dropped, or written to twice.`,
    "Take the change back; or switch it off in the app, run `pulumi refresh`, and then run this again.",
    `Where this service cannot show that it is off: ${howToAcknowledge(`inactive:${id}`)}.`,
  );
}

function refuseRestart(situation: DiffSituation): void {
  const { about, news, record, replacing, acknowledged, changes } = situation;
  if (!replacing || news.active !== true || record.everActive !== true || acknowledged.has("restart")) return;
  throw restart(about, "it was active before", changes.every(isOfActive));
}

function isOfActive({ property }: Change): boolean {
  return property === "active";
}

/** `canResume` where the old campaign, switched on again, is all that the program asks for. */
function restart(about: string, why: string, canResume: boolean): Refusal {
  return new Refusal(
    `${about}: an active campaign would take its place, and ${why}: its people would start again at step 1.`,
    canResume
      ? "Switch it on in the app, keep active: true in the program, and run `pulumi up --refresh`."
      : "Take the change back, or make it with active: false.",
    `Or start anew on purpose: ${howToAcknowledge("restart")}.`,
  );
}

function changedPaths(changes: DiffSituation["changes"]): string {
  const replacing = changes.filter((change) => change.effect !== "update");
  return replacing.map((change) => change.path).join(", ");
}

function warnAboutReplacement({ run, about, urn, replacing, changes }: DiffSituation): void {
  if (!replacing) return;
  run.warn(
    `${about}: changing ${changedPaths(changes)} needs a new campaign; this one stays in the account, inactive.`,
    urn,
  );
}

/** Whom this change brings to the running campaign. */
function lookAtReach({ run, about, urn, id, olds, news, replacing, acknowledged }: DiffSituation): void {
  if (olds.active !== true || replacing) return;
  const listIds = knownIds(news.listIds);
  const before = knownIds(olds.listIds);
  const attached = listIds.filter((listId) => !before.includes(listId));
  const replaced = run.memory.replacedLists().filter((listId) => before.includes(Number(listId)));
  if (replaced.length > 0) {
    throw new Refusal(
      `${about}: it is active and works on list ${replaced.join(", ")}, in whose place this run makes a new, empty one.`,
      "Switch the campaign off in the app and run `pulumi refresh`, or rename the list in the app instead.",
    );
  }
  if (urn !== undefined) {
    noteCampaign(run.memory, { urn, name: String(news.name), id, listIds, attached, acknowledged });
  }
  const unknown = news.listIds !== undefined && (!Array.isArray(news.listIds) || listIds.length < news.listIds.length);
  if (attached.length > 0 || unknown) {
    const which = attached.length === 0 ? "a list" : `list ${attached.join(", ")}`;
    run.warn(`${about}: it is running, and the people of ${which}, attached now, will be written to.`, urn);
  }
  warnAboutAgents(run, about, urn, listIds);
}

async function refuseSharedLists(situation: CreateSituation, listIds: string[], ownId?: string): Promise<void> {
  const { run, account, about, acknowledged, inputs, urn } = situation;
  const uses = await activeUses({ account, memory: run.memory }, listIds, `checking the lists of ${about}`);
  const others = uses.filter(({ campaignId }) => campaignId !== ownId);
  const unspoken = others.filter(({ campaignId }) => !acknowledged.has(`shared-list:${campaignId}`));
  if (unspoken.length > 0) {
    const campaigns = [...new Set(unspoken.map(({ campaignId }) => campaignId))];
    const lists = [...new Set(unspoken.map(({ listId }) => listId))];
    throw new Refusal(
      `${about}: list ${lists.join(", ")} is already worked by an active campaign (${ids(campaigns)}): the same people would be written to twice. Nothing was sent.`,
      `Use another list, or switch the other campaign off in the app. Or ${howToAcknowledge(...campaigns.map((id) => `shared-list:${id}`))}.`,
    );
  }
  const unmatched = ownCodes(inputs).filter(
    (code) => code.startsWith("shared-list:") && !others.some(({ campaignId }) => code === `shared-list:${campaignId}`),
  );
  // Of an update only the lists that are added were looked at.
  if (ownId === undefined) for (const sentence of idle(unmatched)) run.warn(`${about}: ${sentence}`, urn);
}

/** `unseen` where the service has no operation that tells. */
type StateAtService = "active" | "inactive" | "gone" | "unseen";

async function stateAtService({ account, about, id }: DeleteSituation): Promise<StateAtService> {
  const finding = await account.find("Campaign", id, `deleting ${about}`, { fresh: true });
  if (finding.status === "gone") return "gone";
  if (finding.status === "unreadable") return "unseen";
  return finding.answer.active === true ? "active" : "inactive";
}

/** The engine asks nobody before a delete, so this is where a running campaign is kept. */
function refuseWhileRunning(situation: DeleteSituation, state: StateAtService): void {
  const { run, about, id, record, acknowledged, urn, replacement } = situation;
  const letGo = `${command("pulumi state delete", urn)} stops managing it while it runs on`;
  if (state === "active") {
    throw new Refusal(
      `Deleting ${about}: it is active, and the service has no operation that stops or deletes a campaign.`,
      `Switch it off in the app, then run this again. Or ${letGo}.`,
    );
  }
  if (state !== "unseen") return;
  if (acknowledged.has(`inactive:${id}`)) {
    run.warn(`${about}: taken to be inactive on a person's word (inactive:${id}).`, urn);
    return;
  }
  const wayOut = `Look in the app, switch it off there if it runs, then say so: ${howToAcknowledge(`inactive:${id}`)}.`;
  if (record.everActive === true) {
    throw new Refusal(
      `Deleting ${about}: it was active, and this service has no operation that tells whether it still is.`,
      wayOut,
      `Or ${letGo}.`,
    );
  }
  if (replacement?.active === true) {
    throw new Refusal(
      `Deleting ${about}: an active campaign would take its place, and this service has no operation that tells whether it runs itself.`,
      wayOut,
    );
  }
  run.warn(
    `${about}: it was created inactive; this service does not tell whether somebody has switched it on since.`,
    urn,
  );
}

/** Half of a replacement that skipped `diff` (`--replace`, `--target-replace`, a taint) is refused here. */
async function refuseRestartAtDelete(situation: DeleteSituation, state: StateAtService): Promise<void> {
  const { account, about, id, outputs, record, replacement, acknowledged } = situation;
  if (replacement?.active !== true || acknowledged.has("restart")) return;
  const canResume = state !== "gone" && campaignDefinition.changes(outputs, replacement).every(isOfActive);
  if (record.everActive === true) throw restart(`Deleting ${about}`, "it was active before", canResume);
  if (state === "gone") return;
  const logs = await account.hasLogs(id, `deleting ${about}`);
  if (logs === false) return;
  const why = logs === undefined ? "its log cannot be read" : "its log shows that it has run";
  throw restart(`Deleting ${about}`, why, canResume);
}
