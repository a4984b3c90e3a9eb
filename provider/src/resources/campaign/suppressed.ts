import { readFile } from "node:fs/promises";
import type { Account } from "../../api/account";
import { contactPages } from "../../api/contactPages";
import { ServiceError } from "../../api/errors";
import { isRecord } from "../../api/json";
import { operations } from "../../api/operation";
import { readableId } from "../../api/servedId";
import { entriesIn } from "../../kind/doNotContact";
import { Suppression } from "../../kind/suppression";
import { causeOf } from "../../lifecycle/about";
import type { Suppressed } from "../../lifecycle/looks";
import { Refusal } from "../../lifecycle/refusal";
import { describedBy, isRefused, listOf } from "../contactFields";
import { cannotShow } from "./people";

/**
 * Finds the people on a list who are named in a file, with one request per 100 people. People who are already excluded do
 * not count.
 */
export async function suppressedIn(account: Account, about: string, listId: string, file: string): Promise<Suppressed> {
  try {
    const entries = entriesIn(await readFile(file, "utf8"));
    if (entries.length === 0) return { found: 0, lines: [], untold: 0 };
    return await comparedWith(new Suppression(entries), account, about, listId);
  } catch (error) {
    if (error instanceof ServiceError && !cannotShow(error)) throw error;
    if (error instanceof ServiceError || error instanceof Refusal) return { problem: causeOf(error) };
    return { problem: "outreach.do-not-contact cannot be read" };
  }
}

async function comparedWith(
  suppression: Suppression,
  account: Account,
  about: string,
  listId: string,
): Promise<Suppressed> {
  const reading = contactPages(
    async (page, limit) => {
      const query = { listId, page: String(page), limit: String(limit) };
      return await account.askPage(operations.listContacts, about, { query });
    },
    (item) => (isRecord(item) ? readableId(item.id) : undefined),
    Number.POSITIVE_INFINITY,
  );
  const lines = new Set<number>();
  let [found, nameless] = [0, 0];
  for (;;) {
    const next = await reading.next();
    if (next.done === true) {
      // A single match is enough to refuse.
      if (!next.value.isComplete && found === 0) return { problem: "the service shows only a part of its people" };
      return { found, lines: [...lines].sort((left, right) => left - right), untold: nameless };
    }
    for (const contact of next.value.found) {
      // A service may ignore the filter.
      if ((listOf(contact) ?? listId) !== listId || isRefused(contact)) continue;
      const who = describedBy(contact);
      const named = suppression.match(who);
      if (named.length > 0) found += 1;
      else if (who.emails.length === 0 && who.profile === undefined && who.company === undefined) nameless += 1;
      for (const { line } of named) lines.add(line);
    }
  }
}
