import { z } from "zod";
import type { Account } from "../api/account";
import type { Answer } from "../api/objects";
import { byKind, kindNames } from "../everyKind";
import { idNumber } from "../kind/schema";
import { kinds } from "../kinds";
import type { ResourceKind } from "../lifecycle/kind";
import { Refusal } from "../lifecycle/refusal";
import { readEmailSeats } from "../reads/people";
import type { AccountContent, EmailSeat } from "./model";

const about = "exporting the account";

/**
 * Reads all objects of the acting user: one listing per kind, and the e-mail seats if a campaign sends e-mails and its
 * seats are not returned. Throws a Refusal if the service does not list everything.
 */
export async function readContent(account: Account): Promise<AccountContent> {
  const { id: actingUserId } = await account.actingUser();
  const read = await Promise.all(kindNames.map(async (kind) => [kind, await answersOf(account, kinds[kind])] as const));
  const listed = new Map(read);
  const answers = byKind((kind) => listed.get(kind) ?? []);
  return {
    owner: { origin: account.settings.origin, actingUserId },
    isMember: account.isImpersonating,
    answers,
    emailSeats: answers.Campaign.some(lacksSeats) ? await emailSeats(account) : undefined,
  };
}

/** True if the campaign sends e-mails and the response does not contain its seats. */
export function lacksSeats({ steps, emailSeatIds }: Answer): boolean {
  return (
    !Array.isArray(emailSeatIds) && Array.isArray(steps) && steps.some((step) => emailStep.safeParse(step).success)
  );
}

const emailStep = z.looseObject({ type: z.literal("email") });

async function answersOf(account: Account, kind: ResourceKind): Promise<readonly Answer[]> {
  const { plural, name } = kind;
  const listing = await account.listing(name, about);
  if (listing === undefined) {
    throw new Refusal(
      `Exporting the account: this service has no operation that lists ${plural}, so nothing was written.`,
      "Declare the objects by hand, and take each over with the argument adopt: <id> (docs/adopting.md).",
    );
  }
  if (listing.whole && listing.missing.length === 0) return listing.answers;
  throw new Refusal(
    `Exporting the account: the service listed only a part of the ${plural} (${listing.answers.length} of them), so nothing was written.`,
    "A program without the others would look complete. Run the same command again.",
  );
}

/** Undefined if the service does not list them all with ids that a program can use. */
async function emailSeats(account: Account): Promise<readonly EmailSeat[] | undefined> {
  const served = await readEmailSeats(account, about).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  const seats = served?.flatMap(({ id, email }) => {
    const number = idNumber(id);
    return number === undefined ? [] : [{ id: number, email }];
  });
  return seats?.length === served?.length ? seats : undefined;
}
