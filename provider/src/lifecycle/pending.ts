import { command } from "./about";
import { howToAcknowledge } from "./acknowledge";
import type { Recorded } from "./record";

/**
 * True where a person has said, after the answer to this create was lost, that the object does not exist. A word that
 * stood there before the create was sent says nothing of it.
 */
export function isSaidAbsent({ pending }: Recorded, acknowledged: ReadonlySet<string>): boolean {
  return pending?.saidAbsent !== true && acknowledged.has("twin:none");
}

/** What settles a lost create: looking, where the service lists such objects; else only a person can look. */
export function howToSettle(record: Recorded, canBeLooked: boolean): string {
  if (canBeLooked) {
    return "Run `pulumi up --refresh`: it takes the object if it is there and creates it if it is surely not.";
  }
  return `Look in the app. If it is there: adopt: <its id>. ${ifAbsent(record)}`;
}

/** What to do where a person has looked and it is not there. */
export function ifAbsent({ pending, urn }: Recorded): string {
  if (pending?.saidAbsent !== true) return `If it is surely not there: ${howToAcknowledge("twin:none")}.`;
  return `If it is surely not there: remove the "twin:none" that is acknowledged, which was written before and does not count, then ${command("pulumi state delete", urn)}, and do what the next \`pulumi up\` says.`;
}
