import { howToAcknowledgeForRun, howToConfirm } from "../../lifecycle/acknowledge";
import type * as guard from "../../lifecycle/guards";
import { Refusal } from "../../lifecycle/refusal";
import { assertSameObject } from "../../lifecycle/sameObject";
import { inTurn, say } from "../../lifecycle/wayOut";
import { inApp, letGo } from "../../lifecycle/ways";
import { stoppedCampaigns } from "../inView";
import { hasLogs } from "./looks";
import { isOfActive, isRestartSaid, restart } from "./running";
import type { CampaignValues } from "./values";

type DeleteSituation = guard.DeleteSituation<CampaignValues>;

/** Refuses to drop a campaign that runs or may run, or to let an active one start again in its place. */
export async function beforeDelete(situation: DeleteSituation): Promise<"exists" | "gone"> {
  const { account, id, record } = situation;
  const state = await stateAtService(situation);
  const recorded = await account.records.one("Campaign", id);
  refuseWhileRunning(situation, state, record.everActive === true || recorded?.running === true);
  await refuseRestartAtDelete(situation, state, record.everActive === true || recorded?.ran === true);
  return state === "gone" ? "gone" : "exists";
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
      say`${inApp("switchOff", [id], "Switch it off in the app")}, then run this again. To leave it running, ${letGo(urn)}.`,
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
  const restarts = mayBeActive && replacement?.active === true && !isRestartSaid(situation);
  const codes = [`inactive:${id}`, ...(restarts ? ["restart"] : [])];
  const effect = restarts ? " (its people start again at step 1)" : "";
  // Without a replacement the program no longer declares it, so that only the run can carry a code.
  const confirmation = replacement === undefined ? howToAcknowledgeForRun(...codes) : howToConfirm(situation, ...codes);
  const switchOff = inApp("switchOff", [id], "switch it off there if it runs");
  const wayOut = inTurn`Look in the app, ${switchOff}, then confirm it${effect}: ${confirmation}.`;
  if (mayBeActive) {
    throw new Refusal(
      `Deleting ${about}: it was active, and this service has no operation that shows whether it still is.`,
      wayOut,
      say`To leave it as it is, ${letGo(urn)}.`,
    );
  }
  if (replacement !== undefined) {
    throw new Refusal(
      `Deleting ${about}: ${replacement.active === true ? "an active" : "a new"} campaign would replace it, and this service has no operation that shows whether the old one runs.`,
      wayOut,
    );
  }
  run.warn(
    `${about}: it was created inactive; this service does not show whether somebody has switched it on since.`,
    urn,
    "deleted",
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
  const canResume = state === "inactive" && kind.changes(outputs, replacement).every(isOfActive);
  const deleting = { about: `Deleting ${about}`, id };
  if (everActive) throw restart(deleting, "it was active before", canResume, record.restarted);
  if (state === "gone") return;
  const logs = await hasLogs(account, `deleting ${about}`, id);
  if (logs === false) return;
  const why = logs === undefined ? "its log cannot be read" : "its log shows that it has run";
  throw restart(deleting, why, canResume, record.restarted);
}
