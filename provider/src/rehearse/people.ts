import { grouped } from "../text/groups";
import type { PlayedRehearsal } from "./build";
import { Days } from "./calendar";
import type { Rehearsal } from "./model";
import type { ObservedStep } from "./observed";

/** A step as declared, without its number and delay. */
export interface DeclaredStep {
  readonly delay: number;
  readonly fields: ReadonlyMap<string, unknown>;
}

/** Details of a campaign that a rehearsal's result only contains as totals. */
export interface CampaignDetail {
  /** The campaign's key. */
  readonly campaign: string;
  /** By step number. */
  readonly steps: ReadonlyMap<number, DeclaredStep>;
  /** For each person who received a step, the days by step number. A person has the same key in every rehearsal. */
  readonly days: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** A rehearsal's result with the details behind its totals. */
export interface Rehearsed {
  readonly rehearsal: Rehearsal;
  readonly details: readonly CampaignDetail[];
}

/** For each campaign, the declared steps, and who received which one when. */
export function detailsOf({ campaigns, observed, start, days: count }: PlayedRehearsal): CampaignDetail[] {
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
