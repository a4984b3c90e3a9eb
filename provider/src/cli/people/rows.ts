import type { AppearanceDocument, MemberDocument, PersonDocument } from "../../follow/people/shapes";
import type { Times } from "../../follow/times";
import type { Level } from "../../people/model";
import type { PeopleInput } from "../commands/people";

type Campaign = AppearanceDocument["campaigns"][number];

/** Whether `--fail-on` is about one of these people. Of what cannot be told to run, nobody can say that it does not. */
export function isAlarming(people: readonly { readonly level: Level }[], failOn: PeopleInput["failOn"]): boolean {
  if (failOn === undefined) return false;
  return people.some(({ level }) => failOn === "any" || level !== "none-running");
}

/** Whose contact it is, as tables show it. */
export function whose(members: readonly MemberDocument[], id: string): string {
  const name = members.find((member) => member.id === id)?.name ?? "";
  return name === "" ? `user ${id}` : name;
}

/** The person in one cell. */
export function personCell({ name, company, email, profileUrl }: PersonDocument): string {
  const who = name ?? email ?? profileUrl ?? "(no name)";
  return company === undefined ? who : `${who}, ${company}`;
}

/** A campaign in one cell. */
export function campaignCell({ id, name }: Pick<Campaign, "id" | "name">): string {
  return name === undefined ? id : name;
}

/** Whether a campaign still comes to the contact. */
export function stateCell({ active, isOver, status }: Campaign): string {
  if (isOver) return status ?? "ended";
  if (active === undefined) return `${status ?? "in it"}; whether it runs is not told`;
  if (!active) return "off";
  return status === "waiting" ? "runs, starts next" : "runs";
}

export function stepCell({ step, type, at }: Campaign, times: Times): string {
  if (step === undefined) return "";
  const what = `${step} ${type ?? ""}`.trimEnd();
  return at === undefined ? what : `${what}, ${times.relative(at)}`;
}

/** One row for each contact and campaign; the person stands in the first one. */
export function personRows(person: PersonDocument, members: readonly MemberDocument[], times: Times): string[][] {
  const rows = person.contacts.flatMap((contact) => {
    const start = [
      whose(members, contact.member),
      contact.list === undefined ? "" : (contact.list.name ?? contact.list.id),
    ];
    if (contact.campaigns.length === 0) return [[...start, contact.areAllCampaigns ? "none" : "not told", "", ""]];
    return contact.campaigns.map((campaign) => [
      ...start,
      ...[campaignCell(campaign), stepCell(campaign, times), stateCell(campaign)],
    ]);
  });
  return rows.map((row, index) => [index === 0 ? personCell(person) : "", ...row]);
}

export const personColumns = [
  { title: "PERSON" },
  { title: "WHOSE" },
  { title: "LIST" },
  { title: "CAMPAIGN" },
  { title: "LAST STEP" },
  { title: "STATE", overflow: "wrap" },
] as const;
