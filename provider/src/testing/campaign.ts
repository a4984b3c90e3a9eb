import { isRecord } from "../api/json";
import { stepFields } from "../resources/campaign/stepSchema";
import type { StepType } from "../resources/campaign/stepTypes";
import type { KnownCampaignArgs } from "./args";

/** A list that a campaign uses. */
export interface UsedList {
  /** Its number at the service. */
  readonly id: number;
  /** Its name: as the program declares it, or as `getLists` or `getList` has answered. Otherwise left out. */
  readonly name?: string;
  /** The name of its resource in the program. Left out if the program does not declare the list. */
  readonly declaredAs?: string;
}

/** A text that a campaign sends to each contact: as it is written, or one that the service's AI writes. */
export interface SentText {
  /** Where it stands in the arguments of the campaign, as errors name it: `steps[2].message`. */
  readonly path: string;
  /** The type of its step. */
  readonly step: StepType;
  /** As it is written, with variables such as `[FirstName]`. Left out where the AI writes it. */
  readonly text?: string;
  /** True where the service's AI writes the text: nobody reads it before it is sent. Otherwise left out. */
  readonly byAi?: true;
}

/** The fields of a step that people read, in the order in which they do. */
const sentFields = ["note", "subject", "message"] as const;

/** What the steps send, in their order. */
export function textsOf({ steps }: KnownCampaignArgs): SentText[] {
  return steps.flatMap((step, index) => {
    const own = stepFields.get(step.type) ?? [];
    const values: unknown = step;
    const isByAi = isRecord(values) && values.messageMode === "ai";
    return sentFields.flatMap((field): SentText[] => {
      if (!own.includes(field)) return [];
      const place = { path: `steps[${index}].${field}`, step: step.type };
      const text = isRecord(values) ? values[field] : undefined;
      if (typeof text === "string") return [{ ...place, text }];
      return isByAi ? [{ ...place, byAi: true }] : [];
    });
  });
}
