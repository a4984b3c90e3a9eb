import type { Values } from "./declared";

/** Whether both were created at the same time; undefined if a creation time is missing. */
export function sameCreation(left: Values, right: Values): boolean | undefined {
  const [one, other] = [creationTime(left), creationTime(right)];
  if (one === undefined || other === undefined) return undefined;
  // Some services return milliseconds in one response and whole seconds in another.
  const isWhole = one % 1000 === 0 || other % 1000 === 0;
  return one === other || (isWhole && Math.abs(one - other) < 1000);
}

/** True if the creation times show that `one` was created after `other`. */
export function isCreatedAfter(one: Values, other: Values): boolean {
  const [later, earlier] = [creationTime(one), creationTime(other)];
  return later !== undefined && earlier !== undefined && later > earlier && sameCreation(one, other) === false;
}

/** Milliseconds since 1970; undefined if the values contain no creation time. */
export function creationTime({ createdAt }: Values): number | undefined {
  const time = typeof createdAt === "string" ? Date.parse(createdAt.slice(0, 40)) : createdAt;
  return typeof time === "number" && Number.isFinite(time) ? time : undefined;
}
