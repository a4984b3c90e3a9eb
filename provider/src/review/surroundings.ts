import { stringOrUndefined } from "../api/json";
import { sameValue } from "../kind/comparing";
import { kinds } from "../kinds";
import type { Values } from "../lifecycle/kind";
import { isMade, type Plan, type PlannedResource } from "./input/plan";
import { kindOfUrn } from "./input/resources";
import { hiddenProperties, idOf, idsOf, isKnownLater, isPlain, shown } from "./input/values";
import type { UsedList } from "./model";

/** The counts of people in a list. */
export interface People {
  readonly people: number;
  /** How many of them are in each state. */
  readonly states: Readonly<Record<string, number>>;
}

/** The counts of people by list id. */
export type LiveCounts = ReadonlyMap<string, People>;

/** The service's names of e-mail seats and members, by id. */
export interface LiveNames {
  readonly seats: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
}

/** Data about a stack's other resources for the review of a single resource. */
export class Surroundings {
  private readonly lists: readonly PlannedResource[];

  constructor(
    readonly plan: Plan,
    private readonly live: LiveCounts | undefined,
    private readonly names: LiveNames | undefined,
  ) {
    this.lists = plan.resources.filter(({ kind }) => kind === "List");
  }

  people(listId: string | undefined): People | undefined {
    return listId === undefined ? undefined : this.live?.get(listId);
  }

  /** The addresses of e-mail seats, if they were read. */
  addresses(seats: readonly string[]): Record<string, string> | undefined {
    const known = [...(this.names?.seats ?? [])].filter(([id]) => seats.includes(id));
    return known.length === 0 ? undefined : Object.fromEntries(known);
  }

  /** The lists in a resource's property before and after the change. */
  usedLists(resource: PlannedResource, property: string): UsedList[] {
    const { before, beforeOutputs, after, afterOutputs, change } = resource;
    const olds = change === "created" ? [] : this.named(idList((before ?? beforeOutputs)?.[property]), "before");
    const news = change === "deleted" ? [] : this.after(resource, property, (after ?? afterOutputs)?.[property]);
    const both = (all: readonly Named[], { id, name }: Named) =>
      all.some((other) => (id === undefined ? other.id === undefined && other.name === name : other.id === id));
    return [
      ...news.map(
        (each) => ({ ...each, change: both(olds, each) ? "same" : "added", ...this.people(each.id) }) as const,
      ),
      ...olds.flatMap((each) =>
        both(news, each) ? [] : ({ ...each, change: "removed", ...this.people(each.id) } as const),
      ),
    ];
  }

  private after({ dependencies }: PlannedResource, property: string, value: unknown): Named[] {
    const known = idList(value);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const open = values.filter((each) => !isPlain(each));
    if (open.length === 0) return this.named(known, "after");
    // An unknown array contains an unknown number of lists.
    const isWhole = property === "listIds" && !Array.isArray(value);
    const canTell = !isWhole && open.every(isKnownLater);
    const meant = canTell ? this.meant(dependencies?.[property] ?? [], known, open.length) : undefined;
    return [...this.named(known, "after"), ...(meant ?? open.map(() => ({ uncertain: "hidden" as const })))];
  }

  /**
   * The lists for this many unknown values: the lists that this change creates, if the program computes the property only
   * from them. A dependency does not show a value, so ambiguous cases stay unknown. The update refuses a value that is
   * computed from several lists, or that is not the id of its only list (`strayReferences`).
   */
  private meant(dependencies: readonly string[], known: readonly string[], count: number): Named[] | undefined {
    const possible = dependencies
      .filter((urn) => kindOfUrn(urn) === "List")
      .map((urn) => this.lists.find((list) => list.urn === urn))
      .filter((list) => list === undefined || isMade(list.change) || !known.includes(list.id ?? ""));
    // The id of an existing list is known, so an unknown value is something else.
    const made = possible.filter((list) => list !== undefined && isMade(list.change));
    if (possible.length !== count || made.length !== count) return undefined;
    return made.map((list) => ({ urn: list?.urn, ...adoptedList(list?.after), name: nameIn(list?.after) }));
  }

  private named(ids: readonly string[], side: "before" | "after"): Named[] {
    return ids.map((id) => {
      const list = this.lists.find((each) => (side === "before" ? each.idBefore : each.id) === id);
      return { id, name: nameIn(list?.[side]) ?? nameIn(list?.before) };
    });
  }
}

type Named = Pick<UsedList, "id" | "urn" | "name" | "uncertain">;

/** A list that the program creates or adopts. An adopted list has an id and people already. */
function adoptedList(values: Values | undefined): Named {
  const { adopt } = values ?? {};
  if (adopt === undefined) return {};
  if (adopt === "twin") return { uncertain: "twin" };
  return isAdopted(values) ? { id: idOf(adopt) } : { uncertain: "hidden" };
}

export function nameIn(values: Values | undefined): string | undefined {
  const name = stringOrUndefined(values?.name);
  return isKnownLater(name) ? undefined : name;
}

function idList(value: unknown): string[] {
  return Array.isArray(value) ? idsOf(value) : idsOf([value]);
}

/** The fields of every reviewed resource. */
export function commonParts({ plan }: Surroundings, given: PlannedResource) {
  const { urn, resource, kind, id, idBefore, change, before, after } = given;
  const [name, nameBefore] = [nameIn(after), nameIn(before)];
  const isRenamed = name !== undefined && nameBefore !== undefined && !sameValue(name, nameBefore);
  // A hidden seat may be different from before.
  const acknowledged = acknowledgementCodes(after).filter(
    (code) => !acknowledgementCodes(before).includes(code) || !isPlain(code),
  );
  const dropped = droppedWith(plan, given);
  const hidden = kind === undefined ? [] : hiddenProperties(after, kinds[kind].properties);
  return {
    ...{ stack: plan.stack, urn, resource, change, acknowledged, hidden, droppedWith: dropped },
    name: name ?? nameBefore,
    nameBefore: isRenamed ? nameBefore : undefined,
    id: idOf(id),
    idBefore: change === "replaced" ? idBefore : undefined,
    adopts: isMade(change) && isAdopted(after) ? shown(after?.adopt) : undefined,
    retained: given.isRetained || dropped !== undefined,
    onlyRead: given.isLetGo === true && given.isRetained ? true : undefined,
  };
}

/** The resource with which this one leaves the state, without a call to this package. */
export function droppedWith({ resources }: Plan, { change, deletedWith }: PlannedResource): string | undefined {
  const other = deletedWith?.before;
  if (other === undefined || (change !== "deleted" && change !== "replaced")) return undefined;
  const goes = resources.some(({ urn, change: its }) => urn === other && (its === "deleted" || its === "replaced"));
  return goes ? other : undefined;
}

/** True if `adopt` is `twin` or a known id. An unknown `adopt` may turn out to be undefined, and a twin may not exist. */
export function isAdopted(values: Values | undefined): boolean {
  return values?.adopt === "twin" || /^\d+$/.test(idOf(values?.adopt) ?? "");
}

function acknowledgementCodes(values: Values | undefined): string[] {
  const given = values?.acknowledge;
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).map((code) => shown(code) ?? "");
}
