import type { Kind } from "../../../../provider/src/kinds";
import type { Step } from "../../../support/testStack";
import type { Stage } from "../stage";

type Args = Readonly<Record<string, unknown>>;

/** A kind as the rows for every kind need it. */
export interface Subject {
  readonly kind: Kind;
  readonly noun: string;
  readonly path: string;
  /** How messages call what `wanted` declares. */
  readonly called: string;
  /** How many objects of the kind a case makes before the one that it is about. */
  readonly before: number;
  wanted(stage: Stage, listId: number, args?: Args): Step;
  /** The ids of all that the service holds, in the order of creation. */
  ids(stage: Stage): Promise<number[]>;
  /** Removes it in the app, which no operation of the service can do. */
  removeOutside(stage: Stage, id: number): Promise<unknown>;
}

export const subjects: readonly Subject[] = [
  {
    kind: "List",
    noun: "list",
    path: "/v1/list",
    called: 'list "Fintech founders"',
    before: 1,
    wanted: (stage, _listId, args) => stage.list(args),
    ids: async ({ sandbox }) => (await sandbox.objects()).lists.map(({ id }) => id),
    removeOutside: ({ sandbox }, listId) => sandbox.deleteList({ listId }),
  },
  {
    kind: "SourceAgent",
    noun: "source agent",
    path: "/v1/agent",
    called: 'source agent "Finder"',
    before: 0,
    wanted: (stage, listId, args) => stage.agent(listId, args),
    ids: async ({ sandbox }) => (await sandbox.objects()).agents.map(({ id }) => id),
    removeOutside: ({ sandbox }, agentId) => sandbox.deleteAgent({ agentId }),
  },
  {
    kind: "Campaign",
    noun: "campaign",
    path: "/v1/campaign",
    called: 'campaign "Fintech Q1"',
    before: 0,
    wanted: (stage, listId, args) => stage.campaign(listId, args),
    ids: async ({ sandbox }) => (await sandbox.objects()).campaigns.map(({ id }) => id),
    removeOutside: ({ sandbox }, campaignId) => sandbox.deleteCampaign({ campaignId }),
  },
];

/** Makes one object of the kind, which the state holds as `one`. */
export async function setUp(stage: Stage, subject: Subject, args: Args = {}) {
  const list = await stage.madeList("base", { name: "Base" });
  const step = subject.wanted(stage, list, args);
  const id = await stage.made("one", step);
  await stage.forget();
  return { list, step, id };
}
