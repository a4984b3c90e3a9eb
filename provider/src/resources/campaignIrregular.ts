import { howToAcknowledge } from "../lifecycle/acknowledge";
import type {
  CreateSituation,
  DeleteSituation,
  DiffSituation,
  Irregular,
  UpdateSituation,
} from "../lifecycle/irregular";
import { Refusal } from "../lifecycle/refusal";
import { campaignsUsing } from "./campaignsInService";

/** A campaign writes to people: nothing here starts one twice, or stops looking at one that runs. */
export const campaignIrregular: Irregular = {
  atCheck(inputs, urn, run) {
    if (urn === undefined) return;
    const listIds = Array.isArray(inputs.listIds)
      ? inputs.listIds.filter((id): id is number => typeof id === "number")
      : [];
    run.memory.campaigns.set(urn, { urn, name: String(inputs.name), active: inputs.active === true, listIds });
  },

  atDiff(situation) {
    refuseWhileActive(situation);
    refuseRestart(situation);
    warnAboutReplacement(situation);
    warnAboutNewPeople(situation);
  },

  async beforeCreate(situation) {
    const { run, inputs, about } = situation;
    if (inputs.active !== true) return;
    if (run.settings().launch === "never") {
      throw new Refusal(
        `Creating ${about}: it would start at once, and this stack's setting launch is "never".`,
        "Set active: false, or remove outreach:launch from the stack's config.",
      );
    }
    await refuseSharedLists(situation, inputs.listIds, undefined);
  },

  afterCreate(_situation, answer) {
    return answer.active === true ? { everActive: true } : {};
  },

  async beforeUpdate(situation) {
    const { olds, news, changes } = situation;
    if (olds.active !== true || !changes.some((change) => change.property === "listIds")) return;
    const before = new Set(idsOf(olds.listIds));
    const added = idsOf(news.listIds).filter((id) => !before.has(id));
    await refuseSharedLists(situation, added, situation.id);
  },

  async remove(situation) {
    const { run, about, urn } = situation;
    await refuseWhileRunning(situation);
    await refuseRestartAtDelete(situation);
    run.warn(
      `${about}: the service has no operation that deletes a campaign. It leaves the state and stays in the account, inactive.`,
      urn,
    );
  },
};

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function refuseWhileActive({ about, olds, news, replacing, changes }: DiffSituation): void {
  if (olds.active !== true) return;
  if (news.active === false) {
    throw new Refusal(
      `${about}: it is active, and the service has no operation that switches a campaign off.`,
      "Switch it off in the app, then run `pulumi refresh`.",
      "Or, where it was switched on in the app: write active: true (or remove active) to accept that it runs.",
    );
  }
  if (!replacing) return;
  throw new Refusal(
    `${about}: changing ${changes.map((change) => change.path).join(", ")} replaces it, and it is active: people in it would be left or written to twice.`,
    "Switch it off in the app and run `pulumi refresh` first, or take the change back.",
  );
}

function refuseRestart({ about, olds, news, record, replacing, acknowledged }: DiffSituation): void {
  if (!replacing || news.active !== true || record.everActive !== true || acknowledged.has("restart")) return;
  throw new Refusal(...restart(about, "it was active before", olds.active === true));
}

function restart(about: string, why: string, running: boolean): string[] {
  return [
    `${about}: an active campaign would take its place, and ${why}: its people would start again at step 1.`,
    `Switch ${running ? "the old one" : "it"} on in the app, write active: true, and run \`pulumi up --refresh\`.`,
    `Or start anew on purpose: ${howToAcknowledge("restart")}.`,
  ];
}

function warnAboutReplacement({ run, about, urn, replacing, changes }: DiffSituation): void {
  if (!replacing) return;
  const changed = changes.filter((change) => change.effect !== "update").map((change) => change.path);
  run.warn(
    `${about}: changing ${changed.join(", ")} needs a new campaign; this one stays in the account, inactive.`,
    urn,
  );
}

function warnAboutNewPeople({ run, about, urn, olds, news, changes }: DiffSituation): void {
  if (olds.active !== true || !changes.some((change) => change.property === "listIds")) return;
  const before = new Set(idsOf(olds.listIds));
  const added = idsOf(news.listIds).filter((id) => !before.has(id));
  if (added.length > 0 || !Array.isArray(news.listIds)) {
    run.warn(`${about}: it is running, and the people of the list attached to it will be written to.`, urn);
  }
}

async function refuseSharedLists(
  { account, about, acknowledged }: CreateSituation | UpdateSituation,
  listIds: unknown,
  ownId: string | undefined,
): Promise<void> {
  const uses = await campaignsUsing(account, idsOf(listIds), `checking the lists of ${about}`);
  const others = uses.filter(
    (use) => use.active && use.campaignId !== ownId && !acknowledged.has(`shared-list:${use.campaignId}`),
  );
  if (others.length === 0) return;
  const campaigns = [...new Set(others.map((use) => use.campaignId))];
  throw new Refusal(
    `${about}: list ${[...new Set(others.map((use) => use.listId))].join(", ")} is already worked by the active campaign ${campaigns.join(", ")}: the same people would be written to twice. Nothing was sent.`,
    `Use another list, or switch the other campaign off in the app; or ${howToAcknowledge(...campaigns.map((id) => `shared-list:${id}`))}.`,
  );
}

/** The engine asks nobody before a delete, so this is where a running campaign is kept. */
async function refuseWhileRunning({ account, about, id, record, acknowledged, run, urn }: DeleteSituation) {
  const finding = await account.find("Campaign", id, `deleting ${about}`, { fresh: true });
  if (finding.status === "gone") return;
  if (finding.status === "found") {
    if (finding.answer.active !== true) return;
    throw new Refusal(
      `Deleting ${about}: it is active, and the service has no operation that stops or deletes a campaign.`,
      `Switch it off in the app and run this again; or \`pulumi state delete <urn>\` stops managing it while it runs on.`,
    );
  }
  if (acknowledged.has(`inactive:${id}`)) {
    run.warn(`${about}: taken to be inactive on a person's word (inactive:${id}).`, urn);
    return;
  }
  if (record.everActive === true) {
    throw new Refusal(
      `Deleting ${about}: it was created active, and this service has no operation that tells whether it still runs.`,
      `Switch it off in the app, then say so: OUTREACH_ACKNOWLEDGE=inactive:${id}. Or \`pulumi state delete <urn>\`.`,
    );
  }
  run.warn(`${about}: it was created inactive; this service does not tell whether somebody switched it on since.`, urn);
}

/** Half of a replacement that skipped `diff` (`--replace`, `--target-replace`, a taint) is refused here. */
async function refuseRestartAtDelete(situation: DeleteSituation): Promise<void> {
  const { account, about, id, record, replacement, acknowledged, outputs } = situation;
  if (replacement?.active !== true) return;
  if (acknowledged.has("restart") || idsOf(replacement.acknowledge).includes("restart")) return;
  if (record.everActive === true) throw new Refusal(...restart(about, "it was active before", outputs.active === true));
  const logs = await account.hasLogs(id, `deleting ${about}`);
  if (logs === false) return;
  const why = logs === undefined ? "its logs cannot be read" : "its logs show that it has run";
  throw new Refusal(...restart(about, why, false));
}
