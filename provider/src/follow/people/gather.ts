import { Refusal } from "../../lifecycle/refusal";
import { type CampaignHistory, campaignsToRead, readHistories, withHistories } from "../../people/logs";
import type { Appearance, Person } from "../../people/model";
import { type MemberPeople, readMemberPeople, type Seat } from "../../people/read";
import type { AppearanceDocument, MemberDocument, PersonDocument } from "./shapes";

/** A member, with the account acting for that member. */
export interface MemberSeat extends Seat {
  readonly name: string;
  readonly email?: string;
}

/** Shows the progress of reading. */
export interface Reading {
  update(text: string): void;
}

/** The contacts of all members, read once. */
export class Gathered {
  readonly warnings: string[] = [];
  /** Members with a requested log that could not be read. */
  private readonly lacksLogs = new Set<string>();
  private readonly histories = new Map<string, ReadonlyMap<string, CampaignHistory>>();

  private constructor(
    private readonly seats: readonly MemberSeat[],
    private members: readonly MemberPeople[],
  ) {}

  /** Reads the contacts of these members. Throws a Refusal if no member's contacts can be read. */
  static async of(seats: readonly MemberSeat[], reading: Reading): Promise<Gathered> {
    const members: MemberPeople[] = [];
    let before = 0;
    // One member after another: all share one limit, and each page is discarded once processed.
    for (const [index, seat] of seats.entries()) {
      const whose = `member ${index + 1} of ${seats.length}`;
      const read = await readMemberPeople(seat, (count) => reading.update(`${before + count} contacts, ${whose}`));
      before += read.appearances.length;
      members.push(read);
    }
    const [gap] = members.flatMap(({ gaps }) => gaps);
    if (gap !== undefined && members.every(({ appearances, isComplete }) => appearances.length === 0 && !isComplete)) {
      throw new Refusal(`could not read the contacts of ${seats.length === 1 ? "the member" : "any member"}: ${gap}`);
    }
    const gathered = new Gathered(seats, members);
    for (const { member, gaps } of members) gathered.warn(member, gaps);
    return gathered;
  }

  /** Adds warnings about data of a member that could not be read. */
  warn(member: string, gaps: readonly string[]): void {
    const seat = this.seats.find((each) => each.member === member);
    const whose = seat === undefined || this.seats.length === 1 ? "" : `${describeMember(seat)}: `;
    for (const gap of gaps) this.warnings.push(`${whose}${gap}`);
  }

  get appearances(): readonly Appearance[] {
    return this.members.flatMap(({ appearances }) => appearances);
  }

  /** True if all contacts were read with all their campaigns. */
  get isComplete(): boolean {
    return this.isCompleteFor([{ appearances: this.appearances }]);
  }

  /** False if contacts, campaigns, lists or logs of a member could not be read. Truncated logs count as read. */
  get isRead(): boolean {
    return this.members.every(
      ({ isComplete, listed: { isWhole, campaigns, lists }, member }) =>
        isComplete && isWhole && campaigns !== undefined && lists !== undefined && !this.lacksLogs.has(member),
    );
  }

  /** True if all contacts were read, with all campaigns of these people. */
  isCompleteFor(people: readonly Pick<Person, "appearances">[]): boolean {
    const areTold = people.every(({ appearances }) => appearances.every(({ areAllCampaigns }) => areAllCampaigns));
    return areTold && this.members.every(({ isComplete, listed }) => isComplete && listed.isWhole);
  }

  /** Adds data from the logs of these people's campaigns to the contacts. */
  async readLogs(persons: readonly Person[], reading: Reading): Promise<void> {
    const wanted = new Set(
      persons.flatMap(({ appearances }) =>
        appearances.flatMap(({ campaigns }) => campaigns.map(({ campaignId }) => campaignId)),
      ),
    );
    const toRead = this.members.map((member) => campaignsToRead(member, wanted));
    const total = toRead.reduce((sum, ids) => sum + ids.length, 0);
    let read = 0;
    const members: MemberPeople[] = [];
    for (const [index, member] of this.members.entries()) {
      const gaps: string[] = [];
      const histories = await readHistories(member, toRead[index] ?? [], gaps, () =>
        reading.update(`${++read} of ${total} logs of campaigns`),
      );
      this.warn(member.member, gaps);
      this.histories.set(member.member, histories);
      if (histories.size < (toRead[index]?.length ?? 0)) this.lacksLogs.add(member.member);
      members.push({ ...member, appearances: withHistories(member, histories) });
    }
    this.members = members;
    for (const { member, listed, appearances } of members) {
      const untold = appearances.filter(({ areAllCampaigns }) => !areAllCampaigns).length;
      if (untold === 0) continue;
      const why =
        listed.campaigns === undefined
          ? "this service lists no campaigns, so it is unknown which of them are running and which lists they use"
          : `the service does not show all campaigns of ${untold} of the ${appearances.length} contacts`;
      this.warn(member, [`${why}.`]);
    }
  }

  get memberDocuments(): MemberDocument[] {
    return this.seats.map(({ member, name, email }) => {
      const read = this.members.find((each) => each.member === member);
      return {
        id: member,
        name,
        email,
        contacts: read?.appearances.length ?? 0,
        isComplete: read?.isComplete === true,
      };
    });
  }

  /** A person in the form of the JSON output. */
  personDocument({ appearances }: Pick<Person, "appearances">): PersonDocument {
    const first = <T>(of: (appearance: Appearance) => T | undefined) =>
      appearances.map(of).find((each) => each !== undefined && each !== "");
    return {
      name: first(({ name }) => name),
      jobTitle: first(({ jobTitle }) => jobTitle),
      company: first(({ company }) => company),
      email: first(({ email }) => email),
      profileUrl: first(({ profileUrl }) => profileUrl),
      contacts: appearances.map((appearance) => this.appearanceDocument(appearance)),
    };
  }

  private appearanceDocument({
    contactId,
    member,
    listId,
    campaigns,
    areAllCampaigns,
  }: Appearance): AppearanceDocument {
    return {
      ...{ contactId, member, areAllCampaigns },
      list: listId === undefined ? undefined : { id: listId, name: this.listName(member, listId) },
      campaigns: campaigns.map(({ campaignId, ...told }) => ({ id: campaignId, ...told })),
    };
  }

  private listName(member: string, listId: string): string | undefined {
    const lists = this.members.find((each) => each.member === member)?.listed.lists;
    return lists?.find(({ id }) => id === listId)?.name;
  }

  /** The data read for a member. */
  read(member: string): MemberPeople | undefined {
    return this.members.find((each) => each.member === member);
  }

  /** The logs read for a member's campaigns. */
  historiesOf(member: string): readonly CampaignHistory[] {
    return [...(this.histories.get(member)?.values() ?? [])];
  }
}

/** The description of a member in a sentence. */
export function describeMember({ member, name }: Pick<MemberSeat, "member" | "name">): string {
  return name === "" ? `user ${member}` : name;
}
