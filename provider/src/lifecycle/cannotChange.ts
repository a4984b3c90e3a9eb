import { command, howToRename } from "./about";
import type { Situation } from "./guards";
import type { Change, ResourceKind } from "./kind";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";

/** The service has no operation for these changes. `known`: an earlier run has found that out. */
export function cannotChange(
  { kind, about, urn }: Pick<Situation, "kind" | "about" | "urn">,
  changes: readonly Change[],
  when?: "known",
): Refusal {
  const since = when === "known" ? " (`pulumi refresh` checks again)" : "";
  return new Refusal(
    `Updating ${about}: this service has no operation that changes ${paths(changes)}${since}; nothing was sent.`,
    ...waysBeside(kind, changes),
    `Create a new ${kind.noun} instead${kind.loses === undefined ? "" : ` (${kind.loses})`}: ${command("pulumi up --replace", urn)}. Or revert the change.`,
  );
}

/** What leaves the object as it is. */
function waysBeside({ roles }: ResourceKind, changes: readonly Change[]): string[] {
  const { targets, paused } = roles;
  const isOfNew = changes.some(({ property, mayReplace }) => property === targets?.property && mayReplace === true);
  const isResumed = changes.length > 0 && changes.every(({ property }) => property === paused);
  return [
    ...(isOfNew ? [`If only the resource of its ${targets?.noun} has another name now: ${howToRename}.`] : []),
    ...(isResumed ? [`Resume it in the app, and remove ${paused} from the program.`] : []),
  ];
}

export function paths(changes: readonly Change[]): string {
  return changes.map((change) => change.path).join(", ");
}

/** True if a limit of the account has paused it and no refresh has shown otherwise: such a change is not sent again. */
export function isHeldBack({ roles }: ResourceKind, { pausedByLimit, declared }: Recorded, { property }: Change) {
  return pausedByLimit === true && property === roles.paused && declared.includes(property);
}
