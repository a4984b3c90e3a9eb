import { safeText } from "../../api/redact";
import type { CampaignStatus, Status } from "../../follow/status/model";
import { readStatus } from "../../follow/status/read";
import { Times } from "../../follow/times";
import { counted } from "../../text/words";
import type { CommandContext, Report } from "../command";
import type { StatusInput } from "../commands/status";
import type { Cell } from "../terminal/table";
import type { Terminal } from "../terminal/terminal";

/** How many findings with one code are shown, so that others remain visible. */
const mostAlike = 3;

/** Runs `pulumi-outreach status`. */
export async function runStatus(input: StatusInput, context: CommandContext): Promise<Report> {
  const { campaigns, all, ...options } = input;
  const { terminal, openAccount, clock, timeZone } = context;
  const account = await openAccount(options);
  const now = clock.wallTime();
  const times = new Times(() => now, timeZone);
  const read = await terminal.during("Reading the account", () => readStatus(account, { campaigns, all, times, now }));
  return { document: read, warnings: read.warnings, show: () => showStatus(read, times, terminal) };
}

/** Prints a status for people. */
function showStatus(status: Status, times: Times, terminal: Terminal): void {
  const { bold } = terminal.colors;
  const { actingUser } = status;
  terminal.print(
    `${bold(`user ${actingUser.id}`)}${actingUser.name === "" ? "" : ` (${safeText(actingUser.name, 80)})`}, ${times.at(status.at)} ${times.name}`,
  );
  terminal.print(agentsLine(status));
  terminal.print();
  showCampaigns(status, times, terminal);
  showSent(status, terminal);
  showAttention(status, terminal);
}

function agentsLine({ agents, activeCampaigns, inactiveCampaigns = 0 }: Status): string {
  const line =
    activeCampaigns === undefined
      ? "Campaigns: not listed by the service."
      : `Campaigns: ${activeCampaigns} active, ${inactiveCampaigns} off.`;
  if (agents === undefined) return line;
  const neverRan = agents.pausedBeforeFirstRun === 0 ? "" : ` (${agents.pausedBeforeFirstRun} never ran)`;
  return `${line} Source agents: ${agents.running} running, ${agents.paused} paused${neverRan}.`;
}

function showCampaigns({ campaigns, campaignsNotShown }: Status, times: Times, terminal: Terminal): void {
  if (campaigns.length === 0) {
    terminal.print("No campaign is active.");
  } else {
    terminal.printTable(
      [
        { title: "CAMPAIGN" },
        { title: "ID", overflow: "keep" },
        { title: "TODAY", align: "right", overflow: "keep" },
        { title: "LAST SENT", overflow: "keep" },
        { title: "WAITING", overflow: "items" },
        { title: "AFTER STEP", overflow: "items", longest: 800 },
        { title: "ENDED", overflow: "items" },
      ],
      campaigns.map((campaign) => [
        `${campaign.name ?? ""}${campaign.active === false ? " (off)" : ""}`,
        campaign.id,
        String(campaign.sentToday),
        lastSentCell(campaign, times),
        waitingCell(campaign, times),
        afterStepCell(campaign),
        endedCell(campaign),
      ]),
    );
  }
  const parts = campaigns.filter(({ isPart }) => isPart).map(({ id }) => id);
  if (parts.length > 0) {
    terminal.warn(
      `the log of campaign ${parts.join(", ")} is only a part: people whose steps are older are missing above.`,
    );
  }
  if (campaignsNotShown > 0) {
    terminal.note(
      `${counted(campaignsNotShown, "more active campaign is", "more active campaigns are")} not shown; \`pulumi-outreach status --all\` shows all, with a request for each.`,
    );
  }
}

/** A sent message cannot be in the future, so a later time shows that the service's clock is ahead of this machine's. */
function lastSentCell({ lastSent: time }: CampaignStatus, times: Times): string {
  if (time === undefined) return "never";
  return times.isAhead(time) ? `${times.at(time)} (the service's clock)` : times.relative(time);
}

function waitingCell({ people, nextDue }: CampaignStatus, times: Times): string {
  const parts = [
    ...(people.notStarted === undefined ? [] : [`${people.notStarted} to start`]),
    ...(people.due === undefined ? [] : [`${people.due} due`]),
    ...(nextDue === undefined ? [] : [`next ${times.relative(nextDue)}`]),
  ];
  return parts.join(", ");
}

function afterStepCell({ steps }: CampaignStatus): string {
  return steps.map(({ number, type, people }) => `${number} ${type ?? "step"}: ${people}`).join(", ");
}

function endedCell({ people }: CampaignStatus): string {
  return Object.entries(people.ended)
    .map(([how, number]) => `${number} ${how}`)
    .join(", ");
}

function showSent({ sentToday, campaignsNotShown, activeCampaigns }: Status, terminal: Terminal): void {
  const { emailSeats, linkedinSeats } = sentToday;
  const isAll = campaignsNotShown === 0 && activeCampaigns !== undefined;
  terminal.print();
  terminal.print(terminal.colors.bold(`Sent today${isAll ? "" : " in these campaigns"}`));
  const rows = [
    ...emailSeats.map(({ id, email, sent, dailyQuota }) => [
      `e-mail seat ${id}`,
      email ?? "",
      dailyQuota === undefined ? `${sent}; its quota is unknown` : `${sent} of ${dailyQuota}`,
    ]),
    ...linkedinSeats.map(({ id, sent }) => [
      `LinkedIn seat ${id}`,
      "",
      Object.entries(sent)
        .map(([type, number]) => `${number} ${type}`)
        .join(", "),
    ]),
  ];
  if (rows.length > 0) terminal.printTable([{ overflow: "keep" }, {}, { overflow: "items" }], rows);
  terminal.print("The service does not show the quotas of LinkedIn seats.");
}

function showAttention({ attention, warnings }: Status, terminal: Terminal): void {
  const { bold, dim, yellow } = terminal.colors;
  terminal.print();
  if (attention.length === 0) {
    terminal.print(`Nothing ${warnings.length === 0 ? "" : "that can be seen "}needs a person.`);
    return;
  }
  terminal.print(bold("Needs a person"));
  const rows: Cell[][] = [];
  for (const code of new Set(attention.map((each) => each.code))) {
    const alike = attention.filter((each) => each.code === code);
    const shown = alike.slice(0, mostAlike);
    for (const [index, { about, text, todo }] of shown.entries()) {
      rows.push([{ text: "!", style: yellow }, `${about}: ${text}`]);
      if (shown[index + 1]?.todo !== todo) rows.push(["", { text: `→ ${todo}`, style: dim }]);
    }
    const more = alike.length - mostAlike;
    if (more > 0) rows.push(["", { text: `… and ${more} more like these; --json has all`, style: dim }]);
  }
  terminal.printTable([{ overflow: "keep" }, { overflow: "wrap", longest: 800 }], rows);
}
