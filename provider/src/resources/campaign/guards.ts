import { declarerOf, letGo } from "../../lifecycle/about";
import { howToAcknowledge, ownCodes } from "../../lifecycle/acknowledge";
import type * as guard from "../../lifecycle/guards";
import type { Change } from "../../lifecycle/kind";
import { isPendingId, type Recorded } from "../../lifecycle/record";
import { Refusal } from "../../lifecycle/refusal";
import { assertSameObject } from "../../lifecycle/sameObject";
import { replacedLists, startedCampaigns, stoppedCampaigns } from "../inView";
import { hasLogs, servedLists, textsOf } from "./known";
import { knownIds, noteCampaign, warnAboutAgents } from "./reach";
import { guardLists, refuseBesideTwin, refuseSharedLists, startedMeanwhile } from "./start";
import type { CampaignValues } from "./values";

type DiffSituation = guard.DiffSituation<CampaignValues>;
type UpdateSituation = guard.UpdateSituation<CampaignValues>;
type DeleteSituation = guard.DeleteSituation<CampaignValues>;

/** A campaign writes to people. The guards keep it from starting twice, and keep a running one in the state. */
export const guards: guard.Guards<CampaignValues> = {
  atPlan({ run, about, urn, inputs, acknowledged }) {
    const listIds = knownIds(inputs.listIds);
    const name = String(inputs.name);
    if (typeof inputs.adopt === "number") {
      // Whether it runs is read when it is adopted. Another campaign may have started by then, so it counts as running.
      if (inputs.active === false) return;
      const id = String(inputs.adopt);
      return noteCampaign(run.memory, { urn, name, id, listIds, attached: [], acknowledged });
    }
    if (inputs.active !== true) return;
    run.warn(`${about}: it is created active: it starts to write to the people of its lists.`, urn);
    noteCampaign(run.memory, { urn, name, listIds, attached: listIds, acknowledged });
  },

  atDiff(situation) {
    refuseWhileActive(situation);
    refuseRestart(situation);
    warnAboutReplacement(situation);
    lookAtReach(situation);
    warnAboutTexts(situation);
  },

  atRead({ run, id, outputs, record, acknowledged, urn }) {
    if (!mayRun(outputs, record)) return;
    const pending = isPendingId(id);
    const listIds = knownIds(outputs.listIds);
    const known = { name: String(outputs.name), listIds, attached: [], acknowledged };
    noteCampaign(run.memory, { urn: urn ?? id, ...known, ...(pending ? { pending } : { id }) });
  },

  async beforeCreate(situation) {
    if (situation.inputs.active === true) await guardLists(situation, textsOf(situation.inputs.listIds));
  },

  atMeanwhile: startedMeanwhile,

  noted: (values, record, told) => ({
    targets: textsOf(values.listIds),
    ...(servedLists(told?.answer?.listIds).length > 0 || told?.sent?.some(isOfLists) === true
      ? { areAllTargets: true }
      : {}),
    running: mayRun(values, record),
    ...(record?.everActive === true ? { ran: true } : {}),
  }),

  // Recorded as off only if the service shows it or it is acknowledged; otherwise the record stays as it is.
  notedOfReleased: ({ run, id }) => (stoppedCampaigns.of(run.memory).has(id) ? { running: false } : {}),

  unasked({ about, id, news, before, answer }) {
    const wasOff = before === undefined || before.active === false;
    const isOff = answer.active === undefined || answer.active === false;
    if (news.active === true || isOff || !wasOff) return undefined;
    return {
      lines: [
        `${about}: the service shows it as active, although an inactive one was asked for: it is running now (id ${id}).`,
        "Switch it off in the app, then run `pulumi up` again. Or write active: true to accept that it runs.",
      ],
      recorded: { unasked: true },
    };
  },

  async beforeAccept(situation, id) {
    await refuseSharedLists(situation, textsOf(situation.inputs.listIds), id, true);
    await refuseBesideTwin(situation, id);
  },

  afterCreate({ run, inputs }, { id, active }) {
    if (inputs.active !== true && active !== true) return {};
    startedCampaigns.of(run.memory).set(id, textsOf(inputs.listIds));
    return { everActive: true };
  },

  atSend: (inputs) => (inputs.active === true && ownCodes(inputs).includes("restart") ? { restarted: true } : {}),

  afterProgram: (inputs, { restarted, ...record }) =>
    restarted === true && ownCodes(inputs).includes("restart") ? { ...record, restarted } : record,

  afterAdopt({ run, about, inputs, urn }, { id, active, listIds }, unseen) {
    const mayBeRunning = unseen
      ? inputs.active !== false
      : active !== false && (active !== undefined || inputs.active !== false);
    if (!mayBeRunning) return {};
    startedCampaigns.of(run.memory).set(id, textsOf(inputs.listIds));
    const runs = unseen
      ? "this service does not show whether it runs, so it counts as running (declare active: false if it is off)"
      : "it is running";
    const lists = listIds === undefined ? "; its lists are taken from the program" : "";
    run.warn(`${about} (id ${id}): ${runs}${lists}.`, urn);
    return { everActive: true };
  },

  needsTurn: ({ olds, news }) => addedLists(olds, news).length > 0,

  async beforeUpdate(situation) {
    const { olds, news, id, record, urn } = situation;
    const added = addedLists(olds, news);
    if (added.length === 0 || !(mayRun(olds, record) || (await mayHaveStarted(situation)))) return;
    await guardLists({ ...situation, inputs: news, declarer: declarerOf(urn) }, added, id);
  },

  async beforeDelete(situation) {
    const { account, id, record } = situation;
    const state = await stateAtService(situation);
    const recorded = await account.records.one("Campaign", id);
    refuseWhileRunning(situation, state, record.everActive === true || recorded?.running === true);
    await refuseRestartAtDelete(situation, state, record.everActive === true || recorded?.ran === true);
    return state === "gone" ? "gone" : "exists";
  },
};

/** True if the service shows it as active, or leaves that out: the state may be out of date. */
async function mayHaveStarted({ account, about, id }: UpdateSituation): Promise<boolean> {
  const finding = await account.find("Campaign", id, `updating ${about}`, { fresh: true });
  return finding.status === "found" && finding.answer.active !== false;
}

function isOfLists({ property }: Change): boolean {
  return property === "listIds";
}

function addedLists(olds: CampaignValues, news: CampaignValues): string[] {
  const before = textsOf(olds.listIds);
  return textsOf(news.listIds).filter((listId) => !before.includes(listId));
}

/** True if it runs or may run: a campaign that was adopted unread may run although no value states it. */
function mayRun({ active }: CampaignValues, record: Recorded | undefined): boolean {
  return active === undefined ? record?.everActive === true : active === true;
}

function refuseWhileActive({ about, id, olds, news, record, replacing, changes, acknowledged }: DiffSituation): void {
  const isUnseen = record.unseen === true;
  // It was active once, and the service does not show whether it still is.
  const wasActive = replacing && isUnseen && record.everActive === true;
  if (!mayRun(olds, record) && !wasActive) return;
  if (news.active === false && olds.active === true && record.unasked !== true) {
    throw new Refusal(
      `${about}: it is active, and the service has no operation that switches a campaign off.`,
      isUnseen
        ? "Switch it off in the app, and leave `active` out of the program: this service does not show whether it runs."
        : "Switch it off in the app, then run `pulumi refresh`.",
      "Or, if it was switched on in the app: write active: true (or remove active) to accept that it runs.",
    );
  }
  // If the service shows whether it runs, the delete checks that even though it is acknowledged.
  if (!replacing || acknowledged.has(`inactive:${id}`)) return;
  throw new Refusal(
    `${about}: changing ${changedPaths(changes)} replaces it, and it ${mayRun(olds, record) ? "is" : "was"} active: the people in it would be dropped, or written to twice.`,
    isUnseen
      ? `Revert the change; or switch it off in the app, and then confirm it: ${howToAcknowledge(`inactive:${id}`)}.`
      : "Revert the change; or switch it off in the app, run `pulumi refresh`, and then run this again.",
    ...(isUnseen ? [] : [`If this service cannot show that it is off: ${howToAcknowledge(`inactive:${id}`)}.`]),
  );
}

function refuseRestart(situation: DiffSituation): void {
  const { about, id, news, record, replacing, acknowledged, changes } = situation;
  if (replacing && news.active === true && record.unseen === true && !acknowledged.has(`inactive:${id}`)) {
    throw new Refusal(
      `${about}: an active campaign would replace it, and this service has no operation that shows whether the old one runs.`,
      `Look in the app, switch it off there if it runs, then confirm it: ${howToAcknowledge(`inactive:${id}`)}.`,
    );
  }
  if (!replacing || news.active !== true || record.everActive !== true) return;
  if (isRestartSaid(situation)) return;
  throw restart(about, "it was active before", changes.every(isOfActive) && record.unseen !== true, record.restarted);
}

/** True if `restart` is acknowledged. The `restart` in the program that started this campaign does not count again. */
function isRestartSaid({ run, acknowledged, record }: Pick<DiffSituation, "run" | "acknowledged" | "record">): boolean {
  if (run.settings().acknowledge.includes("restart")) return true;
  return acknowledged.has("restart") && record.restarted !== true;
}

function isOfActive({ property }: Change): boolean {
  return property === "active";
}

/** `canResume`: switching the old campaign on again does all that the program asks for. */
function restart(about: string, why: string, canResume: boolean, isUsed?: boolean): Refusal {
  const anew =
    isUsed === true
      ? 'the "restart" in the program has started this one and does not count again: OUTREACH_ACKNOWLEDGE=restart for one run'
      : howToAcknowledge("restart");
  return new Refusal(
    `${about}: an active campaign would replace it, and ${why}: its people would start again at step 1.`,
    canResume
      ? "Switch it on in the app, keep active: true in the program, and run `pulumi up --refresh`."
      : "Revert the change, or create the new one with active: false.",
    `Or start it again on purpose: ${anew}.`,
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

/** Refuses or warns if this change brings new people to the running campaign. */
function lookAtReach({ run, about, urn, id, olds, news, record, replacing, acknowledged }: DiffSituation): void {
  if (!mayRun(olds, record) || replacing) return;
  const listIds = knownIds(news.listIds);
  const before = knownIds(olds.listIds);
  const attached = listIds.filter((listId) => !before.includes(listId));
  const replaced = replacedLists(run.memory).filter((listId) => before.includes(Number(listId)));
  if (replaced.length > 0) {
    throw new Refusal(
      `${about}: it is active and uses list ${replaced.join(", ")}, which this run would replace with a new, empty list.`,
      record.unseen === true
        ? "Keep the name of the list: this service shows neither a new name nor whether the campaign is off."
        : "Switch the campaign off in the app and run `pulumi refresh`, or rename the list in the app instead.",
    );
  }
  if (urn !== undefined) {
    noteCampaign(run.memory, { urn, name: String(news.name), id, listIds, attached, acknowledged });
  }
  const unknown = news.listIds !== undefined && (!Array.isArray(news.listIds) || listIds.length < news.listIds.length);
  if (attached.length > 0 || unknown) {
    const which = attached.length === 0 ? "a list" : `list ${attached.join(", ")}`;
    run.warn(`${about}: it is running, and it will write to the people of ${which}, which this update attaches.`, urn);
  }
  warnAboutAgents(run, about, urn, listIds);
}

/** Warns that people who have not had a changed step yet get its new text. */
function warnAboutTexts({ run, about, urn, olds, record, replacing, changes }: DiffSituation): void {
  const texts = changes.filter(({ property, effect }) => property === "steps" && effect === "update");
  if (!mayRun(olds, record) || replacing || texts.length === 0) return;
  run.warn(
    `${about}: it is running: people get the new text of ${texts.map(({ path }) => path).join(", ")}, except those who have had that step.`,
    urn,
  );
}

/** `unseen`: the service has no operation that shows it. */
type StateAtService = "active" | "inactive" | "gone" | "unseen";

async function stateAtService(situation: DeleteSituation): Promise<StateAtService> {
  const { kind, run, account, about, id } = situation;
  const finding = await account.find("Campaign", id, `deleting ${about}`, { fresh: true });
  if (finding.status === "gone") return "gone";
  if (finding.status === "unreadable") {
    run.memory.unseen.add(kind.plural);
    return "unseen";
  }
  assertSameObject(kind, finding.answer, situation, `Deleting ${about}`);
  if (finding.answer.active === undefined) return "unseen";
  return finding.answer.active !== false ? "active" : "inactive";
}

/** Refuses to drop a running campaign from the state: the engine calls no other check before a delete. */
function refuseWhileRunning(situation: DeleteSituation, state: StateAtService, mayBeActive: boolean): void {
  const { run, about, id, acknowledged, urn, replacement } = situation;
  if (state === "active") {
    throw new Refusal(
      `Deleting ${about}: it is active, and the service has no operation that stops or deletes a campaign.`,
      `Switch it off in the app, then run this again. To leave it running, ${letGo(urn)}.`,
    );
  }
  if (state !== "unseen") {
    stoppedCampaigns.of(run.memory).add(id);
    return;
  }
  if (acknowledged.has(`inactive:${id}`)) {
    stoppedCampaigns.of(run.memory).add(id);
    run.warn(`${about}: treated as inactive because "inactive:${id}" is acknowledged.`, urn);
    return;
  }
  const wayOut = `Look in the app, switch it off there if it runs, then confirm it: ${howToAcknowledge(`inactive:${id}`)}.`;
  if (mayBeActive) {
    throw new Refusal(
      `Deleting ${about}: it was active, and this service has no operation that shows whether it still is.`,
      wayOut,
      `To leave it as it is, ${letGo(urn)}.`,
    );
  }
  if (replacement?.active === true) {
    throw new Refusal(
      `Deleting ${about}: an active campaign would replace it, and this service has no operation that shows whether the old one runs.`,
      wayOut,
    );
  }
  run.warn(
    `${about}: it was created inactive; this service does not show whether somebody has switched it on since.`,
    urn,
  );
}

/** Repeats `refuseRestart` for a replacement that skipped `diff` (`--replace`, `--target-replace`, a taint). */
async function refuseRestartAtDelete(
  situation: DeleteSituation,
  state: StateAtService,
  everActive: boolean,
): Promise<void> {
  const { kind, account, about, id, outputs, record, replacement } = situation;
  if (replacement?.active !== true || isRestartSaid(situation)) return;
  const canResume =
    (state === "active" || state === "inactive") && kind.changes(outputs, replacement).every(isOfActive);
  if (everActive) throw restart(`Deleting ${about}`, "it was active before", canResume, record.restarted);
  if (state === "gone") return;
  const logs = await hasLogs({ account, about: `deleting ${about}` }, id);
  if (logs === false) return;
  const why = logs === undefined ? "its log cannot be read" : "its log shows that it has run";
  throw restart(`Deleting ${about}`, why, canResume, record.restarted);
}
