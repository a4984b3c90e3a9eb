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

/** The listings of one member. */
export interface ReadMember {
  readonly seat: MemberSeat;
  /** Undefined if the service cannot list them or they could not be read. */
  readonly campaigns?: readonly CampaignAnswer[];
  readonly isWhole: boolean;
  readonly lists?: readonly ListAnswer[];
  readonly emailSeats: readonly EmailSeat[];
  /** False if a request failed. */
  readonly isRead: boolean;
  readonly gaps: string[];
}

/** How many logs to read of campaigns that are inactive and undeclared but may have run since. */
const mostInactiveLogs = 5;

/** Reads a member's data with one request to verify the acting user and three listings. */
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
  if (untold > 0) gaps.push(`the service does not return whether ${untold} of the campaigns are running.`);
  if (campaigns?.whole === false) gaps.push("the service lists only a part of the campaigns: others may run.");
  return {
    ...{ seat, campaigns: campaigns?.items, isWhole: campaigns?.whole === true },
    ...{ lists: lists?.items, emailSeats: emailSeats ?? [], isRead, gaps },
  };
}

/** A member's campaigns with their logs. */
export interface ReadLogs {
  readonly campaigns: readonly SeenCampaign[];
  /** False if a log could not be read. */
  readonly areRead: boolean;
}

/** Reads the log of each campaign that may have sent something since, one request each. */
export async function readLogs(
  { seat: { account, member }, lists, gaps }: ReadMember,
  matched: readonly Matched[],
  since: number,
  days: Days,
  onLog: () => void,
): Promise<ReadLogs> {
  const off = matched.filter(isRunningUnknown);
  if (off.length > mostInactiveLogs) {
    gaps.push(
      `the logs of ${off.length - mostInactiveLogs} campaigns that are off and not declared were not read: whether they ran since then is not known.`,
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
      const isWanted = id !== "" && !isGone && maySend(each, since) && !off.slice(mostInactiveLogs).includes(each);
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

/** False if the campaign was already off and has not been changed since. */
function maySend({ served }: Matched, since: number): boolean {
  if (served?.active !== false) return true;
  const changed = millisecondsOf(served.updatedAt);
  return changed === undefined || changed >= since;
}

function isRunningUnknown({ served, declared }: Matched): boolean {
  return declared === undefined && served?.active === false && millisecondsOf(served.updatedAt) === undefined;
}

/** A campaign's lists: as returned by the service, as declared, or the lists that refer to it. */
function ownLists({ id, served, declared }: Matched, lists: readonly ListAnswer[] | undefined): SeenCampaign["lists"] {
  const ids = served?.listIds?.map(String) ?? declared?.listIds;
  if (ids === undefined) return (lists ?? []).filter(({ campaignId }) => String(campaignId) === id);
  return ids.map((listId) => lists?.find((list) => list.id === listId) ?? { id: listId });
}
