import { howToAcknowledge } from "./acknowledge";
import type { Recorded } from "./record";
import { replacedEqualTo } from "./replaced";
import type { ChangeSituation } from "./situation";
import { type Advice, inTurn, say } from "./wayOut";
import { adoptFound, adoptOne, command, commandLine, declare, undeclare } from "./ways";

/**
 * True if a refresh has found, or `twin:none` acknowledges, that the object of this create does not exist. A `twin:none`
 * acknowledged before the create was sent does not count, because nobody could have checked by then.
 */
export function isSaidAbsent({ pending }: Recorded, acknowledged: ReadonlySet<string>): boolean {
  return pending?.isAbsent === true || (pending?.saidAbsent !== true && acknowledged.has("twin:none"));
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
  const id = canBeLooked ? undefined : replacedEqualTo(kind, record, news);
  if (id === undefined) return how;
  const { running } = kind.roles;
  const off =
    running === undefined || news[running] !== undefined ? "" : inTurn`declare ${declare(running, false)} and `;
  return inTurn`${how} If it is not there, and id ${id}, which the program declares again, is to go on: ${off}${adoptOne([id])} with that.`;
}

/** What to do if no such object exists in the app. */
export function ifAbsent({ pending, urn }: Recorded): Advice {
  if (pending?.saidAbsent !== true) return say`If it is certainly not there: ${howToAcknowledge("twin:none")}.`;
  const removed = undeclare("acknowledge", 'remove the acknowledged "twin:none"');
  return inTurn`If it is certainly not there: ${removed}, which was written before the create was sent and does not count, then ${command("pulumi state delete", urn)}, and follow what the next \`pulumi up\` prints.`;
}
