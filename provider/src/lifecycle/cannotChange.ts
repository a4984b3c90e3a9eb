import type { UpdateSituation } from "./guards";
import type { Change, ResourceKind } from "./kind";
import type { Recorded } from "./record";
import { type Line, Refusal } from "./refusal";
import { inTurn, say } from "./wayOut";
import { command, howToRename, inApp, revert, undeclare } from "./ways";

/** The service has no operation for these changes. `known`: an earlier run has found that out. */
export function cannotChange(
  { kind, about, urn, id }: Pick<UpdateSituation, "kind" | "about" | "urn" | "id">,
  changes: readonly Change[],
  when?: "known",
): Refusal {
  const since = when === "known" ? " (`pulumi refresh` checks again)" : "";
  return new Refusal(
    `Updating ${about}: this service has no operation that changes ${paths(changes)}${since}; nothing was sent.`,
    ...waysBeside(kind, id, changes),
    say`Create a new ${kind.noun} instead${kind.loses === undefined ? "" : ` (${kind.loses})`}: ${command("pulumi up --replace", urn)}. Or ${revert("revert the change")}.`,
  );
}

/** What leaves the object as it is. */
function waysBeside({ roles }: ResourceKind, id: string, changes: readonly Change[]): Line[] {
  const { targets, paused } = roles;
  const lines: Line[] = [];
  const isOfTargets = changes.some(({ property, mayReplace }) => property === targets?.property && mayReplace === true);
  if (targets !== undefined && isOfTargets) {
    lines.push(say`If only the resource of its ${targets.noun} has another name now: ${howToRename}.`);
  }
  if (paused !== undefined && changes.length > 0 && changes.every(({ property }) => property === paused)) {
    const removed = undeclare(paused, `remove ${paused} from the program`);
    lines.push(inTurn`${inApp("resume", [id], "Resume it in the app")}, and ${removed}.`);
  }
  return lines;
}

export function paths(changes: readonly Change[]): string {
  return changes.map((change) => change.path).join(", ");
}

/** True if a limit of the account has paused it and no refresh has shown otherwise: such a change is not sent again. */
export function isHeldBack({ roles }: ResourceKind, { pausedByLimit, declared }: Recorded, { property }: Change) {
  return pausedByLimit === true && property === roles.paused && declared.includes(property);
}
