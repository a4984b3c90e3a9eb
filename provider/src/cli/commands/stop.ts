import { z } from "zod";
import { safeText } from "../../api/redact";
import type { Stopped, Targets } from "../../follow/stop";
import { accountInput, accountOptions } from "../accountOptions";
import { assertCanAsk, yesOption } from "../asking";
import { defineCommand } from "../command";
import type { Terminal } from "../terminal/terminal";

/** `pulumi-outreach stop` */
export const stop = defineCommand({
  name: "stop",
  summary: "Pause every source agent, and name the campaigns to switch off in the app",
  description:
    "The emergency brake. No operation of the service switches a campaign off: those that are active are listed. The agents are listed again until none runs. Safe to repeat; nothing is ever resumed. Exit code 1 if an agent may still run, or if another process is creating objects or has just done so. A service with the operations of the specification alone lists nothing: there the agents are those of the stack's state and of the records of runs, and the exit code is always 1, because others may run",
  arguments: [{ name: "[agents...]", description: "ids or exact names; default: every agent that runs" }],
  options: [yesOption, ...accountOptions],
  examples: [
    ["pulumi-outreach stop", "Pause every agent, after a question"],
    ["pulumi-outreach stop --yes --as alice@example.com", "Those of a member, from a script"],
    ["pulumi-outreach stop --yes --stack production", "Those in a stack's state, if the service lists nothing"],
    ["pulumi-outreach stop --yes 123 456", "Two agents of a service that lists nothing"],
  ],
  input: z.object({
    agents: z.array(z.string()).default([]),
    yes: z.boolean().default(false),
    ...accountInput,
  }),
  async run({ agents, yes, ...options }, { terminal, json, openAccount }) {
    assertCanAsk(terminal, yes, "stop asks before it pauses source agents");
    const account = await openAccount(options);
    const { findTargets, stopAgents } = await import("../../follow/stop");
    const readState = async () => {
      const { stackState } = await import("../stackState");
      return await stackState(options.stack);
    };
    const targets = await terminal.during("Reading the source agents", () => findTargets(account, agents, readState));
    const { running } = targets;
    if (running.length > 0 && !yes) {
      terminal.note(
        "Campaigns go on sending: each is switched off in the app. Source agents, which find people, are paused.",
      );
      if (!(await terminal.confirm(question(targets)))) {
        terminal.note("Nothing was paused.");
        return 1;
      }
    }
    const stopped = await terminal.during(`Pausing ${agentsOf(running.length)}`, (progress) =>
      stopAgents(account, targets, (count) =>
        progress.update(`${count} of ${agentsOf(Math.max(count, running.length))}`),
      ),
    );
    for (const warning of stopped.warnings) terminal.warn(warning);
    if (json) terminal.printJson(stopped);
    else {
      show(stopped, targets.known !== undefined, terminal);
      if (agents.length === 0) terminal.note(othersNote(stopped));
    }
    return stopped.failed.length > 0 || stopped.warnings.length > 0 ? 1 : 0;
  },
});

function agentsOf(count: number): string {
  return count === 1 ? "1 source agent" : `${count} source agents`;
}

function question({ running }: Targets): string {
  const names = running.slice(0, 5).map(({ id, name }) => safeText(name ?? id, 60));
  const more = running.length > 5 ? `, … and ${running.length - 5} more` : "";
  return `Pause ${agentsOf(running.length)} (${names.join(", ")}${more})?`;
}

function othersNote({ actingUser }: Stopped): string {
  return `Only agents of user ${actingUser} were paused. Those of other members need a run each, with --as; \`pulumi-outreach members\` lists the members.`;
}

function show(stopped: Stopped, isFromState: boolean, terminal: Terminal): void {
  const { actingUser, paused, pausedBefore, gone, failed } = stopped;
  const { red } = terminal.colors;
  const before =
    pausedBefore.length === 0
      ? ""
      : `; ${pausedBefore.length} ${pausedBefore.length === 1 ? "was" : "were"} paused before`;
  terminal.print(`Paused ${agentsOf(paused.length)} of user ${actingUser}${before}.`);
  const rows = [
    ...failed.map(({ id, name, reason }) => [name ?? "", id, { text: `not paused: ${reason}`, style: red }]),
    ...gone.map(({ id, name }) => [name ?? "", id, "deleted meanwhile"]),
    ...paused.map(({ id, name }) => [name ?? "", id, "paused"]),
  ];
  if (rows.length > 0) {
    terminal.printTable(
      [
        { title: "SOURCE AGENT" },
        { title: "ID", overflow: "keep" },
        { title: "RESULT", overflow: "wrap", longest: 800 },
      ],
      rows,
    );
  }
  terminal.print();
  showCampaigns(stopped, terminal);
  if (paused.length > 0) terminal.note(isFromState ? unseenNote : refreshNote);
  if (failed.length > 0) terminal.note("Run the command again for those that failed, or pause them in the app.");
}

const refreshNote =
  "Pulumi sees them as paused after `pulumi refresh`, and then resumes those whose program has paused: false. To keep them stopped, set paused: true there.";
const unseenNote =
  "This service does not show Pulumi that they are paused: set paused: true in the program. It has no operation that resumes one: that is done in the app.";

function showCampaigns({ activeCampaigns, inactiveCampaigns }: Stopped, terminal: Terminal): void {
  const { bold } = terminal.colors;
  if (activeCampaigns === undefined) {
    terminal.print(bold("Which campaigns are active is not known. They go on sending: switch them off in the app."));
  } else if (inactiveCampaigns !== undefined) {
    const known = [
      ...activeCampaigns.map((each) => ({ ...each, last: "active" })),
      ...inactiveCampaigns.map((each) => ({ ...each, last: "off" })),
    ];
    if (known.length === 0) {
      terminal.print("Neither the state nor the records of runs hold a campaign.");
      return;
    }
    terminal.print(bold("This service cannot switch campaigns off. Switch off in the app which of these run:"));
    terminal.printTable(
      [{ title: "CAMPAIGN" }, { title: "ID", overflow: "keep" }, { title: "LAST KNOWN AS", overflow: "keep" }],
      known.map(({ id, name, last }) => [name ?? "", id, last]),
    );
  } else if (activeCampaigns.length === 0) {
    terminal.print("No campaign is active.");
  } else {
    terminal.print(bold("These campaigns go on sending. Switch each off in the app:"));
    terminal.printTable(
      [{ title: "CAMPAIGN" }, { title: "ID", overflow: "keep" }, { title: "LINKEDIN SEAT", overflow: "keep" }],
      activeCampaigns.map(({ id, name, linkedinSeatId }) => [name ?? "", id, linkedinSeatId ?? ""]),
    );
  }
}
