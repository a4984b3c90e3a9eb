import type { Answer } from "../api/objects";
import { servedIds, textsOf } from "./facts";
import { type ResourceKind, targetsIn } from "./kind";
import type { Compared } from "./memory";
import { ofOwner } from "./ownersState";
import { isPendingId, readRecord } from "./record";
import type { CreateSituation } from "./situation";

/** An adoption, and the acting user. */
interface Adoption {
  readonly situation: CreateSituation;
  readonly id: string;
  readonly actingUserId: string;
}

/**
 * What the state has of the object to adopt, under another resource or as one that this resource has replaced, and of the
 * pending create that it may come from. A response with its targets is more recent.
 */
export function targetsInState({ situation, id, actingUserId }: Adoption, shown: Answer): string[] {
  const { kind, run, urn, inputs, replaced } = situation;
  if (servedIds(targetsIn(kind, shown)).length > 0) return [];
  const { inState } = run.memory.hintsFor(kind, inputs);
  const before = replaced?.[id];
  return [
    ...ofOwner(inState, run.settings(), actingUserId).flatMap(({ targets = [] }) => targets),
    ...(typeof before === "object" ? before.targets : []),
    ...targetsOfPending(kind, run.memory.comparedWith(kind, urn, inputs), id),
  ];
}

function targetsOfPending(kind: ResourceKind, compared: Compared | undefined, id: string): string[] {
  if (compared === undefined || !isPendingId(compared.id)) return [];
  const { pending } = readRecord(compared.outputs, kind.noun);
  const isOther = pending?.isAbsent === true || pending?.knownBefore?.includes(id) === true;
  return isOther ? [] : textsOf(targetsIn(kind, compared.outputs));
}
