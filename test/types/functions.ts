/** What the functions take and answer: each line under `@ts-expect-error` must not compile. */
import * as pulumi from "@pulumi/pulumi";
import type { Campaign, CampaignAnswer, Contact, List, ListAnswer, Provider, User } from "../../provider/src/index";
import * as outreach from "../../provider/src/index";

declare const list: List;
declare const alice: Provider;
const late = pulumi.output("text");

export const known: Promise<unknown>[] = [
  outreach.getUser(),
  outreach.getUser({}, { provider: alice }),
  outreach.getList({ id: 4 }),
  outreach.getList({ id: "4" }),
  outreach.getCampaign({ name: "Q1" }, { provider: alice }),
  outreach.getContacts({ listId: 4, scoreFrom: 0.5, limit: 10 }),
  outreach.getAgentLogs({ agentId: 4, dateFrom: "2026-03-01", dateTo: "2026-03-02" }),
];
export const later: pulumi.Output<unknown>[] = [
  outreach.getListOutput({ id: list.id }),
  outreach.getListOutput({ id: Promise.resolve(4) }),
  outreach.getSourceAgentOutput({ name: late }),
  outreach.getContactsOutput({ search: late, listId: list.id, limit: 3 }),
  outreach.getCampaignLogsOutput({ campaignId: late }),
];

// What is found goes into a resource without another step.
export const listId: pulumi.Input<string> = outreach.getListOutput({ name: "Shared" }).id;
export const campaign: ConstructorParameters<typeof Campaign>[1] = {
  ...{ name: "Q1", listIds: [outreach.getListOutput({ name: "Shared" }).id], steps: [outreach.step.visitProfile()] },
  emailSeatIds: outreach.getEmailSeatsOutput().apply((seats) => seats.map(({ id }) => id)),
};
export const answers: [Promise<ListAnswer>, pulumi.Output<CampaignAnswer>, Promise<readonly User[]>] = [
  outreach.getList({ id: 4 }),
  outreach.getCampaignOutput({ id: 4 }),
  outreach.getOrganizationMembers(),
];
export async function count(): Promise<number> {
  const found: Contact[] = [];
  for await (const contact of outreach.iterateContacts({ listId: 4 }, { provider: alice })) found.push(contact);
  return found.length;
}

// @ts-expect-error by id or by name
outreach.getList({});
// @ts-expect-error not both
outreach.getList({ id: 4, name: "Leads" });
// @ts-expect-error a promise answers for what is known
outreach.getList({ id: list.id });
// @ts-expect-error the id of the resource, and not the resource
outreach.getListOutput({ id: list });
// @ts-expect-error no such argument
outreach.getContacts({ list: 4 });
outreach.getUser({}, { parent: list });
outreach.getUserOutput({}, { parent: list, dependsOn: [list] });
// @ts-expect-error no such option
outreach.getUser({}, { protect: true });
// @ts-expect-error a promise does not wait for resources
outreach.getUser({}, { dependsOn: [list] });
// @ts-expect-error a function reads it, and adopt takes it over
export const got = () => outreach.List.get("leads", "12");
declare const anything: unknown;
export const listName = outreach.List.isInstance(anything) ? anything.name : undefined;
export const names = [outreach.List, outreach.SourceAgent, outreach.Campaign].flatMap((kind) =>
  kind.isInstance(anything) ? [kind.__pulumiType] : [],
);
export const words: readonly [
  outreach.Step["type"][],
  outreach.AgentType[],
  outreach.CompanySize[],
  outreach.CompanyType[],
] = [[...outreach.stepTypes], [...outreach.agentTypes], [...outreach.companySizes], [...outreach.companyTypes]];
export const signalTypes: outreach.Signal["type"][] = [...outreach.signalTypes];
// @ts-expect-error whose logs
outreach.getCampaignLogs({});
// @ts-expect-error answers are shared
outreach.getLists().then((lists) => lists.push({ id: "4" }));
