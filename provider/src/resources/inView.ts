import { contentWithoutAdopt } from "../lifecycle/content";
import { type RunMemory, Slot } from "../lifecycle/memory";

/** A campaign of the stack that runs or may run, or that this run will start. Only lists whose ids are known. */
export interface CampaignInView {
  readonly urn: string;
  readonly name: string;
  /** Undefined while it does not exist, or nobody knows its id. */
  readonly id?: string;
  /** Its creation was sent in an earlier run, and the answer was lost. */
  readonly pending?: boolean;
  readonly listIds: readonly number[];
  /** Those among them that this run attaches: all of a campaign that it starts. */
  readonly attached: readonly number[];
  readonly acknowledged: ReadonlySet<string>;
}

/** A source agent of the program that begins, in this run, to fill a list. */
export interface AgentInView {
  readonly urn: string;
  readonly name: string;
  readonly listIds: readonly number[];
}

/** Resources of a program by the lists that they have to do with: a program may hold thousands. */
class ByList<T extends { readonly urn: string; readonly listIds: readonly number[] }> {
  private readonly all = new Map<string, T>();
  private readonly urns = new Map<number, Set<string>>();

  note(one: T): void {
    this.all.set(one.urn, one);
    for (const listId of one.listIds) {
      const urns = this.urns.get(listId) ?? new Set();
      this.urns.set(listId, urns.add(one.urn));
    }
  }

  get every(): Iterable<T> {
    return this.all.values();
  }

  /** Without duplicates, those that have to do with any of these lists. */
  on(listIds: readonly number[]): T[] {
    const urns = new Set(listIds.flatMap((listId) => [...(this.urns.get(listId) ?? [])]));
    const found = [...urns].map((urn) => this.all.get(urn));
    return found
      .filter((one) => one?.listIds.some((listId) => listIds.includes(listId)))
      .filter((one) => one !== undefined);
  }
}

export const campaignsInView = new Slot(() => new ByList<CampaignInView>());
export const agentsInView = new Slot(() => new ByList<AgentInView>());
/** Campaigns that this run has started, or taken over as running, with their lists. */
export const startedCampaigns = new Slot(() => new Map<string, readonly string[]>());
/** Campaigns that this run has found, or that are acknowledged, to be off. */
export const stoppedCampaigns = new Slot(() => new Set<string>());

/** A list that a new one replaces in this run. */
export interface OldList {
  readonly id: string;
  readonly name: string;
}

/** By the content of the new list's inputs: its create is handed nothing else. */
const replaced = new Slot(() => new Map<string, OldList>());

export function noteReplacement(memory: RunMemory, inputs: Readonly<Record<string, unknown>>, old: OldList): void {
  replaced.of(memory).set(contentWithoutAdopt(inputs), old);
}

/** The list that a list with these inputs replaces. */
export function replacedBy(memory: RunMemory, inputs: Readonly<Record<string, unknown>>): OldList | undefined {
  return replaced.of(memory).get(contentWithoutAdopt(inputs));
}

/** Ids of the lists that a new one replaces in this run. */
export function replacedLists(memory: RunMemory): string[] {
  return [...replaced.of(memory).values()].map(({ id }) => id);
}
