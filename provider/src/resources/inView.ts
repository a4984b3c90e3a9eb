import { contentWithoutAdopt } from "../lifecycle/content";
import { type RunMemory, Slot } from "../lifecycle/memory";
import type { Stated } from "../lifecycle/stated";

/** A campaign of the stack that runs, may run, or will be started by this run. */
export interface CampaignInView {
  readonly urn: string;
  readonly name: string;
  /** Undefined if it does not exist yet or its id is unknown. */
  readonly id?: string;
  /** True if its create was sent in an earlier run and the response was lost. */
  readonly pending?: boolean;
  readonly listIds: readonly number[];
  /** The lists that this run attaches; for a campaign that it starts, all lists. */
  readonly attached: readonly number[];
  /** The lists in the state: until its update has succeeded, it still uses those that it gives up. */
  readonly before?: readonly number[];
  /** The lists whose people it, or a campaign that it replaces, has or may have contacted according to the state. */
  readonly ranOn?: readonly string[];
  /** True if it is known only from a refresh: its own diff, which shows the lists it gives up, is still to come. */
  readonly isOnlyRead?: boolean;
  /** True if its lists are taken from the program that adopted it, and the service does not show them: it may use more. */
  readonly areConcluded?: boolean;
  /** True if only the state knows it, because the service does not show campaigns. */
  readonly isUnshown?: boolean;
  readonly acknowledged: ReadonlySet<string>;
  /** Ids of campaigns with which, as a person says now, it shares its lists. */
  readonly sharedNow?: readonly string[];
  /** Codes of the program that are no longer in force. */
  readonly spent?: ReadonlySet<string>;
  /** By the id of another campaign, the lists for which its code for sharing still counts. */
  readonly sharedOn?: Readonly<Record<string, readonly string[]>>;
}

/** A source agent of the program that starts to fill a list in this run. */
export interface AgentInView {
  readonly urn: string;
  readonly name: string;
  readonly listIds: readonly number[];
  /** Ids of the campaigns whose people it has warned about; URNs of those without an id. */
  readonly told: ReadonlySet<string>;
}

/** Resources of a program by URN or `key`, indexed by their lists, because a program may hold thousands. */
class ByList<T extends { readonly urn: string; readonly key?: string; readonly listIds: readonly number[] }> {
  private readonly all = new Map<string, T>();
  private readonly keys = new Map<number, Set<string>>();

  note(one: T): void {
    const { urn, key = urn, listIds } = one;
    this.all.set(key, one);
    for (const listId of listIds) {
      const keys = this.keys.get(listId) ?? new Set();
      this.keys.set(listId, keys.add(key));
    }
  }

  remove(key: string): void {
    this.all.delete(key);
  }

  has(key: string): boolean {
    return this.all.has(key);
  }

  get every(): Iterable<T> {
    return this.all.values();
  }

  /** The resources with any of these lists, without duplicates. */
  on(listIds: readonly number[]): T[] {
    const keys = new Set(listIds.flatMap((listId) => [...(this.keys.get(listId) ?? [])]));
    const found = [...keys].flatMap((key) => this.all.get(key) ?? []);
    return found.filter((one) => one.listIds.some((listId) => listIds.includes(listId)));
  }
}

export interface UnseenCampaign extends Pick<CampaignInView, "urn" | "name" | "listIds"> {
  readonly id: string;
  /** For one that its resource has replaced, because the resource may have others. */
  readonly key?: string;
  /** A digest of its own name: `name` may be the resource's. */
  readonly nameDigest?: string;
  /** It has run, and a person has confirmed that it is off. */
  readonly hasRun?: boolean;
  /** Lists on which it, or a campaign that it replaces, has run. */
  readonly ranOn?: readonly string[];
}

export const campaignsInView = new Slot(() => new ByList<CampaignInView>());
/** Campaigns in the state that the service does not return; they may have been switched on in the app. */
export const unseenCampaigns = new Slot(() => new ByList<UnseenCampaign>());
/** Campaigns in the state that the service showed when they were last read. */
export const shownCampaigns = new Slot(
  () =>
    new ByList<
      Pick<CampaignInView, "urn" | "name" | "listIds" | "id"> & {
        readonly key?: string;
        readonly stated: Pick<Stated, "is" | "name" | "ranOn" | "mayHaveMore">;
      }
    >(),
);
/** URNs of the drafts in the state whose create got no response, as far as a preview or an update has named them. */
export const pendingDrafts = new Slot(() => new Set<string>());
export const agentsInView = new Slot(() => new ByList<AgentInView>());

/** A list that is replaced by a new one in this run. */
export interface OldList {
  readonly id: string;
  readonly name: string;
}

/** Keyed by the content of the new list's inputs, since its create receives nothing else. */
const replaced = new Slot(() => new Map<string, OldList>());

export function noteReplacement(memory: RunMemory, inputs: Readonly<Record<string, unknown>>, old: OldList): void {
  replaced.of(memory).set(contentWithoutAdopt(inputs), old);
}

/** The list that a list with these inputs replaces. */
export function replacedBy(memory: RunMemory, inputs: Readonly<Record<string, unknown>>): OldList | undefined {
  return replaced.of(memory).get(contentWithoutAdopt(inputs));
}

/** Ids of the lists that are replaced by new ones in this run. */
export function replacedLists(memory: RunMemory): string[] {
  return [...replaced.of(memory).values()].map(({ id }) => id);
}
