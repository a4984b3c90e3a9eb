import type { Account } from "../../api/account";
import { ServiceError } from "../../api/errors";
import { type Operation, operations } from "../../api/operation";
import type { Settings } from "../../api/settings";
import { ownerFrom } from "../../api/shapes";
import { allKinds, kindNames } from "../../everyKind";
import { type Kind, kinds } from "../../kinds";
import { readObjects } from "../../reads/objects";
import { readEmailSeats } from "../../reads/people";
import { userName } from "../../reads/personName";
import { broken, type Check, ok, unknown, warning } from "./checks";

/** Clock difference in seconds above which to warn; a webhook tolerates five minutes. */
const warnAboveSeconds = 30;
const webhookTolerance = 300;

/** Checks the service with at most ten requests. Never throws because of a response. */
export async function serviceChecks(account: Account, settings: Settings): Promise<Check[]> {
  const address = new URL(settings.origin);
  const prefix = address.pathname === "/" ? "" : ` (path ${address.pathname})`;
  try {
    await account.profile();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const clock = account.clockAhead === undefined ? [] : clockCheck(account);
    return [...identityFailureCheck(error, address.host, account.isImpersonating), ...clock];
  }
  const [identity, seats, offered] = await Promise.all([
    identityChecks(account),
    emailSeatCheck(account),
    operationChecks(account),
  ]);
  return [ok("address", `${address.origin}${prefix} answers`), ...identity, ...clockCheck(account), seats, ...offered];
}

/** Determines what is broken if the acting user cannot be read. */
function identityFailureCheck(error: ServiceError, host: string, isImpersonating: boolean): Check[] {
  const [text, fix] = [error.lines.slice(1, -1).join(" ") || (error.lines[0] ?? ""), error.lines.at(-1)];
  switch (error.category) {
    case "unauthorized":
    case "forbidden": {
      const isKey = !isImpersonating || error.setting === "apiKey";
      return [ok("address", `${host} answers`), broken(isKey ? "key" : "member", text, fix)];
    }
    case "identity":
      return [ok("address", `${host} answers`), ok("key", "accepted"), broken("member", text, fix)];
    case "rateLimit":
      return [broken("limit", text, fix)];
    case "settings":
      return [broken(error.setting === "coordination" ? "coordination" : "settings", text, fix)];
    default:
      return [broken("address", text, fix), unknown("key", "not tried, because the service does not answer")];
  }
}

async function identityChecks(account: Account): Promise<Check[]> {
  const { id, isActive, ...profile } = await account.profile();
  const name = userName(profile);
  const who = `user ${id}${name === "" ? "" : ` (${name})`}`;
  if (account.isImpersonating) {
    // Only the owner's key may act for members, and a rejected key would have failed before this point.
    return [
      ok("key", "accepted; it is the organization owner's"),
      isActive === false
        ? broken(
            "member",
            `requests act as ${who}, who is deactivated`,
            "Activate the member in the app, or name another.",
          )
        : ok("member", `requests act as ${who}, by impersonation`),
    ];
  }
  const owner = ownerFrom(await account.look(operations.readOrganization, "").catch(() => undefined));
  const rights =
    owner === undefined
      ? ""
      : owner === id
        ? "; it is the organization owner's and may act for members"
        : "; it is not the organization owner's and acts for its own user only";
  return [
    ok("key", `accepted${rights}`),
    isActive === false
      ? warning("member", `requests act as ${who}, who is deactivated`, "Activate the member in the app.")
      : ok("member", `requests act as ${who}`),
  ];
}

function clockCheck({ clockAhead }: Account): Check[] {
  if (clockAhead === undefined) return [unknown("clock", "the service sends no Date to compare with")];
  const seconds = Math.round(clockAhead / 1000);
  const distance = Math.abs(seconds);
  const text = `this machine's clock is ${distance} s ${seconds > 0 ? "behind" : "ahead of"} the service's`;
  const fix = "Synchronize the clock of this machine (NTP).";
  if (distance >= webhookTolerance)
    return [broken("clock", `${text}; signed webhooks are refused at ${webhookTolerance} s`, fix)];
  if (distance >= warnAboveSeconds)
    return [warning("clock", `${text}; signed webhooks are refused at ${webhookTolerance} s`, fix)];
  return [ok("clock", distance <= 1 ? "agrees with the service's" : text)];
}

async function emailSeatCheck(account: Account): Promise<Check> {
  const name = "e-mail seats";
  try {
    const seats = await readEmailSeats(account);
    if (seats.length === 0) return ok(name, "none: campaigns without e-mail steps need none");
    const quotas = seats.map(({ dailyQuota }) => dailyQuota).filter((quota) => quota !== undefined);
    const total = quotas.reduce((sum, quota) => sum + quota, 0);
    const limits =
      quotas.length === seats.length ? `; ${total} e-mails a day in all` : "; the service does not return their quotas";
    return ok(name, `${firstIds(seats.map(({ id }) => id))}${limits}`);
  } catch (error) {
    return failedCheck(name, error);
  }
}

/** Checks which operations beyond the specification exist. Updates cannot be tested without changing something. */
async function operationChecks(account: Account): Promise<Check[]> {
  const found = await Promise.all(kindNames.map((kind) => operationsFound(account, kind)));
  const lacking = found.flatMap((each) => each.lacking ?? []);
  const seatIds = [...new Set(found.flatMap(({ seats = [] }) => seats))].sort();
  const seats = seatIds.length === 0 ? "" : `; campaigns use ${firstIds(seatIds)}`;
  const isRead = found.some(({ isRead }) => isRead);
  return [
    ok("LinkedIn seats", `the service returns neither them nor their quotas${seats}`),
    ...found.flatMap(({ failure }) => failure ?? []),
    lacking.length === 0
      ? ok(
          "operations",
          `${allKinds()} are listed${isRead ? " and read by id" : ""}; whether changes are taken shows when one is sent`,
        )
      : warning(
          "operations",
          `this service does not ${lacking.join(", ")}`,
          "docs/spec-only.md explains what works differently: drift, twins and adoption need these operations.",
        ),
  ];
}

interface OperationsFound {
  readonly lacking?: readonly string[];
  readonly seats?: readonly string[];
  /** True if an object was read by id. */
  readonly isRead?: boolean;
  readonly failure?: readonly Check[];
}

async function operationsFound(account: Account, kind: Kind): Promise<OperationsFound> {
  const { plural, noun, operations } = kinds[kind];
  try {
    const objects = await readObjects(account, kind);
    if (objects === undefined) return { lacking: [`list ${plural}`] };
    const seats = objects.items.flatMap((item) =>
      "linkedinSeatId" in item && item.linkedinSeatId !== undefined ? [String(item.linkedinSeatId)] : [],
    );
    const failure = objects.whole
      ? []
      : [warning("operations", `the service lists only a part of the ${plural}`, "Try again later.")];
    const [first] = objects.items;
    if (first === undefined) return { seats, failure };
    const isRead = await hasOperation(account, operations.read, first.id);
    return { seats, failure, isRead, lacking: isRead ? [] : [`read a single ${noun}`] };
  } catch (error) {
    return { failure: [failedCheck("operations", error)] };
  }
}

function firstIds(ids: readonly (string | number)[]): string {
  return `${ids.slice(0, 10).join(", ")}${ids.length > 10 ? ", …" : ""}`;
}

async function hasOperation(account: Account, operation: Operation, id: string): Promise<boolean> {
  try {
    await account.ask(operation, "", { id });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.category === "unknownOperation") return false;
    throw error;
  }
}

function failedCheck(name: string, error: unknown): Check {
  if (!(error instanceof Error)) throw error;
  const lines = error.message.split("\n");
  return broken(name, lines.slice(0, 2).join(" "), lines[2]);
}

/** Reports how much of the request limit is used, and where it is counted. */
export async function limitChecks(account: Account): Promise<Check[]> {
  try {
    const { by, taken, limit, blockedFor } = await account.limitUse();
    const where = {
      database: "in a PostgreSQL database, for all machines that name it",
      file: "in a file of the user's cache, for all processes of this machine",
      process: "by each process for itself: other processes of this machine are not counted",
    }[by];
    const used = `${taken} of ${limit} requests of the last minute are used, ${Math.max(0, limit - taken)} are left`;
    return [
      blockedFor > 0
        ? warning("limit", `the service has asked to wait ${Math.ceil(blockedFor / 1000)} s`, "Try again then.")
        : ok("limit", used),
      by === "process"
        ? warning(
            "coordination",
            `requests are counted ${where}`,
            "Install the optional dependency libsql, and let OUTREACH_CACHE_FOLDER, or the user's cache, be a folder that can be written.",
          )
        : ok("coordination", `requests are counted ${where}`),
    ];
  } catch (error) {
    return [failedCheck("coordination", error)];
  }
}
