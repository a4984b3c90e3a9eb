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
 * What a function answers in a test: the answer itself, or a function that makes it from the arguments, now or later.
 *
 * @typeParam Args of the function of the program
 * @typeParam Result what it answers
 */
export type Answer<Args, Result> = Result | ((args: Args) => Result | Promise<Result>);

/**
 * What the functions of the program answer in a test, by their names. Each holds for both forms: that of `getLists` for
 * `getListsOutput` as well. A function without an answer fails; it never asks the service.
 */
export interface FunctionAnswers {
  /** The user that requests act as. */
  readonly getUser?: Answer<NoArgs, User>;
  /** The members of the organization. */
  readonly getOrganizationMembers?: Answer<NoArgs, readonly User[]>;
  /** The e-mail seats of the user. */
  readonly getEmailSeats?: Answer<NoArgs, readonly EmailSeat[]>;
  /** All lists. They answer `getList` as well, which then fails as it does for the service if none is meant. */
  readonly getLists?: Answer<NoArgs, readonly ListAnswer[]>;
  /** One list. Not needed where `getLists` is given. */
  readonly getList?: Answer<ObjectArgs, ListAnswer>;
  /** All source agents. They answer `getSourceAgent` as well. */
  readonly getSourceAgents?: Answer<NoArgs, readonly SourceAgentAnswer[]>;
  /** One source agent. Not needed where `getSourceAgents` is given. */
  readonly getSourceAgent?: Answer<ObjectArgs, SourceAgentAnswer>;
  /** All campaigns. They answer `getCampaign` as well. */
  readonly getCampaigns?: Answer<NoArgs, readonly CampaignAnswer[]>;
  /** One campaign. Not needed where `getCampaigns` is given. */
  readonly getCampaign?: Answer<ObjectArgs, CampaignAnswer>;
  /** The contacts that match, as they are: no filter is applied to them. `iterateContacts` goes through them. */
  readonly getContacts?: Answer<GetContactsArgs, ContactsAnswer>;
  /** One contact. */
  readonly getContact?: Answer<GetContactArgs, Contact>;
  /** What a campaign has done. */
  readonly getCampaignLogs?: Answer<GetCampaignLogsArgs, readonly CampaignLog[]>;
  /** The runs of a source agent. */
  readonly getAgentLogs?: Answer<GetAgentLogsArgs, readonly AgentLog[]>;
  /** Whether the service works. */
  readonly getServiceHealth?: Answer<NoArgs, Health>;
  /** Whether the part of the service that keeps contacts works. */
  readonly getContactHealth?: Answer<NoArgs, Health>;
}

const functionNames = Object.keys({
  ...{ getUser: 1, getOrganizationMembers: 1, getEmailSeats: 1 },
  ...{ getLists: 1, getList: 1, getSourceAgents: 1, getSourceAgent: 1, getCampaigns: 1, getCampaign: 1 },
  ...{ getContacts: 1, getContact: 1, getCampaignLogs: 1, getAgentLogs: 1 },
  ...{ getServiceHealth: 1, getContactHealth: 1 },
} satisfies Record<keyof FunctionAnswers, 1>);

/** Throws for a misspelt field of what `setMocks` takes. */
export function assertMocks(mocks: object): void {
  const known = ["answers", "newResource", "call"];
  const wrong = Object.keys(mocks).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const meant = didYouMean(nearest(wrong, known)) ?? `these are ${known.join(", ")}.`;
  const hint = functionNames.includes(wrong) ? "it goes into `answers`." : meant;
  throw new Refusal(`setMocks: ${wrong} is no field of the mocks: ${hint}`);
}

/** What answers functions, and the names of the lists that it has answered with, by id. */
export interface Answering {
  readonly standIn: StandIn;
  readonly listNames: ReadonlyMap<string, string>;
}

/** What the functions answer, with those for one object that follow from all objects. Throws for a misspelt name. */
export function answering(given: FunctionAnswers): Answering {
  const wrong = Object.keys(given).find((name) => !functionNames.includes(name));
  if (wrong !== undefined) {
    const hint = didYouMean(nearest(wrong, functionNames)) ?? `these are ${functionNames.join(", ")}.`;
    throw new Refusal(`setMocks: answers: ${wrong} is no function of this package: ${hint}`);
  }
  const answers: FunctionAnswers = {
    ...{ getList: oneOf("List", given.getLists) },
    ...{ getSourceAgent: oneOf("SourceAgent", given.getSourceAgents) },
    ...{ getCampaign: oneOf("Campaign", given.getCampaigns) },
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

  // The types of `FunctionAnswers` hold the answer of each function.
  function answer<Result>(name: string, args: object): Promise<Result>;
  async function answer(name: string, args: object): Promise<unknown> {
    const own = byName.get(name);
    const made: unknown = typeof own === "function" ? await own(args) : own;
    if (name === "getLists" || name === "getList") noteNames(made, listNames);
    return made;
  }
  return { standIn: { assertAnswered, answer }, listNames };
}

/** The answer for one object of a kind, from the one for all of them. */
function oneOf<K extends keyof ObjectShapes>(
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
