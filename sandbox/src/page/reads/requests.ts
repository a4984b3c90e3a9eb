import type { ControlParts } from "../../control/operation.js";
import type { ActiveFault } from "../../server/faults.js";
import type { RequestRecord } from "../../server/requestLog.js";
import { nameOfUser } from "../people.js";

const MOST_REQUESTS = 1000;

interface RequestsFilter {
  method?: string;
  /** A part of the path. */
  path?: string;
  user?: number;
  /** `fine`: below 400, `refused`: below 500, `failed`: 500 and above or without a response. */
  outcome?: "fine" | "refused" | "failed" | "faulted";
  /** Only requests that changed data. */
  applied?: boolean;
}

/** A request in the table. */
export interface RequestRow extends RequestRecord {
  userName: string | null;
}

export interface RequestsShown {
  /** All requests since the store was created. */
  total: number;
  /** The newest first. */
  requests: RequestRow[];
  faults: ActiveFault[];
}

export function showRequests({ service, log, faults }: ControlParts, filter: RequestsFilter): RequestsShown {
  const { total, requests } = log.read({ method: filter.method, userId: filter.user, applied: filter.applied });
  return {
    total,
    requests: requests
      .filter((record) => filter.path === undefined || record.path.includes(filter.path))
      .filter((record) => filter.outcome === undefined || hasOutcome(record, filter.outcome))
      .slice(-MOST_REQUESTS)
      .reverse()
      .map((record) => ({ ...record, userName: record.userId === null ? null : nameOfUser(service, record.userId) })),
    faults: faults.active(),
  };
}

function hasOutcome({ status, fault }: RequestRecord, outcome: NonNullable<RequestsFilter["outcome"]>): boolean {
  switch (outcome) {
    case "fine":
      return status !== null && status < 400;
    case "refused":
      return status !== null && status >= 400 && status < 500;
    case "failed":
      return status === null || status >= 500;
    case "faulted":
      return fault !== null;
  }
}
