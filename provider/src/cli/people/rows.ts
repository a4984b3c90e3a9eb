import type { AppearanceDocument, MemberDocument, PersonDocument } from "../../follow/people/shapes";
import type { Times } from "../../follow/times";
import type { Level } from "../../people/model";
import type { PeopleInput } from "../commands/people";

type Campaign = AppearanceDocument["campaigns"][number];

/** True if `--fail-on` applies to one of these people. A campaign that may be running counts as running. */
export function isAlarming(people: readonly { readonly level: Level }[], failOn: PeopleInput["failOn"]): boolean {
  if (failOn === undefined) return false;
  return people.some(({ level }) => failOn === "any" || level !== "none-running");
}

/** The member's name in tables. */
export function memberName(members: readonly MemberDocument[], id: string): string {
  const name = members.find((member) => member.id === id)?.name ?? "";
  return name === "" ? `user ${id}` : name;
}

/** The cell for a person. */
export function personCell({ name, company, email, profileUrl }: PersonDocument): string {
  const who = name ?? email ?? profileUrl ?? "(no name)";
  return company === undefined ? who : `${who}, ${company}`;
}

/** The cell for a campaign. */
export function campaignCell({ id, name }: Pick<Campaign, "id" | "name">): string {
  return name === undefined ? id : name;
}

/** The cell that shows whether a campaign still contacts the person. */
export function stateCell({ active, isOver, status }: Campaign): string {
  if (isOver) return status ?? "ended";
  if (active === undefined) return `${status ?? "in it"}; whether it runs is unknown`;
  if (!active) return "off";
  return status === "waiting" ? "runs, starts next" : "runs";
}

export function stepCell({ step, type, at }: Campaign, times: Times): string {
  if (step === undefined) return "";
  const what = `${step} ${type ?? ""}`.trimEnd();
  return at === undefined ? what : `${what}, ${times.relative(at)}`;
}

/** One row for each contact and campaign; only the first one names the person. */
export function personRows(person: PersonDocument, members: readonly MemberDocument[], times: Times): string[][] {
  const rows = person.contacts.flatMap((contact) => {
    const start = [
      memberName(members, contact.member),
      contact.list === undefined ? "" : (contact.list.name ?? contact.list.id),
    ];
    if (contact.campaigns.length === 0) return [[...start, contact.areAllCampaigns ? "none" : "unknown", "", ""]];
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
