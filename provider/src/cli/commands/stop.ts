import { z } from "zod";
import type { CommandDefinition } from "../command";
import { accountOptions, flag, texts, yesOption } from "../options";

export const stop = {
  name: "stop",
  summary: "Pause every source agent, and name the campaigns to switch off in the app",
  description:
    "The emergency brake. No operation of the service switches a campaign off: those that are active are listed. The agents are listed again until none runs. Safe to repeat; nothing is ever resumed. Exit code 1 if an agent may still run, or if another process is creating objects or has just done so. With --all-members, a member whose agents cannot be read or paused keeps no other member from being stopped, and the exit code is 1. A service with the operations of the specification alone lists nothing: there the agents are those of the stack's state and of the records of runs, and the exit code is always 1, because others may run",
  input: z
    .object({
      agents: texts("[agents...]", "ids or exact names; default: every agent that runs"),
      yes: yesOption(),
      allMembers: flag(
        "--all-members",
        "those of every active member of the organization; the key must be its owner's",
      ),
      ...accountOptions(),
    })
    .refine(({ allMembers, as }) => !(allMembers && as !== undefined), {
      path: ["allMembers"],
      message: "excludes --as",
    })
    .refine(({ allMembers, agents }) => !(allMembers && agents.length > 0), {
      path: ["allMembers"],
      message: "stops every agent, and takes no names",
    }),
  examples: [
    ["pulumi-outreach stop", "Pause every agent, after a question"],
    ["pulumi-outreach stop --yes --as alice@example.com", "Those of a member, from a script"],
    ["pulumi-outreach stop --yes --all-members", "Those of all members, from a script"],
    ["pulumi-outreach stop --yes --stack production", "Those in a stack's state, if the service lists nothing"],
    ["pulumi-outreach stop --yes 123 456", "Two agents of a service that lists nothing"],
  ],
} satisfies CommandDefinition;
export type StopInput = z.output<typeof stop.input>;
