import type { Answer } from "../../../provider/src/api/objects";
import type { Settings } from "../../../provider/src/api/settings";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { conclude, type Rule } from "../../../provider/src/lifecycle/decision";
import { View } from "../../../provider/src/lifecycle/observe";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import type { CreateSituation } from "../../../provider/src/lifecycle/situation";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { campaignOperations } from "../../../provider/src/resources/campaign/operations";
import type { StartFacts } from "../../../provider/src/resources/campaign/startFacts";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { type Around, guarding, urnOf } from "./guarding";

export const name = "Fintech Q1";
export const about = `campaign "${name}"`;
export const urn = urnOf("q1");
export const declarer = declarerOf(urn);
export const steps = [{ type: "visitProfile" as const, delayAfterLastStep: 2 }];

export interface More {
  readonly inputs?: object;
  readonly acknowledged?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly instead?: string;
  readonly replaced?: Recorded["replaced"];
  readonly declarer?: typeof declarer;
}

/** Applies a table to a campaign with the account's current data. Prints and throws the results. */
export async function guardStart(
  table: readonly Rule<StartFacts>[],
  situation: CreateSituation<CampaignValues>,
  start: Omit<StartFacts, "situation" | "campaigns">,
): Promise<void> {
  const { kind, run, account, inputs, declarer: of, about: its } = situation;
  const parts = { account, memory: run.memory, name: inputs.name, declarer: of };
  const view = new View({ ...parts, about: `checking the lists of ${its}`, which: "all" });
  await view.see(kind, { listing: { fresh: true }, targets: { fresh: true } });
  const facts = () => ({ situation, campaigns: view.of(kind), ...start });
  await conclude(table, { facts, look: (question) => view.look(question) }, situation);
}

/** An account of which nothing is known, except for the objects. */
export const nothingKnown = <Kind>(kind: Kind) => ({
  ...{ kind, listing: undefined, lost: [], users: new Map(), suppressed: new Map(), logs: new Map() },
});

/** A campaign that is about to start on list 1. */
export function starting(around: Around, { inputs, acknowledged = [], settings, ...more }: More = {}) {
  const guarded = guarding(around, settings);
  const { run, account } = guarded;
  const values = { name, listIds: [1], steps, active: true, ...inputs };
  const given = { kind: campaignKind, run, account, about, urn, acknowledged: new Set(acknowledged), inputs: values };
  return { ...guarded, situation: { declarer, ...given, ...more } };
}

/** Applies only these rules of a table, in order. Returns the facts on which no rule has refused. */
export async function applied(
  table: readonly Rule<StartFacts>[],
  names: readonly string[],
  situation: CreateSituation<CampaignValues>,
  start: Pick<StartFacts, "listIds" | "ownId" | "isTakenOver">,
): Promise<StartFacts> {
  const rules = table.filter(({ name: its }) => names.includes(its));
  const missing = names.filter((its) => rules.every((rule) => rule.name !== its));
  if (missing.length > 0) throw new Error(`the table has no rule ${missing.join(", ")}`);
  const passed: StartFacts[] = [];
  const last: Rule<StartFacts> = {
    name: "passed",
    decide(facts) {
      passed.push(facts);
      return [];
    },
  };
  await guardStart([...rules, last], situation, start);
  const [facts] = passed;
  if (facts === undefined) throw new Error("the last rule was not applied");
  return facts;
}

/** How many logs of campaigns have been read. */
export const logsRead = ({ look }: Pick<ReturnType<typeof guarding>, "look">) =>
  look.mock.calls.filter(([operation]) => operation === campaignOperations.logs).length;

/** An active campaign on list 1, as the service shows it. */
export const shown = (changes: object = {}): Answer => ({
  ...{ id: "5", name: "Other", active: true, listIds: [1] },
  ...changes,
});
