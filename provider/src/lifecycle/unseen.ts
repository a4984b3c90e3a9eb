import { listed } from "../text/words";
import type { Run } from "./run";

/** Warns once at the end of a run that used objects which the service can neither list nor read. */
export function warnAboutUnseen({ memory, warn }: Pick<Run, "memory" | "warn">): void {
  if (memory.unseen.size === 0) return;
  const all = listed([...memory.unseen].sort());
  warn(
    `this service has no operation that lists or reads ${all}: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.`,
  );
}
