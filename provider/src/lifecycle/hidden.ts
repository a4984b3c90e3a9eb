import type { Recorded } from "./record";
import type { Run } from "./run";

/** How long a service that stops showing objects counts as failing, in milliseconds. After that it has no such operations. */
export const longestOutage = 24 * 60 * 60_000;

/** For the record of an object that could not be read. */
export function hiddenFrom(run: Pick<Run, "now">, { hiddenSince, unseen }: Recorded): Pick<Recorded, "hiddenSince"> {
  if (hiddenSince !== undefined) return { hiddenSince };
  return unseen === true ? {} : { hiddenSince: run.now().toISOString() };
}

/** True if the service showed the object before, and has failed to do so since this time, which is not long ago. */
export function isOutage(run: Pick<Run, "now">, hiddenSince: string | undefined): boolean {
  return hiddenSince !== undefined && run.now().getTime() - Date.parse(hiddenSince) < longestOutage;
}
