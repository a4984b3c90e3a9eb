import { accountOptions } from "../accountOptions";
import { yesOption } from "../asking";
import { defineCommand } from "../command";
import { stopInput } from "../follow/input";

/** `pulumi-outreach stop` */
export const stop = defineCommand({
  name: "stop",
  summary: "Pause every source agent, and name the campaigns to switch off in the app",
  description:
    "The emergency brake. No operation of the service switches a campaign off: those that are active are listed. The agents are listed again until none runs. Safe to repeat; nothing is ever resumed. Exit code 1 if an agent may still run, or if another process is creating objects or has just done so. With --all-members, a member whose agents cannot be read or paused keeps no other member from being stopped, and the exit code is 1. A service with the operations of the specification alone lists nothing: there the agents are those of the stack's state and of the records of runs, and the exit code is always 1, because others may run",
  arguments: [{ name: "[agents...]", description: "ids or exact names; default: every agent that runs" }],
  options: [
    yesOption,
    {
      flags: "--all-members",
      description: "those of every active member of the organization; the key must be its owner's",
    },
    ...accountOptions,
  ],
  examples: [
    ["pulumi-outreach stop", "Pause every agent, after a question"],
    ["pulumi-outreach stop --yes --as alice@example.com", "Those of a member, from a script"],
    ["pulumi-outreach stop --yes --all-members", "Those of all members, from a script"],
    ["pulumi-outreach stop --yes --stack production", "Those in a stack's state, if the service lists nothing"],
    ["pulumi-outreach stop --yes 123 456", "Two agents of a service that lists nothing"],
  ],
  input: stopInput,
  async run(asked, context) {
    const { runStop } = await import("../follow/stop");
    return await runStop(asked, context);
  },
});
