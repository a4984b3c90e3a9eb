import type { Run } from "./run";

/** Said once, at the end of a run that has had to do with objects which nobody can look at. */
export function warnAboutUnseen({ memory, warn }: Pick<Run, "memory" | "warn">): void {
  const nouns = [...memory.unseen].sort();
  const last = nouns.pop();
  if (last === undefined) return;
  const all = nouns.length === 0 ? last : `${nouns.join(", ")} and ${last}`;
  warn(
    `this service has no operation that lists or reads ${all}: changes made in the app, twins and lost creates of these are not seen. Guards rest on the state and on what runs have recorded.`,
  );
}
