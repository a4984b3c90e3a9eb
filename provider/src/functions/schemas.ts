import { z } from "zod";
import { isObjectId } from "../api/operation";
import { finding, fraction, id, must, strict, text, wholeNumber } from "../kind/schema";
import type { Problem } from "../lifecycle/problem";
import type { ServedId } from "../reads/answers";

const argumentsOf = (name: string) => `the arguments of ${name}`;

/** The schema of a function without arguments. */
export const noArgs = (name: string) => strict(argumentsOf(name), {});

/** The schema of a function that reads one object by id or name. */
export const objectArgs = (name: string) =>
  strict(argumentsOf(name), { id: id().optional(), name: text({ what: "the name" }).optional() });

/** Reports a problem unless exactly one of `id` and `name` is given. */
export function idOrNameProblems(args: Readonly<Record<string, unknown>>): Problem[] {
  const given = ["id", "name"].filter((key) => args[key] !== undefined);
  if (given.length === 1) return [];
  return [
    { path: "", title: given.length === 0 ? "id or name is missing" : "id and name are given: write one of them" },
  ];
}

/** A date, or a date and time with an offset. Without an offset, the time would depend on the reader's time zone. */
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

const dateOrTime = () =>
  z
    .string(must("a date or a time, ISO 8601"))
    .check(
      finding((value: string) =>
        isoTime.test(value) && !Number.isNaN(Date.parse(value))
          ? []
          : [{ allowed: "must be a date such as 2026-03-01, or a time such as 2026-03-01T08:00:00Z" }],
      ),
    );

/** Reports a problem if the range ends before it starts. */
export function rangeProblems({ dateFrom, dateTo }: Readonly<Record<string, unknown>>): Problem[] {
  if (typeof dateFrom !== "string" || typeof dateTo !== "string") return [];
  return Date.parse(dateFrom) <= Date.parse(dateTo) ? [] : [{ path: "dateTo", title: "lies before dateFrom" }];
}

/** Reports a problem if only one end of the range is given. */
export function incompleteRangeProblems(args: Readonly<Record<string, unknown>>): Problem[] {
  const { dateFrom, dateTo } = args;
  if ((dateFrom === undefined) === (dateTo === undefined)) return rangeProblems(args);
  const path = dateFrom === undefined ? "dateFrom" : "dateTo";
  return [{ path, title: "is missing", allowed: "must be given together with the other end of the range" }];
}

const score = () => fraction(-Number.MAX_VALUE).optional();

/** The schema of `getContacts` and `iterateContacts`. */
export const contactsArgs = strict("a filter of contacts", {
  search: text({ what: "what to search for" }).optional(),
  agentId: id().optional(),
  listId: id().optional(),
  dateFrom: dateOrTime().optional(),
  dateTo: dateOrTime().optional(),
  scoreFrom: score(),
  scoreTo: score(),
  intentType: text({ what: "the type of a signal" }).optional(),
  limit: wholeNumber(1, 1_000_000, " of contacts").optional(),
});

const servedId = () =>
  z.custom<ServedId>().check(
    finding((value: unknown) => {
      const isText = typeof value === "string" && /^[\w.:~-]{1,128}$/.test(value) && isObjectId(value);
      const isNumber = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
      if (isText || isNumber) return [];
      const allowed = "must be an id as the service shows it";
      return [value === undefined ? { title: "is missing", allowed } : { allowed }];
    }),
  );

export const contactArgs = strict(argumentsOf("getContact"), { id: servedId() });

export const campaignLogsArgs = strict(argumentsOf("getCampaignLogs"), { campaignId: id() });

export const agentLogsArgs = strict(argumentsOf("getAgentLogs"), {
  agentId: id(),
  dateFrom: dateOrTime().optional(),
  dateTo: dateOrTime().optional(),
});
