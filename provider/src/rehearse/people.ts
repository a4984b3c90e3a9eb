import { grouped } from "../page/groups";
import type { Played } from "./build";
import { Days } from "./calendar";
import type { Rehearsal } from "./model";
import type { ObservedStep } from "./observed";

/** A step as the program declares it, apart from its number and its delay. */
export interface DeclaredStep {
  readonly delay: number;
  readonly fields: ReadonlyMap<string, unknown>;
}

/** What the result of a rehearsal shows only in sums, for one campaign. */
export interface CampaignDetail {
  /** The key of the campaign. */
  readonly campaign: string;
  /** By the number of the step. */
  readonly steps: ReadonlyMap<number, DeclaredStep>;
  /** Days by the number of the step, for each person who got one. Persons have the same names in every rehearsal. */
  readonly days: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** A rehearsal with what its result shows only in sums. */
export interface Rehearsed {
  readonly rehearsal: Rehearsal;
  readonly details: readonly CampaignDetail[];
}

/** What each campaign declares, and who got what when. */
export function detailsOf({ campaigns, observed, start, days: count }: Played): CampaignDetail[] {
  const days = new Days(start, count);
  const persons = new Map(observed.contacts.map(({ id, profileUrl }) => [id, profileUrl ?? String(id)]));
  const sent = observed.campaignLogs.filter(({ status }) => status === "sent");
  return campaigns.map(({ id, key }) => {
    const own = sent.filter(({ campaignId }) => campaignId === id);
    const byPerson = grouped(own, ({ contactId }) => persons.get(contactId) ?? String(contactId));
    const stepDays = [...byPerson].map(([person, logs]): [string, ReadonlyMap<number, number>] => {
      const known = logs.flatMap(({ stepNumber, createdAt }): [number, number][] =>
        stepNumber === null ? [] : [[stepNumber, days.of(createdAt)]],
      );
      return [person, new Map(known)];
    });
    const steps = observed.campaigns.find((campaign) => campaign.id === id)?.steps ?? [];
    return {
      campaign: key,
      steps: new Map(steps.map((step) => [step.stepNumber, declaredStep(step)])),
      days: new Map(stepDays),
    };
  });
}

function declaredStep({ stepNumber: _number, delayAfterLastStep, ...fields }: ObservedStep): DeclaredStep {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return { delay: delayAfterLastStep ?? 0, fields: new Map(given) };
}
