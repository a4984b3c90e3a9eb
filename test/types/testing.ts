/** What tests of programs write and get: each line under `@ts-expect-error` must not compile. */
import type { Output } from "@pulumi/pulumi";
import type { AgentType, List } from "../../provider/src/index";
import * as outreach from "../../provider/src/index";
import type { FunctionAnswers, KnownCampaignArgs } from "../../provider/src/testing";
import { declared, resolved, setMocks } from "../../provider/src/testing";

export const answers: FunctionAnswers = {
  getUser: { id: 101 },
  getLists: async () => [{ id: "4", name: "Shared" }],
  getList: ({ id, name }) => ({ id: String(id ?? 4), name }),
  getContacts: ({ limit }) => ({ contacts: [{ id: 1 }].slice(0, limit), isComplete: true }),
};

export async function uses(): Promise<void> {
  await setMocks();
  await setMocks({ answers, newResource: ({ name, inputs }) => ({ id: name, state: inputs }) }, "project", "dev", true);
  const campaigns = await declared("Campaign");
  const texts: (string | undefined)[] = campaigns.flatMap((each) => each.texts.map(({ text }) => text));
  const campaign = await declared("Campaign", "fintech");
  const args: KnownCampaignArgs = campaign.args;
  const [listId]: readonly (number | undefined)[] = args.listIds;
  const [first] = args.steps;
  const note: string | undefined = first?.type === "invitationNote" ? first.note : undefined;
  const agentType: AgentType = (await declared("SourceAgent", "fintech")).args.agentType;
  const list: List = (await declared("List", "fintech")).resource;
  const userId: number = await resolved(list.userId);
  const count: number | undefined = await resolved(outreach.getListOutput({ id: 4 }).contactCount);
  const exported: Output<string> = list.name;
  const name: string = await resolved(exported);

  // @ts-expect-error no such kind
  await declared("Lists");
  // @ts-expect-error a list uses no lists
  (await declared("List", "fintech")).lists;
  // @ts-expect-error ids are numbers
  const text: string = args.listIds[0] ?? "";
  // @ts-expect-error no such function
  await setMocks({ answers: { getListss: [] } });
  // @ts-expect-error all lists are an array
  await setMocks({ answers: { getLists: { id: "4" } } });
  // @ts-expect-error the id of an answer is a text
  await setMocks({ answers: { getList: { id: 4 } } });
  // @ts-expect-error not an Output
  await resolved(4);
  void [texts, listId, note, agentType, userId, count, name, text];
}
