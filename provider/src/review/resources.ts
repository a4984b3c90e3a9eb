import { z } from "zod";
import { stringOrUndefined } from "../api/json";
import type { Values } from "../lifecycle/kind";
import { isPendingId } from "../lifecycle/record";
import { mayLack } from "../lifecycle/unsettled";
import { sourceAgentKind } from "../resources/sourceAgent/kind";
import { isMade, type PlannedResource } from "./input/plan";
import { idOf, idsOf, propertyChanges, recordsOf, shown, textsOf, yesNoOf } from "./input/values";
import { signalLabel, targetingLabels } from "./labels";
import type {
  ReviewedAgent,
  ReviewedCampaign,
  ReviewedList,
  ReviewedSignal,
  TargetingChange,
  UsedList,
  YesNo,
} from "./model";
import { reviewedSteps } from "./steps";
import { commonParts, type Surroundings } from "./surroundings";

export function reviewedCampaign(around: Surroundings, given: PlannedResource): ReviewedCampaign {
  const { before, after, beforeOutputs, afterOutputs, change } = given;
  const seat = (values: Values | undefined) => idOf(values?.linkedinSeatId) ?? shown(values?.linkedinSeatId);
  const [seatsBefore, seatsAfter] = [idsOf(before?.emailSeatIds), idsOf(after?.emailSeatIds)];
  // Wholly secret or unknown steps are not removed steps.
  const areShown = after === undefined || Array.isArray(after.steps);
  const steps = areShown ? reviewedSteps(before?.steps, after?.steps) : [];
  // Secret or unknown steps cannot be shown one by one.
  const properties = Array.isArray(after?.steps ?? before?.steps) ? ["language"] : ["language", "steps"];
  return {
    ...commonParts(around, given),
    properties: propertyChanges(before, after, properties, change === "updated"),
    running: change === "created" ? "no" : runningBefore(given),
    runs: runningAfter(given),
    everRan: everRan(given),
    ...(predecessorRan(given) ? { predecessorRan: true } : {}),
    ...(recordIn(around.plan.about === "drift" ? afterOutputs : beforeOutputs)?.gone === true ? { gone: true } : {}),
    lists: around
      .usedLists(given, "listIds")
      .map((list) => ({ ...list, ...(perhapsRemoved(given, list) && { mayBeRemoved: true }) })),
    linkedinSeat: { before: seat(before), after: seat(after) },
    emailSeats: {
      ...{ before: seatsBefore, after: seatsAfter },
      addresses: around.addresses([...seatsBefore, ...seatsAfter]),
    },
    steps: change === "unchanged" ? steps.map((step) => ({ ...step, change: "same" as const })) : steps,
  };
}

function runningBefore(given: PlannedResource): YesNo {
  const { before, beforeOutputs, idBefore } = given;
  const told = beforeOutputs?.active ?? before?.active ?? (before === undefined ? false : undefined);
  const running = orUncertain(given, yesNoOf(told));
  // The state contains the values of a create without a response: the campaign may not exist and may be created again.
  return running === "yes" && isPendingId(idBefore ?? "") ? "unknown" : running;
}

/** Whether a campaign runs is uncertain if the service shows no campaigns, because somebody may have switched it on. */
function orUncertain({ beforeOutputs }: Pick<PlannedResource, "beforeOutputs">, running: YesNo): YesNo {
  return running === "no" && recordIn(beforeOutputs)?.unseen === true ? "unknown" : running;
}

function runningAfter(given: PlannedResource): YesNo {
  const { after, afterOutputs, change } = given;
  if (change === "deleted") return "no";
  const isKept = change === "updated" || change === "unchanged";
  if (afterOutputs?.active !== undefined) {
    const running = yesNoOf(afterOutputs.active);
    if (isKept) return orUncertain(given, running);
    return after?.adopt === undefined ? running : orUncertain({ beforeOutputs: afterOutputs }, running);
  }
  if (isMade(change)) return after?.adopt === undefined ? yesNoOf(after?.active ?? false) : takenOver(after);
  // Without a declared flag, the campaign does not change.
  return after?.active === undefined ? runningBefore(given) : orUncertain(given, yesNoOf(after.active));
}

/**
 * An adopted object does not change. The program's claim that it is off is not verified here: the update reads it, after
 * the resources on which this one depends have changed, or cannot read it at all.
 */
function takenOver({ active }: Values): YesNo {
  return active === false ? "unknown" : yesNoOf(active);
}

const recordedSchema = z.looseObject({
  everActive: z.boolean().optional(),
  ranOn: z.array(z.string()).optional(),
  takenOver: z.boolean().optional(),
  gone: z.boolean().optional(),
  unseen: z.boolean().optional(),
  pauseUnsent: z.boolean().optional(),
  unsettled: z.record(z.string(), z.unknown()).optional(),
  pending: z.looseObject({ knownBefore: z.array(z.string()).optional() }).optional(),
});

/** True if the service does not show the object, or if the state does not record whether it does. */
export function mayBeUnseen({ beforeOutputs }: PlannedResource): boolean {
  const record = recordIn(beforeOutputs);
  if (record?.pending !== undefined) return record.pending.knownBefore === undefined;
  return record === undefined || record.unseen === true;
}

/** True if the object was adopted: the state keeps the `adopt` of the run that adopted it. */
export function isTakenOver({ change, after, beforeOutputs }: PlannedResource): boolean {
  return after?.adopt !== undefined || (!isMade(change) && recordIn(beforeOutputs)?.takenOver === true);
}

function recordIn(outputs: Values | undefined): z.infer<typeof recordedSchema> | undefined {
  try {
    return recordedSchema.safeParse(JSON.parse(stringOrUndefined(outputs?.recorded) ?? "null")).data;
  } catch {
    // The value is not this package's JSON.
    return undefined;
  }
}

function everRan({ change, before, beforeOutputs }: PlannedResource): YesNo {
  if (change === "created") return "no";
  if (beforeOutputs?.active === true || before?.active === true) return "yes";
  const record = recordIn(beforeOutputs);
  if (record?.everActive === true) return "yes";
  return record === undefined || record.unseen === true ? "unknown" : "no";
}

/** Lists that the preview does not know count as those that were used before. */
function predecessorRan({ after, beforeOutputs }: PlannedResource): boolean {
  const { ranOn = [] } = recordIn(beforeOutputs) ?? {};
  if (ranOn.length === 0) return false;
  const lists = after?.listIds;
  return !Array.isArray(lists) || lists.some((list) => idOf(list) === undefined || ranOn.includes(String(list)));
}

function perhapsRemoved({ beforeOutputs }: PlannedResource, { id, change }: UsedList): boolean {
  const attempted = recordIn(beforeOutputs)?.unsettled?.listIds;
  return change === "same" && Array.isArray(attempted) && mayLack(attempted, id ?? "");
}

const elsewhere: ReadonlySet<string> = new Set([
  ...["name", "listId", "variables", "agentType", "paused"],
  ...targetingLabels.map(([property]) => property),
]);

export function reviewedAgent(around: Surroundings, given: PlannedResource): ReviewedAgent {
  const { before, after, beforeOutputs, afterOutputs, change } = given;
  const paused = (values: Values | undefined, outputs: Values | undefined, otherwise: YesNo) => {
    const value = values?.paused ?? outputs?.paused;
    return value === undefined ? otherwise : yesNoOf(value);
  };
  // An earlier change whose outcome is not known may have paused or resumed it.
  const record = recordIn(beforeOutputs);
  const isPauseUnsettled = record?.unsettled?.paused !== undefined;
  // It was adopted as paused, and the update that would pause it no longer does so.
  const isLeftUnpaused = record?.pauseUnsent === true && before?.paused === true && after?.paused === undefined;
  const pausedBefore = isPauseUnsettled && !isLeftUnpaused ? "unknown" : paused(before, beforeOutputs, "unknown");
  const outputs = around.plan.about === "planned" ? undefined : afterOutputs;
  const isUpdate = change === "updated";
  /** Arrays that the program no longer declares, and that the agent keeps. */
  const keptLists = [...targetingLabels.map(([property]) => property), "variables"].filter(
    (property) => isUpdate && before?.[property] !== undefined && after?.[property] === undefined,
  );
  const isKept = (property: string) => keptLists.includes(property);
  return {
    ...commonParts(around, given),
    properties: propertyChanges(
      before,
      after,
      [
        // A changed list is shown as the agent's list.
        ...(isUpdate ? ["listId"] : []),
        ...(before?.agentType === undefined || after?.agentType === undefined ? [] : ["agentType"]),
        ...sourceAgentKind.properties.filter((property) => !elsewhere.has(property)),
        ...keptLists,
      ],
      isUpdate,
    ),
    type: stringOrUndefined(after?.agentType ?? before?.agentType),
    list: around.usedLists(given, "listId")[0],
    paused: isMade(change)
      ? { before: "unknown", after: paused(after, afterOutputs, "no") }
      : { before: pausedBefore, after: paused(after, outputs, isLeftUnpaused ? "unknown" : pausedBefore) },
    targeting: targetingLabels.flatMap(([property, label]) =>
      isKept(property) ? [] : targetingChange(property, label, before, after),
    ),
    signals: signalChanges(before?.variables, isKept("variables") ? before?.variables : after?.variables),
  };
}

function targetingChange(
  property: string,
  label: string,
  before: Values | undefined,
  after: Values | undefined,
): TargetingChange[] {
  const [olds, news] = [textsOf(before?.[property]), textsOf(after?.[property])];
  const [added, removed] = [withoutItems(news, olds), withoutItems(olds, news)];
  return added.length + removed.length === 0
    ? []
    : [{ property, label, added, removed, restricts: { before: olds.length > 0, after: news.length > 0 } }];
}

function withoutItems(all: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others);
  return all.filter((each) => !left.has(each));
}

function signalChanges(before: unknown, after: unknown): ReviewedAgent["signals"] {
  const [olds, news] = [new Map(readSignals(before)), new Map(readSignals(after))];
  return {
    added: [...news].flatMap(([key, signal]) => (olds.has(key) ? [] : [signal])),
    removed: [...olds].flatMap(([key, signal]) => (news.has(key) ? [] : [signal])),
    unchanged: [...news.keys()].filter((key) => olds.has(key)).length,
  };
}

function readSignals(value: unknown): [key: string, ReviewedSignal][] {
  return recordsOf(value).map((signal) => {
    const type = shown(signal.type) ?? "";
    const seat = shown(signal.linkedinSeatId);
    const value = shown(signal.value) ?? "";
    return [
      JSON.stringify([type, value, seat ?? null, signal.needsUserToken ?? false]),
      { type, label: signalLabel(type), value, seat },
    ];
  });
}

export function reviewedList(around: Surroundings, given: PlannedResource): ReviewedList {
  return { ...commonParts(around, given), properties: [], people: around.people(idOf(given.id))?.people };
}
