import { safeText } from "../../api/redact";
import { type FoundContacts, findContacts, type Story, tellStory } from "../../follow/contacts";
import { parseSince, Times } from "../../follow/times";
import type { Contact } from "../../reads/contactShape";
import { contactName } from "../../reads/personName";
import { type CommandContext, type Report, UsageError } from "../command";
import type { ContactsInput } from "../commands/contacts";
import type { Column } from "../terminal/table";
import type { Terminal } from "../terminal/terminal";
import { addressFacts, eventCells, eventColumns, knownFacts, namedWithId, signalFact, stateFact } from "./contactWords";

const usually = 50;
/** Terminal widths from which job titles, e-mail addresses, and the names of lists and agents are shown. */
const roomFor = { jobs: 70, addresses: 100, objects: 140 };

/** Runs `pulumi-outreach contacts`. */
export async function runContacts(input: ContactsInput, context: CommandContext): Promise<Report> {
  const { terminal, openAccount, clock, timeZone } = context;
  const times = new Times(() => clock.wallTime(), timeZone);
  const { id, search, list, agent, from, to, scoreFrom, scoreTo, intent: intentType, limit, all, ...options } = input;
  if (id !== undefined) {
    const filters = [search, list, agent, from, to, scoreFrom, scoreTo, intentType];
    if (filters.some((value) => value !== undefined)) {
      throw new UsageError("[id] is one contact, and excludes the filters");
    }
    const account = await openAccount(options);
    const story = await terminal.during("Reading the contact", () => tellStory(account, id));
    return { document: story, warnings: story.warnings, show: () => showStory(story, times, terminal) };
  }
  const now = clock.wallTime();
  const [dateFrom, dateTo] = [parseTime("--from <time>", from, now), parseTime("--to <time>", to, now)];
  const wanted = { search, list, agent, dateFrom, dateTo, scoreFrom, scoreTo, intentType };
  const account = await openAccount(options);
  const found = await terminal.during("Reading the contacts", (progress) =>
    findContacts(account, wanted, all ? Infinity : (limit ?? usually), (count, total) =>
      progress.update(`${count} of ${total ?? "many"} contacts`),
    ),
  );
  return { document: found, warnings: found.warnings, show: () => showContacts(found, times, terminal) };
}

function parseTime(flags: string, text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined;
  const time = parseSince(text, now);
  if (time === undefined) throw new UsageError(`${flags} takes 2h, 3d or 1w, or a date such as 2027-01-31 (ISO 8601)`);
  return time.toISOString();
}

function showContacts({ contacts, total, lists, agents }: FoundContacts, times: Times, terminal: Terminal): void {
  if (contacts.length === 0) {
    terminal.note("No contact matches.");
    return;
  }
  const nameOf = (all: FoundContacts["lists"], id: string | number | undefined) =>
    id === undefined ? "" : (all.find((each) => each.id === String(id))?.name ?? String(id));
  const { width = Infinity } = terminal;
  const columns: readonly [Column, (contact: Contact) => string, from?: number][] = [
    [{ title: "ID", overflow: "keep" }, ({ id }) => String(id)],
    [{ title: "NAME" }, contactName],
    [{ title: "JOB" }, ({ jobTitle }) => jobTitle ?? "", roomFor.jobs],
    [{ title: "COMPANY" }, ({ company }) => company ?? ""],
    [{ title: "E-MAIL" }, ({ email }) => email ?? "", roomFor.addresses],
    [{ title: "LIST" }, ({ listId }) => nameOf(lists, listId), roomFor.objects],
    [{ title: "FOUND BY" }, ({ agentId }) => nameOf(agents, agentId), roomFor.objects],
    [{ title: "SCORE", align: "right", overflow: "keep" }, ({ total_scoring }) => scoreCell(total_scoring)],
    [{ title: "STATE" }, ({ state }) => state ?? ""],
    [{ title: "CREATED", overflow: "keep" }, ({ createdAt }) => times.relative(createdAt)],
  ];
  // An empty column would take space from the others.
  const shown = columns.filter(
    ([, cell, from = 0]) => width >= from && contacts.some((contact) => cell(contact) !== ""),
  );
  terminal.printTable(
    shown.map(([column]) => column),
    contacts.map((contact) => shown.map(([, cell]) => cell(contact))),
  );
  const of = total === undefined ? "" : ` of ${total}`;
  const more = total !== undefined && total > contacts.length ? "; --limit N or --all shows more" : "";
  terminal.note(`${contacts.length}${of} ${(total ?? contacts.length) === 1 ? "contact" : "contacts"}${more}.`);
}

function scoreCell(score: number | undefined): string {
  return score === undefined ? "" : String(Math.round(score * 100) / 100);
}

function showStory(
  { contact, list, agent, campaigns, isComplete, events }: Story,
  times: Times,
  terminal: Terminal,
): void {
  const at = (time: string | undefined) =>
    time === undefined ? undefined : `${times.at(time)} (${times.relative(time)})`;
  const facts = knownFacts([
    ...addressFacts(contact),
    ["list", namedWithId(list)],
    ["found by", namedWithId(agent)],
    signalFact(contact),
    ["intent", contact.intent],
    ["score", contact.total_scoring === undefined ? undefined : String(contact.total_scoring)],
    ["fit", contact.fit],
    stateFact(contact),
    ["created", at(contact.createdAt)],
  ]);
  terminal.print(terminal.colors.bold(`${safeText(contactName(contact), 120)} (id ${contact.id})`));
  terminal.printTable(
    [{ overflow: "keep" }, { overflow: "wrap", longest: 1000 }],
    facts.map(([name = "", value = ""]) => [`  ${name}`, value]),
  );
  terminal.print();
  if (campaigns.length === 0) terminal.print(isComplete ? "In no campaign." : "Its campaigns are not known.");
  else {
    terminal.printTable(
      [
        { title: "CAMPAIGN" },
        { title: "ID", overflow: "keep" },
        { title: "LAST STEP", overflow: "keep" },
        { title: "STATUS" },
      ],
      campaigns.map(({ id, name, step, status }) => [
        name ?? "",
        id,
        step === undefined ? "" : String(step),
        status ?? "",
      ]),
    );
  }
  if (events.length > 0) {
    terminal.print();
    terminal.printTable(
      eventColumns,
      events.map((event) => [times.at(event.at), event.name ?? event.id, ...eventCells(event, "")]),
    );
  }
  terminal.note(`Times are ${times.name}.`);
}
