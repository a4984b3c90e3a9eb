import { ids } from "../../lifecycle/about";
import { howToAcknowledgeForRun, howToConfirm } from "../../lifecycle/acknowledge";
import { type Outcome, type Rule, refused } from "../../lifecycle/decision";
import { type DeleteFacts as AnyDeleteFacts, runningNow } from "../../lifecycle/deleteTable";
import { knownValue } from "../../lifecycle/facts";
import { isOfAnother } from "../../lifecycle/passedOn";
import { hasRunOnAny } from "../../lifecycle/ranOn";
import { isNotShown, isPendingId, replacedUnrun } from "../../lifecycle/record";
import { howToKeepSame, isSameAgain } from "../../lifecycle/sameAgain";
import { inTurn, say } from "../../lifecycle/wayOut";
import { commandLine, inApp, letGo } from "../../lifecycle/ways";
import { followsOne, isOfActive, restart } from "./running";
import { mostLogs } from "./startFacts";
import type { CampaignValues } from "./values";

type DeleteFacts = AnyDeleteFacts<CampaignValues>;
type Deleting = Iterable<Outcome<never>>;

/**
 * Rules for deletes. The engine makes no other check before a delete, and `diff` may have been skipped (`--replace`, a
 * taint).
 */
export const deleteRules: readonly Rule<DeleteFacts>[] = [
  { name: "runs", decide: refuseWhileRunning },
  { name: "may-run", decide: refuseWhatMayRun },
  { name: "restart-by-replacement", decide: refuseRestart },
];

/** Rows about the campaigns that leave the state with it. */
export const leaveRules: readonly Rule<DeleteFacts>[] = [{ name: "launched-drafts", decide: refuseLaunchedDrafts }];

/** The service has no operation that stops a campaign. */
function* refuseWhileRunning(facts: DeleteFacts): Deleting {
  const { kind, about, id, urn, outputs, replacement } = facts.situation;
  if (knownValue(runningNow(facts)) !== true) return;
  const isNews = replacement !== undefined && outputs.active !== true;
  const isDeclared = isNews && kind.changes({ ...outputs, active: true }, replacement).length === 0;
  yield refused(
    `Deleting ${about}: it is active, and the service has no operation that stops or deletes a campaign.`,
    ...(isDeclared
      ? [say`The program declares it as it runs: ${commandLine("pulumi up --refresh")} records that.`]
      : []),
    say`${inApp("switchOff", [id], "Switch it off in the app")}, then run this again. To leave it running, ${letGo(urn)}.`,
  );
}

/** Refuses if it is unknown whether the campaign is running. */
function* refuseWhatMayRun(facts: DeleteFacts): Deleting {
  const { situation, found, recorded, logs } = facts;
  const { kind, about, id, record, replacement, urn, acknowledged } = situation;
  const running = runningNow(facts);
  if (typeof running !== "string") {
    if (running.source !== "person") return;
    yield { warn: `${about}: treated as inactive because "inactive:${id}" is acknowledged.` };
    return;
  }
  if (recorded === undefined) yield { look: { ask: "record", kind, id } };
  const mayBeActive = record.everActive === true || recorded?.running === true;
  const restarts =
    (mayBeActive || hasRunOnAny(record, replacement?.listIds)) &&
    replacement?.active === true &&
    !acknowledged.has("restart");
  const isAgain = isSameAgain(situation, found);
  const codes = [`inactive:${id}`, ...(restarts ? ["restart"] : []), ...(isAgain ? [`twin:${id}`] : [])];
  const effect = restarts ? " (its people start again at step 1)" : "";
  // Without a replacement, the program no longer declares it, so only the run can supply a code.
  const confirmation = replacement === undefined ? howToAcknowledgeForRun(...codes) : howToConfirm(situation, ...codes);
  const switchOff = inApp("switchOff", [id], "switch it off there if it runs");
  const wayOut = inTurn`Look in the app, ${switchOff}, then confirm it${effect}: ${confirmation}.`;
  if (isAgain) {
    yield refused(
      `Deleting ${about}: the program declares the same campaign again, which would be a second one, and this service has no operation that shows whether the first one runs.`,
      say`To keep that one: ${howToKeepSame(situation)}.`,
      inTurn`Or create another one beside it. ${wayOut}`,
    );
  }
  if (mayBeActive) {
    yield refused(
      `Deleting ${about}: it was active, and this service has no operation that shows whether it still is.`,
      wayOut,
      say`To leave it as it is, ${letGo(urn)}.`,
    );
  }
  if (replacement !== undefined) {
    yield refused(
      `Deleting ${about}: ${replacement.active === true ? "an active" : "a new"} campaign would replace it, and this service has no operation that shows whether the old one runs.`,
      wayOut,
    );
  }
  if (!logs.has(id)) yield { look: { ask: "log", kind, id } };
  if (logs.get(id) === "entries") {
    yield refused(
      `Deleting ${about}: its log shows that somebody has launched it, and this service has no operation that shows whether it still runs.`,
      wayOut,
      say`To leave it as it is, ${letGo(urn)}.`,
    );
  }
  yield {
    warn: `${about}: it was created inactive; this service does not show whether somebody has switched it on since.`,
    reach: "deleted",
  };
}

/** The people of a campaign that has run would start over with its replacement. */
function* refuseRestart(facts: DeleteFacts): Deleting {
  const { situation, found, recorded, logs } = facts;
  const { kind, about, id, outputs, record, replacement, acknowledged } = situation;
  if (replacement?.active !== true || acknowledged.has("restart")) return;
  // Nobody starts again with another campaign that exists.
  if (typeof replacement.adopt === "number" && String(replacement.adopt) !== id) return;
  const canResume =
    found?.status === "found" && isShownOff(facts) && kind.changes(outputs, replacement).every(isOfActive);
  const old = record.gone === true ? "gone" : canResume ? "canResume" : "stays";
  const refuse = (why: string) => ({
    refuse: () => restart({ ...situation, about: `Deleting ${about}` }, why, old),
  });
  if (record.everActive !== true && hasRunOnAny(record, replacement.listIds)) yield refuse(followsOne);
  if (record.everActive !== true && recorded === undefined) yield { look: { ask: "record", kind, id } };
  if (record.everActive === true || recorded?.ran === true) yield refuse("it was active before");
  if (found?.status === "gone") return;
  const log = logs.get(id);
  if (log === undefined) yield { look: { ask: "log", kind, id } };
  if (log === "unreadable") yield refuse("its log cannot be read");
  if (log === "entries") yield refuse("its log shows that it has run");
}

/**
 * Refuses if somebody has launched a draft that the resource has replaced, and that the service does not show: the state
 * knows of it only as long as it has the resource.
 */
function* refuseLaunchedDrafts({ situation, found, logs }: DeleteFacts): Deleting {
  const { kind, run, about, id, urn, record, replacement, acknowledged } = situation;
  if (replacement !== undefined) return;
  const isLeft = (draft: string) =>
    !acknowledged.has(`inactive:${draft}`) && !isOfAnother(run.memory, kind, urn, draft);
  const drafts = replacedUnrun(record).filter(isLeft);
  if (drafts.length === 0) return;
  if (isPendingId(id)) {
    if (!isNotShown(record)) return;
  } else if (found === undefined) return yield { look: { ask: "itself", kind, id } };
  else if (found.status !== "unreadable") return;
  const launched: string[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (index < mostLogs && !logs.has(draft)) yield { look: { ask: "log", kind, id: draft } };
    if (logs.get(draft) !== "none") launched.push(draft);
  }
  if (launched.length === 0) return;
  const shows = launched.every((draft) => logs.get(draft) === "entries")
    ? "shows that somebody has launched it"
    : "shows, or cannot be read and may show, that somebody has launched it";
  const switchOff = inApp("switchOff", launched, "switch it off there if it runs");
  const codes = launched.map((draft) => `inactive:${draft}`);
  yield refused(
    `Deleting ${about}: the log of a draft that its resource has replaced (${ids(launched)}) ${shows}, and this service has no operation that shows whether it still runs.`,
    inTurn`Look in the app, ${switchOff}, then confirm it: ${howToAcknowledgeForRun(...codes)}.`,
    say`To leave it as it is, ${letGo(urn)}.`,
  );
}

function isShownOff(facts: DeleteFacts): boolean {
  const running = runningNow(facts);
  return typeof running !== "string" && !running.value && running.source === "service";
}
