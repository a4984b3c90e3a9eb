import { isPartial } from "../../api/page";
import type { Kind } from "../../kinds";
import { orGap } from "../../people/read";
import { readCampaignLogPage } from "../../reads/logs";
import type { CampaignAnswer, ListAnswer } from "../../reads/objectShapes";
import { readObjects } from "../../reads/objects";
import { type EmailSeat, readEmailSeats } from "../../reads/people";
import { isProbablyCut } from "../logs";
import type { MemberSeat } from "../people/gather";
import { millisecondsOf } from "../times";
import type { Days } from "./days";
import { entriesOf, type SeenCampaign } from "./entries";
import { type Matched, titleOf } from "./match";

/** What the listings of one member show. */
export interface ReadMember {
  readonly seat: MemberSeat;
  /** Undefined if the service lists none, or if they could not be read. */
  readonly campaigns?: readonly CampaignAnswer[];
  readonly isWhole: boolean;
  readonly lists?: readonly ListAnswer[];
  readonly emailSeats: readonly EmailSeat[];
  /** False if a request failed. */
  readonly isRead: boolean;
  readonly gaps: string[];
}

/** Campaigns that are off, not declared, and of which nobody can tell whether they ran since: so many logs are read. */
const mostOff = 5;

/** One request that proves who is acted for, and three listings. */
export async function readMember(seat: MemberSeat): Promise<ReadMember> {
  const { account } = seat;
  const gaps: string[] = [];
  const user = await orGap(() => account.actingUser(), gaps);
  if (user === undefined) return { seat, isWhole: false, emailSeats: [], isRead: false, gaps };
  const listed = <K extends Kind>(kind: K) => orGap(() => readObjects(account, kind), gaps);
  const campaigns = await listed("Campaign");
  const [lists, emailSeats] = await Promise.all([
    campaigns === undefined ? undefined : listed("List"),
    orGap(() => readEmailSeats(account), gaps),
  ]);
  const isRead = gaps.length === 0;
  if (isRead && campaigns === undefined) {
    gaps.push(
      "this service lists no campaigns: which campaigns run, also others than the declared ones, and who waits is not known.",
    );
  }
  if (isRead && campaigns !== undefined && lists === undefined) {
    gaps.push("this service lists no lists: who waits for a first step is not known.");
  }
  const untold = campaigns?.items.filter(({ active }) => active === undefined).length ?? 0;
  if (untold > 0) gaps.push(`the service does not tell of ${untold} of the campaigns whether they run.`);
  if (campaigns?.whole === false) gaps.push("the service lists only a part of the campaigns: others may run.");
  return {
    ...{ seat, campaigns: campaigns?.items, isWhole: campaigns?.whole === true },
    ...{ lists: lists?.items, emailSeats: emailSeats ?? [], isRead, gaps },
  };
}

/** The campaigns of a member with their logs. */
export interface ReadLogs {
  readonly campaigns: readonly SeenCampaign[];
  /** False if a log could not be read. */
  readonly areRead: boolean;
}

/** One request for each campaign that may have sent something since. */
export async function readLogs(
  { seat: { account, member }, lists, gaps }: ReadMember,
  matched: readonly Matched[],
  since: number,
  days: Days,
  onLog: () => void,
): Promise<ReadLogs> {
  const off = matched.filter(isUntold);
  if (off.length > mostOff) {
    gaps.push(
      `the logs of ${off.length - mostOff} campaigns that are off and not declared were not read: whether they ran since then is not known.`,
    );
  }
  let areRead = true;
  const campaigns = await Promise.all(
    matched.map(async (each): Promise<SeenCampaign> => {
      const { id = "", declared, served, isGone } = each;
      const seen = {
        ...{ id, name: served?.name ?? declared?.name, member, declared, served, isGone },
        lists: ownLists(each, lists),
      };
      const isWanted = id !== "" && !isGone && maySend(each, since) && !off.slice(mostOff).includes(each);
      const page = isWanted ? await orGap(() => readCampaignLogPage(account, id), gaps) : undefined;
      if (page === undefined) {
        areRead &&= !isWanted;
        return seen;
      }
      onLog();
      const entries = entriesOf(page.items, days);
      const isCut = isProbablyCut(page) || isPartial(page);
      const readFrom = isCut ? (entries[0]?.at ?? Number.POSITIVE_INFINITY) : undefined;
      if (readFrom !== undefined && readFrom > since) {
        gaps.push(`the log of ${titleOf(each)} is only a part: steps since then are missing.`);
      }
      return { ...seen, entries, readFrom };
    }),
  );
  return { campaigns, areRead };
}

/** False for a campaign that was off before and was not changed since. */
function maySend({ served }: Matched, since: number): boolean {
  if (served?.active !== false) return true;
  const changed = millisecondsOf(served.updatedAt);
  return changed === undefined || changed >= since;
}

function isUntold({ served, declared }: Matched): boolean {
  return declared === undefined && served?.active === false && millisecondsOf(served.updatedAt) === undefined;
}

/** Its lists: as the service shows them, as they are declared, or those that name the campaign. */
function ownLists({ id, served, declared }: Matched, lists: readonly ListAnswer[] | undefined): SeenCampaign["lists"] {
  const ids = served?.listIds?.map(String) ?? declared?.listIds;
  if (ids === undefined) return (lists ?? []).filter(({ campaignId }) => String(campaignId) === id);
  return ids.map((listId) => lists?.find((list) => list.id === listId) ?? { id: listId });
}
