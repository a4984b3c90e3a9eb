import type { KnownCreation } from "../api/objects";
import { textsOf } from "./facts";
import { allFound, foundByLost } from "./foundOn";
import { type ResourceKind, targetsIn } from "./kind";
import type { RunMemory } from "./memory";
import { formerAs } from "./ownedObjects";
import { allRanOn, asRecorded, ownState } from "./ranOn";
import { isPendingId, type Recorded, type Replaced, readRecord } from "./record";
import type { CreateSituation } from "./situation";

/**
 * For the record of an adopted object: what the resource that had it before knew of it, and that resource's former versions.
 * Without this, the next start would not see them.
 *
 * @param recorded all objects that runs have recorded
 */
export async function passedOn(
  situation: CreateSituation,
  id: string,
  recorded: readonly KnownCreation[],
): Promise<Pick<Recorded, "foundOn" | "sent" | "sharedFor" | "replaced" | "everActive" | "saidOff" | "ranOn">> {
  const { kind, run, urn, inputs } = situation;
  const { adoptable = [] } = (await ownState(situation)) ?? {};
  const own = run.memory.comparedWith(kind, urn, inputs);
  // As after a revert, it may be an own former version.
  const former = own?.id === id ? undefined : situation.replaced?.[id];
  const exact = [
    ...(former === undefined ? [] : [formerAs(id, former)]),
    ...adoptable.filter((each) => each.id === id),
  ];
  // It may be the object of a lost create.
  const lost = exact.length > 0 ? [] : adoptable.filter((each) => each.id === undefined);
  const ofOwn: Partial<Recorded> = own === undefined ? {} : readRecord(own.outputs, kind.noun);
  const before = own !== undefined && isPendingId(own.id) ? ofOwn : {};
  // As after a failed replacement, the resource's present object.
  const present = own?.id === id ? ofOwn : {};
  const [{ sharedFor, sent = present.sent, is = "resting", saidOff = present.saidOff } = {}] = exact;
  const declared = textsOf(targetsIn(kind, inputs));
  const givenUp = allRanOn(...recorded.filter((each) => each.id === id)).filter((each) => !declared.includes(each));
  const released = releasedBefore(id, recorded);
  // As after a rename with a wrong id, what the resource of this name that has left the program knew.
  const left = adoptable.filter((each) => each.id !== undefined && each.id !== id);
  const formers = [{ replaced: formerVersions(kind, released) }, ...left, ...lost, ...exact];
  const replaced = formers.flatMap((each) => Object.entries(each.replaced ?? {})).filter(([each]) => each !== id);
  return {
    ...allFound(...[...lost, before].map(foundByLost), present, ...exact),
    ...(sent === undefined ? {} : { sent }),
    ...(sharedFor === undefined ? {} : { sharedFor }),
    ...((is === "resting" || is === "pending") && present.everActive !== true ? {} : { everActive: true }),
    ...(saidOff === true ? { saidOff } : {}),
    ...asRecorded(allRanOn({ ranOn: givenUp }, ...released)),
    ...(replaced.length === 0 ? {} : { replaced: Object.fromEntries(replaced) }),
  };
}

/** The other objects that the resource has released which had this one, as far as recorded. */
function releasedBefore(id: string, recorded: readonly KnownCreation[]): readonly KnownCreation[] {
  const its = recorded.find((each) => each.id === id);
  if (its?.resource === undefined) return [];
  return recorded.filter(
    (each) => each.id !== id && each.released === true && each.stack === its.stack && each.resource === its.resource,
  );
}

/** These as former versions, as far as the records have their content and their targets. */
function formerVersions(
  { reaches }: ResourceKind,
  released: readonly KnownCreation[],
): NonNullable<Recorded["replaced"]> {
  return Object.fromEntries(
    released.flatMap(({ id, content, targets, ran }): [string, Replaced][] => {
      if (id === undefined || content === undefined) return [];
      if (reaches === undefined || ran === true) return [[id, content]];
      // Without targets it would count as one that uses none.
      return targets === undefined ? [] : [[id, { content, targets: [...targets] }]];
    }),
  );
}

/** Notes a resource's former versions, so that the resource that had them before can leave the state. */
export function noteFormer(
  memory: RunMemory,
  kind: Pick<ResourceKind, "name">,
  urn: string | undefined,
  { replaced = {} }: Pick<Recorded, "replaced">,
): void {
  for (const [id, its] of Object.entries(replaced)) {
    memory.note(kind, id, { formerOf: urn, wasOff: typeof its === "string" });
  }
}

/** True if the program has this former version elsewhere by now: as the object of a resource, or as a former one of another. */
export function isOfAnother(
  memory: RunMemory,
  kind: Pick<ResourceKind, "name">,
  urn: string | undefined,
  id: string,
): boolean {
  const { manager, isTakenOver, formerOf = urn } = memory.object(kind, id);
  return manager !== undefined || isTakenOver === true || formerOf !== urn;
}
