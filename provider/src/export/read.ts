import { z } from "zod";
import type { Account } from "../api/account";
import type { Answer } from "../api/objects";
import { operations } from "../api/operation";
import { isPartial } from "../api/page";
import { idNumber } from "../kind/schema";
import { type Kind, kinds } from "../kinds";
import type { ResourceKind } from "../lifecycle/kind";
import { Refusal } from "../lifecycle/refusal";
import type { AccountContent, EmailSeat } from "./model";

const about = "exporting the account";

/**
 * Reads all objects of the acting user: one listing for each kind, and the e-mail seats if a campaign has e-mails and
 * does not name its seats. Throws a Refusal if the service does not list everything.
 */
export async function readContent(account: Account): Promise<AccountContent> {
  const { id: actingUserId } = await account.actingUser();
  const [List, SourceAgent, Campaign] = await Promise.all([
    answersOf(account, kinds.List),
    answersOf(account, kinds.SourceAgent),
    answersOf(account, kinds.Campaign),
  ]);
  const answers: Record<Kind, readonly Answer[]> = { List, SourceAgent, Campaign };
  return {
    owner: { origin: account.settings.origin, actingUserId },
    isMember: account.isImpersonating,
    answers,
    emailSeats: Campaign.some(hidesSeats) ? await emailSeats(account) : undefined,
  };
}

/** True if the campaign has e-mails and the answer does not hold its seats. */
export function hidesSeats({ steps, emailSeatIds }: Answer): boolean {
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

const seat = z.looseObject({
  id: z.unknown().transform((id, context) => {
    const number = idNumber(id);
    if (number === undefined) context.addIssue("must be an id");
    return number ?? 0;
  }),
  email: z.string().optional().catch(undefined),
});

async function emailSeats(account: Account): Promise<readonly EmailSeat[] | undefined> {
  const page = await account.askPage(operations.listEmailSeats, about);
  const seats = page?.items.flatMap((item) => {
    const parsed = seat.safeParse(item);
    return parsed.success ? [{ id: parsed.data.id, email: parsed.data.email }] : [];
  });
  return page !== undefined && !isPartial(page) && seats?.length === page.items.length ? seats : undefined;
}
