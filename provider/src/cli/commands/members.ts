import { z } from "zod";
import { operations } from "../../api/operation";
import { membersFrom, type User } from "../../api/shapes";
import { Refusal } from "../../lifecycle/refusal";
import { stackOption } from "../accountOptions";
import { defineCommand } from "../command";

/** `pulumi-outreach members` */
export const members = defineCommand({
  name: "members",
  summary: "List the members of the organization",
  options: [stackOption, { flags: "--all", description: "also members who are inactive" }],
  examples: [["pulumi-outreach members", "Active members, with the ids that impersonateUserId takes"]],
  input: z.object({ stack: z.string().optional(), all: z.boolean().default(false) }),
  async run({ stack, all }, { terminal, json, openAccount }) {
    const account = await openAccount({ stack, asKeyOwner: true });
    const answer = await terminal.during("Reading the members", () =>
      account.ask(operations.listOrganizationMembers, ""),
    );
    const found = membersFrom(answer);
    if (found === undefined) throw new Refusal("could not list the members: the answer is not a list of members");
    const shown = all ? found : found.filter(({ isActive }) => isActive !== false);
    if (json) terminal.printJson({ members: shown });
    else terminal.printTable([{ title: "ID", overflow: "keep" }, { title: "NAME" }], shown.map(rowOf));
    return 0;
  },
});

function rowOf({ id, firstName, lastName }: User): string[] {
  return [id, [firstName, lastName].join(" ")];
}
