import type { User } from "../objects/account.js";
import type { Campaign, CampaignStep } from "../objects/campaign.js";
import { seatUsage, sentToday } from "../planner/seats.js";
import { fullName } from "../responses.js";
import type { RequestRecord } from "../server/requestLog.js";
import type { Service } from "../service.js";
import type { ControlParts } from "./operation.js";

const MOST_ROWS = 200;
const MOST_QUEUED = 10;
const MOST_REQUESTS = 50;
const SECONDS_BETWEEN = 3;

const style = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #222; background: #fff; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; } h3 { font-size: .95rem; margin: 1rem 0 .3rem; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid #bbb; } td { border-bottom: 1px solid #eee; }
.on { color: #0a6b2d; font-weight: 600; } .off, .none { color: #767676; } .bad { color: #a40000; font-weight: 600; }
meter { width: 12rem; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } td { border-color: #333; } .on { color: #6fd08c; } .bad { color: #ff8a8a; } }
`;

/** Text that is HTML already; `html` escapes everything else. */
class Markup {
  constructor(readonly text: string) {}
}

type Content = string | number | Markup | Content[] | null;

function html(parts: TemplateStringsArray, ...values: Content[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part));
}

function render(content: Content): string {
  if (content === null) return "";
  if (content instanceof Markup) return content.text;
  if (Array.isArray(content)) return content.map(render).join("");
  return String(content).replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0) ?? 0};`);
}

/** A web page with the objects of the sandbox. It changes nothing, so the planner does not read the queues. */
export function renderPage(parts: ControlParts): string {
  const { service, faults } = parts;
  const { store, clock } = service;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${SECONDS_BETWEEN}">
<title>Outreach sandbox</title>
<style>${new Markup(style)}</style>
</head>
<body>
<h1>Outreach sandbox</h1>
<p>The time is ${clock.iso()} (${clock.mode} clock). The sandbox contacts nobody.
${service.behaviour.specOnly ? "Only the operations of the specification are available." : ""}
${faults.active().length > 0 ? html`<span class="bad">${faults.active().length} faults are active.</span>` : ""}</p>
${rateLimit(parts)}
<h2>Lists</h2>
${table(["id", "name", "owner", "contacts", "campaign"], store.lists.all(), (list) => [
  list.id,
  list.name,
  nameOf(service, list.userId),
  store.contacts.countBy("list", list.id),
  list.campaignId === null ? none : (store.campaigns.get(list.campaignId)?.name ?? list.campaignId),
])}
<h2>Source agents</h2>
${table(
  ["id", "name", "owner", "type", "state", "list", "signals", "leads", "last run"],
  store.agents.all(),
  (agent) => [
    agent.id,
    agent.name,
    nameOf(service, agent.userId),
    agent.agentType,
    agent.paused ? html`<span class="off">paused</span>` : html`<span class="on">running</span>`,
    agent.listId ?? none,
    agent.variables?.length ?? 0,
    agent.creditUsage,
    agent.lastRun ?? none,
  ],
)}
<h2>Campaigns</h2>
${store.campaigns.size === 0 ? html`<p class="none">none yet</p>` : ""}
${newest(store.campaigns.all()).map((campaign) => campaignSection(service, campaign))}
<h2>Members and seats</h2>
${table(["id", "name", "organization", "role", "active", "network seats", "e-mail seats"], store.users.all(), (user) =>
  memberRow(service, user),
)}
<h2>Requests</h2>
${requests(service, parts.log.read({ last: MOST_REQUESTS }).requests)}
</body>
</html>`.text;
}

const none = new Markup('<span class="none">none</span>');

function table<T>(heads: string[], rows: T[], cells: (row: T) => Content[]): Markup {
  if (rows.length === 0) return html`<p class="none">none yet</p>`;
  const shown = newest(rows);
  return html`<table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>
${shown.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table>
${rows.length > shown.length ? html`<p class="none">and ${rows.length - shown.length} older rows</p>` : ""}`;
}

function newest<T>(rows: T[]): T[] {
  return rows.slice(-MOST_ROWS).reverse();
}

function rateLimit({ service, limiter }: ControlParts): Markup {
  const limits = service.behaviour.rateLimit;
  if (limits === false) return html`<h2>Rate limit</h2><p class="none">switched off</p>`;
  const most = limits.limit + limits.burst;
  const usage = limiter.usage(service.clock.rateLimitTime());
  return html`<h2>Rate limit</h2>
<p>${limits.limit} requests in any ${limits.windowSeconds} s, ${limits.burst} more are tolerated; ${limits.dailyLimit} per day</p>
${table(["account", "in this window", "", "today"], usage, (account) => [
  nameOf(service, account.accountId),
  `${account.inWindow} of ${most}`,
  html`<meter max="${most}" high="${limits.limit}" value="${account.inWindow}"></meter>`,
  account.today,
])}`;
}

function campaignSection(service: Service, campaign: Campaign): Markup {
  const { store } = service;
  const enrolments = store.enrolments.by("campaign", campaign.id);
  const scheduled = enrolments.filter((enrolment) => enrolment.scheduled);
  const counted = (status: string) => enrolments.filter((enrolment) => enrolment.status === status).length;
  let day = 0;
  return html`<h3>${campaign.name}
${campaign.active ? html`<span class="on">active</span>` : html`<span class="off">inactive</span>`}</h3>
<p>${campaign.id}, of ${nameOf(service, campaign.userId)};
lists ${campaign.listIds.map((id) => store.lists.get(id)?.name ?? String(id)).join(", ")};
${campaign.linkedinSeatId === null ? "" : `network seat ${campaign.linkedinSeatId};`}
${campaign.emailSeatIds.length === 0 ? "" : `e-mail seats ${campaign.emailSeatIds.join(", ")};`}
contacts: ${counted("running")} running, ${counted("finished")} finished, ${counted("skipped")} skipped,
${counted("excluded")} excluded, ${counted("answered")} answered</p>
<table><thead><tr><th>day</th><th>step</th><th>content</th></tr></thead><tbody>
${campaign.steps.map((step, index) => {
  if (index > 0) day += step.delayAfterLastStep;
  return html`<tr><td>${day}</td><td>${step.type}</td><td>${contentOf(step)}</td></tr>\n`;
})}</tbody></table>
<p>In the queue: ${scheduled.length}</p>
${
  scheduled.length === 0
    ? ""
    : table(["contact", "next step"], scheduled.slice(0, MOST_QUEUED), (enrolment) => {
        const contact = store.contacts.get(enrolment.contactId);
        const step = campaign.steps[enrolment.stepIndex];
        return [contact ? fullName(contact) : none, step ? `${step.stepNumber}. ${step.type}` : "none left"];
      })
}`;
}

function contentOf(step: CampaignStep): Content {
  if (step.messageMode === "ai") return html`<span class="off">written by AI for each contact</span>`;
  return [step.subject, step.message, step.note, step.url, step.numberOfPosts && `${step.numberOfPosts} posts`]
    .filter(Boolean)
    .join(" · ");
}

function memberRow(service: Service, user: User): Content[] {
  const { store, clock } = service;
  const now = clock.now();
  return [
    user.id,
    fullName(user),
    store.organizations.get(user.organizationId)?.companyName ?? none,
    store.organizations.get(user.organizationId)?.ownerId === user.id ? "owner" : user.organizationRole,
    user.isActive ? html`<span class="on">yes</span>` : html`<span class="bad">no</span>`,
    store.linkedinSeats
      .by("user", user.id)
      .map((seat) => {
        const used = seatUsage(seat, now);
        const invitations = `${used.invitations} of ${seat.quotas.invitations} invitations`;
        const messages = `${used.messages} of ${seat.quotas.messages} messages today`;
        return `${seat.id}${seat.premium ? " (premium)" : ""}: ${invitations}, ${messages}`;
      })
      .join("; "),
    store.emailSeats
      .by("user", user.id)
      .slice(0, MOST_QUEUED)
      .map((seat) => `${seat.id}: ${sentToday(seat, now)} of ${seat.dailyQuota} today`)
      .join("; "),
  ];
}

function requests(service: Service, records: RequestRecord[]): Markup {
  return table(["#", "time", "request", "acting user", "status", "changed", "fault"], records, (record) => [
    record.sequence,
    new Date(record.time).toISOString().slice(11, 23),
    `${record.method} ${record.path}`,
    record.userId === null ? none : nameOf(service, record.userId),
    record.status === null
      ? html`<span class="bad">no answer</span>`
      : html`<span class="${record.status >= 400 ? "bad" : "on"}">${record.status}</span>`,
    record.applied ? (record.created ? `created ${record.created.kind} ${record.created.id}` : "yes") : "",
    record.fault ? `${record.fault.kind} ${record.fault.when}` : "",
  ]);
}

function nameOf(service: Service, userId: number): string {
  const user = service.store.users.get(userId);
  return user ? fullName(user) : String(userId);
}
