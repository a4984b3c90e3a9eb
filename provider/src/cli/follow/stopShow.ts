import { safeText } from "../../api/redact";
import type { Stopped } from "../../follow/stop";
import { counted } from "../../text/words";
import type { Terminal } from "../terminal/terminal";

export const campaignsGoOn =
  "Campaigns go on sending: each is switched off in the app. Source agents, which find people, are paused.";
export const nothingPaused = "Nothing was paused.";

export function agentCount(count: number): string {
  return counted(count, "source agent");
}

/** The question before agents are paused. `ofMembers` is a phrase with the number of members. */
export function pauseQuestion(
  running: readonly { readonly id: string; readonly name?: string }[],
  ofMembers = "",
): string {
  const names = running.slice(0, 5).map(({ id, name }) => safeText(name ?? id, 60));
  const more = running.length > 5 ? `, … and ${running.length - 5} more` : "";
  return `Pause ${agentCount(running.length)}${ofMembers} (${names.join(", ")}${more})?`;
}

export function othersNote({ actingUser }: Stopped): string {
  return `Only agents of user ${actingUser} were paused. Those of other members need a run with --as or --all-members; \`pulumi-outreach members\` lists the members.`;
}

/** Prints the result for one user's agents, and the campaigns that continue. */
export function showStopped(stopped: Stopped, terminal: Terminal): void {
  const { actingUser, paused, pausedBefore, gone, failed } = stopped;
  const { red } = terminal.colors;
  const before = pausedBefore.length === 0 ? "" : `; ${counted(pausedBefore.length, "was", "were")} paused before`;
  terminal.print(`Paused ${agentCount(paused.length)} of user ${actingUser}${before}.`);
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
}

/** Prints the next steps once for all users whose agents were paused. */
export function showNotes(
  results: readonly { readonly stopped: Stopped; readonly isFromState: boolean }[],
  terminal: Terminal,
): void {
  const paused = results.filter(({ stopped }) => stopped.paused.length > 0);
  if (paused.some(({ isFromState }) => !isFromState)) terminal.note(refreshNote);
  if (paused.some(({ isFromState }) => isFromState)) terminal.note(unseenNote);
  if (results.some(({ stopped }) => stopped.failed.length > 0)) {
    terminal.note("Run the command again for those that failed, or pause them in the app.");
  }
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
