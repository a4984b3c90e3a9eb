import type { CreationNotes } from "../../api/objects";
import { servedIds, textsOf } from "../../lifecycle/facts";
import type { Beside, Change, Other, Told } from "../../lifecycle/kind";
import { ownRanOn, type Recorded } from "../../lifecycle/record";
import { mayRun } from "./running";
import type { CampaignValues } from "./values";

/** What other runs need to know about a campaign. */
export function notes(values: CampaignValues, record?: Recorded, told?: Told<CampaignValues>): CreationNotes {
  const isTold = servedIds(told?.answer?.listIds).length > 0 || told?.sent?.some(isOfLists) === true;
  const others = isTold ? [] : (record?.mayUse ?? []);
  return {
    targets: [...new Set([...textsOf(values.listIds), ...others])],
    ...(isTold ? { areAllTargets: true } : {}),
    running: mayRun(values, record),
    ...(record?.everActive === true ? { ran: true } : {}),
    ...ownRanOn(record),
  };
}

/** The effect on people of an active campaign in addition to another object with its name, and the code that allows it. */
export function beside({ active }: CampaignValues, { id, running, ran }: Other): readonly Beside[] {
  if (active !== true) return [];
  if (running === true) {
    return [{ effect: "the same people would be written to twice", code: `shared-list:${id}` }];
  }
  return ran === true ? [{ effect: "its people would start again at step 1", code: "restart" }] : [];
}

function isOfLists({ property }: Change): boolean {
  return property === "listIds";
}
