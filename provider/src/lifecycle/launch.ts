import { isOnThisMachine } from "../api/address";
import { safeText } from "../api/redact";
import type { Outcome } from "./decision";
import { nameIn, type Values } from "./kind";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import type { CreateSituation } from "./situation";
import { say, way } from "./wayOut";

/** An object that would start to contact people. */
export type Launch<V = Values> = Pick<CreateSituation<V>, "kind" | "run" | "account" | "about" | "inputs">;

/** The people contacted: those of these lists, through these objects if they are already running. */
export interface Reached {
  readonly lists: readonly string[];
  readonly through?: readonly string[];
  /** The effect as part of a sentence: `it would start to write to the people of list 5`. */
  readonly effect: string;
}

/**
 * Refuses a start by a coding agent, unless the settings configure launches. On this machine's local service, starts are
 * allowed, because it contacts nobody.
 */
export function* refuseByAgent<V extends Values>(launch: Launch<V>, reached: Reached): Iterable<Outcome<never>> {
  const { codingAgent } = launch.run.settings();
  if (codingAgent === undefined || launch.account.isLocalService) return;
  yield { refuse: () => refusedLaunch(launch, reached, codingAgent) };
}

/** True if the update may be refused for that reason: a preview does not determine which service it is. */
export function mayBeRefusedByAgent(run: Run): boolean {
  const { codingAgent, origin } = run.settings();
  return codingAgent !== undefined && !isOnThisMachine(origin);
}

function refusedLaunch<V extends Values>(
  { kind, about, inputs }: Launch<V>,
  { lists, through = [], effect }: Reached,
  codingAgent: string,
): Refusal {
  const facts = {
    ...{ starts: kind.name, name: safeText(String(nameIn(kind, inputs))), lists, through },
    ...{ setting: "outreach:launch", refusedFor: codingAgent },
  };
  return new Refusal(
    `${about}: ${effect}, and the environment shows that ${safeText(codingAgent)} started this run. Nothing was sent for it.`,
    say`${way("Let a person run it", { do: "runByPerson" })}; or, if the team wants agents to start outreach, ${way("write it into the stack's config: `pulumi config set outreach:launch allow`", { do: "set", setting: "launch", value: "allow" })}.`,
    `launch-refused ${JSON.stringify(facts)}`,
  );
}
