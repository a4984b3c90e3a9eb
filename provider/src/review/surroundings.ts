import { sameValue } from "../kind/comparing";
import { kinds } from "../kinds";
import type { Values } from "../lifecycle/kind";
import { isMade, type Plan, type PlannedResource } from "./input/plan";
import { kindOfUrn } from "./input/resources";
import { hiddenProperties, idOf, idsOf, isKnownLater, isPlain, shown, textOf } from "./input/values";
import type { UsedList } from "./model";

/** The people of one list, as the service tells them. */
export interface People {
  readonly people: number;
  /** How many of them are in which state. */
  readonly states: Readonly<Record<string, number>>;
}

/** The people of lists, by the list's id. */
export type LiveCounts = ReadonlyMap<string, People>;

/** What the service calls seats that send e-mails, and members, by their ids. */
export interface LiveNames {
  readonly seats: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
}

/** What the reviews of single resources need to know of the others of their stack. */
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

  /** The addresses of e-mail seats, as far as the service was asked. */
  addresses(seats: readonly string[]): Record<string, string> | undefined {
    const known = [...(this.names?.seats ?? [])].filter(([id]) => seats.includes(id));
    return known.length === 0 ? undefined : Object.fromEntries(known);
  }

  /** The lists that one property of a resource names, before and after. */
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
    // How many lists are in an array that is known later as a whole, nobody knows.
    const isWhole = property === "listIds" && !Array.isArray(value);
    const canTell = !isWhole && open.every(isKnownLater);
    const meant = canTell ? this.meant(dependencies?.[property] ?? [], known, open.length) : undefined;
    return [...this.named(known, "after"), ...(meant ?? open.map(() => ({ uncertain: "hidden" as const })))];
  }

  /**
   * The lists that so many values are which only the update knows: those that this change makes, if the program computes
   * the property from these alone. A dependency is no value, so whatever leaves a choice is not known; the update refuses
   * a value that is computed from several lists by then, or is not the id of its one list (`strayReferences`).
   */
  private meant(dependencies: readonly string[], known: readonly string[], count: number): Named[] | undefined {
    const possible = dependencies
      .filter((urn) => kindOfUrn(urn) === "List")
      .map((urn) => this.lists.find((list) => list.urn === urn))
      .filter((list) => list === undefined || isMade(list.change) || !known.includes(list.id ?? ""));
    // The id of a list that exists is known: what is not must be something else.
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

/** A list that the program creates, or takes over: then it has an id and people already. */
function adoptedList(values: Values | undefined): Named {
  const { adopt } = values ?? {};
  if (adopt === undefined) return {};
  if (adopt === "twin") return { uncertain: "twin" };
  return isAdopted(values) ? { id: idOf(adopt) } : { uncertain: "hidden" };
}

export function nameIn(values: Values | undefined): string | undefined {
  const name = textOf(values?.name);
  return isKnownLater(name) ? undefined : name;
}

function idList(value: unknown): string[] {
  return Array.isArray(value) ? idsOf(value) : idsOf([value]);
}

/** What every reviewed resource has. */
export function commonParts({ plan }: Surroundings, given: PlannedResource) {
  const { urn, resource, kind, id, idBefore, change, before, after } = given;
  const [name, nameBefore] = [nameIn(after), nameIn(before)];
  const isRenamed = name !== undefined && nameBefore !== undefined && !sameValue(name, nameBefore);
  // One that cannot be shown may be another one than before.
  const acknowledged = codes(after).filter((code) => !codes(before).includes(code) || !isPlain(code));
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

/** The resource with which this one leaves the state: the engine does not ask this package for a delete then. */
export function droppedWith({ resources }: Plan, { change, deletedWith }: PlannedResource): string | undefined {
  const other = deletedWith?.before;
  if (other === undefined || (change !== "deleted" && change !== "replaced")) return undefined;
  const goes = resources.some(({ urn, change: its }) => urn === other && (its === "deleted" || its === "replaced"));
  return goes ? other : undefined;
}

/** True if the object is taken over: an unknown `adopt` may turn out to be none. A twin may turn out not to exist. */
export function isAdopted(values: Values | undefined): boolean {
  return values?.adopt === "twin" || /^\d+$/.test(idOf(values?.adopt) ?? "");
}

function codes(values: Values | undefined): string[] {
  const given = values?.acknowledge;
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).map((code) => shown(code) ?? "");
}
