import type { Run } from "./run";

/** Warns once at the end of a run that used objects which the service can neither list nor read. */
export function warnAboutUnseen({ memory, warn }: Pick<Run, "memory" | "warn">): void {
  const nouns = [...memory.unseen].sort();
  const last = nouns.pop();
  if (last === undefined) return;
  const all = nouns.length === 0 ? last : `${nouns.join(", ")} and ${last}`;
  warn(
    `this service has no operation that lists or reads ${all}: changes made in the app, twins and lost creates of these are not detected. The guards use the state and what runs have recorded.`,
  );
}
