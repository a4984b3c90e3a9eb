import { digest, signOf } from "../api/coordination/digest";
import { howToAcknowledge } from "./acknowledge";
import { runningIn } from "./kind";
import type { Recorded } from "./record";
import { replacedEqualTo } from "./replaced";
import type { ChangeSituation } from "./situation";
import { type Advice, inTurn, say } from "./wayOut";
import { adoptFound, adoptOne, commandLine, declare } from "./ways";

/**
 * True if a refresh has found, or an acknowledgement states, that the object of this create does not exist. A `twin:none`
 * acknowledged before the create was sent does not count, because nobody could have checked by then: that create needs its
 * own code.
 */
export function isSaidAbsent({ pending }: Recorded, acknowledged: ReadonlySet<string>): boolean {
  if (pending === undefined) return acknowledged.has("twin:none");
  if (pending.isAbsent === true || acknowledged.has(ownCode(pending))) return true;
  return pending.saidAbsent !== true && acknowledged.has("twin:none");
}

/** Distinguishes this create from all others. Records have the same one, unless an earlier release has written the state. */
export function signOfPending({ sign, since }: NonNullable<Recorded["pending"]>): string {
  return sign ?? signOf({ token: digest("pending", since) });
}

/** The code that acknowledges that this create alone has not taken effect. It counts once, because the next create differs. */
export function ownCode(pending: NonNullable<Recorded["pending"]>): string {
  return `twin:none:${signOfPending(pending)}`;
}

/** How to settle a lost create: by a refresh if the service can list such objects, otherwise by checking in the app. */
export function howToSettle(record: Recorded, canBeLooked: boolean): Advice {
  if (canBeLooked) {
    return say`Run ${commandLine("pulumi up --refresh")}: it adopts the object if it exists and creates it if it certainly does not.`;
  }
  return say`Look in the app. If it is there: ${adoptFound}. ${ifAbsent(record)}`;
}

/** The same for a changed resource, whose program may declare again what the lost create was to replace. */
export function howToSettleOrRevert({ kind, record, news }: Pick<ChangeSituation, "kind" | "record" | "news">): Advice {
  const canBeLooked = record.pending?.knownBefore !== undefined;
  const how = howToSettle(record, canBeLooked);
  const isStart = runningIn(kind, news) === true;
  const id = canBeLooked || isStart ? undefined : replacedEqualTo(kind, record, news);
  if (id === undefined) return how;
  const { running } = kind.roles;
  const off =
    running === undefined || news[running] !== undefined ? "" : inTurn`declare ${declare(running, false)} and `;
  return inTurn`${how} If it is not there, and id ${id}, which the program declares again, is to go on: ${off}${adoptOne([id])} with that.`;
}

/** What to do if no such object exists in the app. The resource stays in the state, which shows whose people it has contacted. */
export function ifAbsent({ pending }: Recorded): Advice {
  if (pending?.saidAbsent !== true) return say`If it is certainly not there: ${howToAcknowledge("twin:none")}.`;
  return say`If it is certainly not there: ${howToAcknowledge(ownCode(pending))} (the acknowledged "twin:none" was written before the create was sent, and does not count).`;
}
