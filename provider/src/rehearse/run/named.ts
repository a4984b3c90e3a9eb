import { z } from "zod";
import { Refusal } from "../../lifecycle/refusal";
import type { Member, NamedObjects } from "../program";
import type { LocalService } from "./localService";

const anyResponse = z.unknown();

/** Creates the objects that a program refers to in the local service. Objects created earlier are kept. */
export class NamedObjectsMaker {
  private readonly made = new Set<string>();
  private readonly byEmail = new Map<string, number>();

  constructor(private readonly service: LocalService) {}

  /** True if anything was created, so that a failed preview may now succeed. */
  async make({ members, linkedinSeats, emailSeats, lists }: NamedObjects): Promise<boolean> {
    const before = this.made.size;
    const { ownerId } = this.service;
    for (const member of members) await this.member(member);
    for (const seatId of linkedinSeats) {
      // Always premium: whether the real seat is, is set in `premiumSeats`, which the program was checked with.
      await this.once(`seat ${seatId}`, "addLinkedinSeat", { userId: ownerId, seatId, premium: true });
    }
    for (const seatId of emailSeats) {
      await this.once(`e-mail seat ${seatId}`, "addEmailSeats", { userId: ownerId, seatIds: [seatId] });
    }
    for (const { id: listId, owner } of lists) {
      const userId = owner === undefined ? ownerId : await this.member(owner);
      await this.once(`list ${listId}`, "addList", { userId, listId, name: `List ${listId}` });
    }
    return this.made.size > before;
  }

  /** The user id of a member, who is created if necessary. */
  private async member({ userId: text, email }: Member): Promise<number> {
    const known = email === undefined ? undefined : this.byEmail.get(email);
    if (known !== undefined) return known;
    const userId = text === undefined ? undefined : numberOf(text);
    if (userId === this.service.ownerId) return userId;
    const { id } = await this.once(
      `member ${userId ?? email}`,
      "addMember",
      {
        organizationId: this.service.organizationId,
        ...(userId === undefined ? {} : { userId }),
        ...{ firstName: "Member", lastName: text ?? nameIn(email), email: email ?? `member${userId}@example.com` },
      },
      z.looseObject({ id: z.number() }),
      { id: userId ?? 0 },
    );
    if (email !== undefined) this.byEmail.set(email, id);
    return id;
  }

  private async once<T>(
    key: string,
    operation: string,
    input: Readonly<Record<string, unknown>>,
    answer: z.ZodType<T>,
    known: T,
  ): Promise<T>;
  private async once(key: string, operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  private async once(
    key: string,
    operation: string,
    input: Readonly<Record<string, unknown>>,
    answer: z.ZodType = anyResponse,
    known?: unknown,
  ): Promise<unknown> {
    if (this.made.has(key)) return known;
    this.made.add(key);
    return await this.service.ask(operation, input, answer);
  }
}

function numberOf(userId: string): number {
  const id = Number(userId);
  if (/^\d+$/.test(userId) && Number.isSafeInteger(id) && id > 0) return id;
  throw new Refusal(
    "the member to act for has an id that is not a number, but ids in the local service are numbers.",
    "Rehearse with impersonateEmail in its place.",
  );
}

function nameIn(email: string | undefined): string {
  return email?.split("@")[0] ?? "";
}
