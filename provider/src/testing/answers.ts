import { isRecord } from "../api/json";
import type {
  GetAgentLogsArgs,
  GetCampaignLogsArgs,
  GetContactArgs,
  GetContactsArgs,
  NoArgs,
  ObjectArgs,
} from "../functions/args";
import type { StandIn } from "../host/underTest";
import { nearest } from "../kind/nearest";
import { didYouMean } from "../kind/validate";
import { kinds } from "../kinds";
import { Refusal } from "../lifecycle/refusal";
import type { AgentLog, CampaignLog, Contact, ContactsAnswer, EmailSeat, Health, User } from "../reads/answers";
import type { CampaignAnswer, ListAnswer, ObjectShapes, SourceAgentAnswer } from "../reads/objectAnswers";
import { objectNamed } from "../reads/objects";

/**
 * The result of a function in a test: the value itself, or a function of the arguments that returns it or a promise of it.
 *
 * @typeParam Args the arguments of the mocked function
 * @typeParam Result its result
 */
export type Answer<Args, Result> = Result | ((args: Args) => Result | Promise<Result>);

/**
 * Results of functions in a test, by function name. Each applies to both forms: `getLists` also to `getListsOutput`. A
 * function without an answer fails; no request is ever sent.
 */
export interface FunctionAnswers {
  /** The acting user. */
  readonly getUser?: Answer<NoArgs, User>;
  /** The members of the organization. */
  readonly getOrganizationMembers?: Answer<NoArgs, readonly User[]>;
  /** The user's e-mail seats. */
  readonly getEmailSeats?: Answer<NoArgs, readonly EmailSeat[]>;
  /** All lists. Also used for `getList`, which fails if no list matches, as it does with the service. */
  readonly getLists?: Answer<NoArgs, readonly ListAnswer[]>;
  /** One list. Not needed if `getLists` is given. */
  readonly getList?: Answer<ObjectArgs, ListAnswer>;
  /** All source agents. Also used for `getSourceAgent`. */
  readonly getSourceAgents?: Answer<NoArgs, readonly SourceAgentAnswer[]>;
  /** One source agent. Not needed if `getSourceAgents` is given. */
  readonly getSourceAgent?: Answer<ObjectArgs, SourceAgentAnswer>;
  /** All campaigns. Also used for `getCampaign`. */
  readonly getCampaigns?: Answer<NoArgs, readonly CampaignAnswer[]>;
  /** One campaign. Not needed if `getCampaigns` is given. */
  readonly getCampaign?: Answer<ObjectArgs, CampaignAnswer>;
  /** The matching contacts; no filter is applied to them. Also used for `iterateContacts`. */
  readonly getContacts?: Answer<GetContactsArgs, ContactsAnswer>;
  /** One contact. */
  readonly getContact?: Answer<GetContactArgs, Contact>;
  /** The log of a campaign. */
  readonly getCampaignLogs?: Answer<GetCampaignLogsArgs, readonly CampaignLog[]>;
  /** The runs of a source agent. */
  readonly getAgentLogs?: Answer<GetAgentLogsArgs, readonly AgentLog[]>;
  /** Whether the service works. */
  readonly getServiceHealth?: Answer<NoArgs, Health>;
  /** Whether the service's contact API works. */
  readonly getContactHealth?: Answer<NoArgs, Health>;
}

const functionNames = Object.keys({
  ...{ getUser: 1, getOrganizationMembers: 1, getEmailSeats: 1 },
  ...{ getLists: 1, getList: 1, getSourceAgents: 1, getSourceAgent: 1, getCampaigns: 1, getCampaign: 1 },
  ...{ getContacts: 1, getContact: 1, getCampaignLogs: 1, getAgentLogs: 1 },
  ...{ getServiceHealth: 1, getContactHealth: 1 },
} satisfies Record<keyof FunctionAnswers, 1>);

/** Throws for misspelt fields of the argument of `setMocks`. */
export function assertMocks(mocks: object): void {
  const known = ["answers", "newResource", "call"];
  const wrong = Object.keys(mocks).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const meant = didYouMean(nearest(wrong, known)) ?? `these are ${known.join(", ")}.`;
  const hint = functionNames.includes(wrong) ? "it goes into `answers`." : meant;
  throw new Refusal(`setMocks: ${wrong} is not a field of the mocks: ${hint}`);
}

/** Returns the results of functions, and records the names of the lists it has returned, by id. */
export interface Answering {
  readonly standIn: StandIn;
  readonly listNames: ReadonlyMap<string, string>;
}

/** Completes the answers: functions for a single object are derived from those for all. Throws for a misspelt name. */
export function completedAnswers(given: FunctionAnswers): Answering {
  const wrong = Object.keys(given).find((name) => !functionNames.includes(name));
  if (wrong !== undefined) {
    const hint = didYouMean(nearest(wrong, functionNames)) ?? `these are ${functionNames.join(", ")}.`;
    throw new Refusal(`setMocks: answers: ${wrong} is not a function of this package: ${hint}`);
  }
  const answers: FunctionAnswers = {
    ...{ getList: answerForOne("List", given.getLists) },
    ...{ getSourceAgent: answerForOne("SourceAgent", given.getSourceAgents) },
    ...{ getCampaign: answerForOne("Campaign", given.getCampaigns) },
    ...given,
  };
  const listNames = new Map<string, string>();
  const byName = new Map<string, unknown>(Object.entries(answers).filter(([, answer]) => answer !== undefined));

  function assertAnswered(name: string): void {
    if (byName.has(name)) return;
    throw new Refusal(
      "this test gives no answer for it, and nothing is sent under the mocks of pulumi-outreach/testing.",
      `Give one: setMocks({ answers: { ${name}: … } }).`,
    );
  }

  // The types of `FunctionAnswers` ensure that each function's answer is a `Result`.
  function answer<Result>(name: string, args: object): Promise<Result>;
  async function answer(name: string, args: object): Promise<unknown> {
    const own = byName.get(name);
    const made: unknown = typeof own === "function" ? await own(args) : own;
    if (name === "getLists" || name === "getList") noteNames(made, listNames);
    return made;
  }
  return { standIn: { assertAnswered, answer }, listNames };
}

/** Derives the answer for one object of a kind from the answer for all of them. */
function answerForOne<K extends keyof ObjectShapes>(
  kind: K,
  all: Answer<NoArgs, readonly ObjectShapes[K][]> | undefined,
): ((args: ObjectArgs) => Promise<ObjectShapes[K]>) | undefined {
  if (all === undefined) return undefined;
  return async ({ id, name }) => {
    const objects = typeof all === "function" ? await all({}) : all;
    if (name !== undefined) return objectNamed(kind, objects, name);
    const found = objects.find((each) => each.id === String(id));
    if (found !== undefined) return found;
    throw new Refusal(
      `could not read ${kinds[kind].noun} ${id}: there is none with this id among the answers of get${kind}s.`,
    );
  };
}

function noteNames(answer: unknown, names: Map<string, string>): void {
  for (const each of [answer].flat()) {
    if (isRecord(each) && typeof each.name === "string") names.set(String(each.id), each.name);
  }
}
