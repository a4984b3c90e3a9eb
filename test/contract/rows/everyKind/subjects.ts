import type { TestedKind } from "../../../support/testedKinds";
import type { Step } from "../../../support/testStack";
import type { Mode, Stage } from "../stage";

type Args = Readonly<Record<string, unknown>>;

/** A kind's data for the rows that apply to every kind. */
export interface Subject {
  readonly kind: TestedKind;
  readonly noun: string;
  readonly path: string;
  /** The name in messages of the object that `wanted` declares. */
  readonly called: string;
  /** How many objects of the kind a case creates before its own. */
  readonly before: number;
  /**
   * A replacement deletes the old one before it creates the new one, so that its guards come before anything is sent.
   */
  readonly deletesFirst: boolean;
  /** The service keeps the object when its resource is deleted. */
  readonly outlivesDelete: boolean;
  /** Only the name distinguishes an object from others. */
  readonly isToldByName: boolean;
  /** Properties that a listing may omit although they distinguish an object from others. */
  readonly superfluous: readonly string[];
  /** Declared properties that no response contains. */
  readonly untold: readonly string[];
  /** Arguments that differ from `wanted`: the properties whose difference is visible, and the others. */
  readonly differing: { readonly args: Args; readonly shown: string; readonly untold: readonly string[] };
  /** Arguments of an equal object that differ from `wanted` in what the service or a person may have changed. */
  readonly decidedByOthers: readonly Args[];
  /** The reason if a new name is refused before the object is checked. */
  readonly cannotRename: Readonly<Partial<Record<Mode, string>>>;
  wanted(stage: Stage, listId: number, args?: Args): Step;
  /** The ids of all objects in the service, in the order of creation. */
  ids(stage: Stage): Promise<number[]>;
  /** Removes it in the app, which no operation of the service can do. */
  removeOutside(stage: Stage, id: number): Promise<unknown>;
}

const noRename = "the service has no operation that renames a list";
const noChange = "this service has no operation that changes name";

export const subjects: readonly Subject[] = [
  {
    kind: "List",
    noun: "list",
    path: "/v1/list",
    called: 'list "Fintech founders"',
    before: 1,
    deletesFirst: false,
    outlivesDelete: true,
    isToldByName: true,
    superfluous: ["campaignId"],
    untold: [],
    differing: { args: { name: "Another" }, shown: "name", untold: [] },
    decidedByOthers: [],
    cannotRename: { full: noRename, specOnly: noRename },
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
    deletesFirst: true,
    outlivesDelete: false,
    isToldByName: false,
    superfluous: ["listId", "agentType", "targetJobTitles", "variables"],
    untold: [],
    differing: {
      args: { name: "Another", minLeadScore: 0.4, targetLocations: ["Peru"] },
      shown: "name, targetLocations, minLeadScore",
      untold: [],
    },
    decidedByOthers: [{ paused: true }],
    cannotRename: { specOnly: noChange },
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
    deletesFirst: true,
    outlivesDelete: true,
    isToldByName: false,
    superfluous: ["listIds", "language", "linkedinSeatId", "emailSeatIds"],
    untold: ["listIds"],
    differing: {
      args: { name: "Another", language: "de-DE", active: true },
      shown: "name, active",
      untold: ["listIds", "language"],
    },
    decidedByOthers: [{ active: true }],
    cannotRename: { specOnly: noChange },
    // Declared, because a service that does not show it requires it at each adoption.
    wanted: (stage, listId, args) => stage.campaign(listId, { active: false, ...args }),
    ids: async ({ sandbox }) => (await sandbox.objects()).campaigns.map(({ id }) => id),
    removeOutside: ({ sandbox }, campaignId) => sandbox.deleteCampaign({ campaignId }),
  },
  {
    kind: "Tag",
    noun: "tag",
    path: "/v1/tag",
    called: 'tag "Hot"',
    before: 0,
    deletesFirst: true,
    outlivesDelete: false,
    isToldByName: false,
    superfluous: ["colour"],
    untold: [],
    differing: { args: { name: "Another", colour: "blue" }, shown: "name, colour", untold: [] },
    decidedByOthers: [],
    cannotRename: { specOnly: noChange },
    wanted: (stage, _listId, args) => stage.tag(args),
    ids: async ({ sandbox }) => sandbox.tags.ids(),
    removeOutside: async ({ sandbox }, id) => sandbox.tags.remove(id),
  },
];

/** The end of a message about a comparison. */
export function notCompared(untold: readonly string[]): string {
  return untold.length === 0 ? "" : ` Not compared, because the service does not return them: ${untold.join(", ")}.`;
}

/** Creates one object of the kind, with the resource `one`. */
export async function setUp(stage: Stage, subject: Subject, args: Args = {}) {
  const list = await stage.madeList("base", { name: "Base" });
  const step = subject.wanted(stage, list, args);
  const id = await stage.made("one", step);
  await stage.forget();
  return { list, step, id };
}
