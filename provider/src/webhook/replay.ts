/**
 * The result of claiming a delivery. `claimed`: it was free and now belongs to the caller. `handled`: it was handled
 * before. `in-progress`: another caller has claimed it and has not finished.
 */
export type ReplayClaim = "claimed" | "handled" | "in-progress";

/**
 * Stores which deliveries were handled, by signature. A listener's default store is in memory. Processes that receive the
 * same webhook need a shared store, such as a table or Redis. `claim` must be atomic.
 */
export interface ReplayStore {
  /**
   * Claims a delivery unless it was claimed before.
   * @param signature The complete header, 71 characters.
   * @param until When the delivery's timestamp becomes too old, so that the store may delete it. If the process that
   * claimed the delivery was killed, the store may release it earlier.
   */
  claim(signature: string, until: Date): ReplayClaim | Promise<ReplayClaim>;
  /** Marks a delivery claimed by this process as handled, to be kept until then. */
  complete(signature: string, until: Date): void | Promise<void>;
  /** Releases a delivery that this process claimed but could not handle, so that it may be repeated. */
  release(signature: string): void | Promise<void>;
}

/** Maximum number of stored deliveries, about 20 MB. */
const mostRemembered = 100_000;

/** Stores deliveries in memory. If there are too many, it deletes the oldest handled one. */
export class MemoryReplayStore implements ReplayStore {
  private readonly known = new Map<string, { readonly until: number; readonly isHandled: boolean }>();

  constructor(
    private readonly now: () => number,
    private readonly most = mostRemembered,
  ) {}

  /** The number of stored deliveries. */
  get size(): number {
    return this.known.size;
  }

  claim(signature: string, until: Date): ReplayClaim {
    const entry = this.known.get(signature);
    if (entry !== undefined) return entry.isHandled ? "handled" : "in-progress";
    this.forgetOldest();
    this.known.set(signature, { until: until.getTime(), isHandled: false });
    return "claimed";
  }

  complete(signature: string, until: Date): void {
    this.known.set(signature, { until: until.getTime(), isHandled: true });
  }

  release(signature: string): void {
    this.known.delete(signature);
  }

  /** The oldest come first, so each search ends early. */
  private forgetOldest(): void {
    const now = this.now();
    for (const [signature, { until, isHandled }] of this.known) {
      if (!isHandled) continue;
      if (until >= now && this.known.size < this.most) return;
      this.known.delete(signature);
    }
  }
}
