import { z } from "zod";
import type { CommandDefinition } from "../command";
import { flag, stackOption } from "../options";

export const members = {
  name: "members",
  summary: "List the members of the organization",
  description:
    "The key acts as its own user, whichever member the settings name. A member's ID is what impersonateUserId takes. Nothing is changed",
  input: z.object({ stack: stackOption(), all: flag("--all", "also members who are inactive") }),
  examples: [
    ["pulumi-outreach members", "The active members"],
    ["pulumi-outreach members --stack alice", "With the key and the address that a stack has in its config"],
    ["pulumi-outreach members --json | jq -r '.members[].id'", "The ids of the active members, for a script"],
  ],
} satisfies CommandDefinition;
export type MembersInput = z.output<typeof members.input>;
