import { command } from "./about";
import type { Change, Definition } from "./definition";
import type { Situation } from "./irregular";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";

/** The service has no operation for these changes: found out when one was sent, or known from an earlier run. */
export function cannotChange(
  { noun }: Definition,
  { about, urn }: Pick<Situation, "about" | "urn">,
  changes: readonly Change[],
  when: "now" | "known",
): Refusal {
  const since = when === "known" ? " (`pulumi refresh` asks again)" : "";
  return new Refusal(
    `Updating ${about}: this service has no operation that changes ${paths(changes)}${since}; nothing was sent.`,
    `Make a new ${noun} in its place: ${command("pulumi up --replace", urn)}. Or take the change back.`,
  );
}

export function paths(changes: readonly Change[]): string {
  return changes.map((change) => change.path).join(", ");
}

/** The active agent limit has paused it, and no refresh has shown that yet: nobody asks for another try. */
export function isHeldBack({ pausedByLimit, declared }: Recorded, { property }: Change): boolean {
  return pausedByLimit === true && property === "paused" && declared.includes(property);
}
