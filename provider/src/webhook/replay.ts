/**
 * What a replay store knows of a delivery: `claimed`, nobody had it and it is the caller's now; `handled`, it was handled
 * before; `in-progress`, somebody has claimed it and is not through.
 */
export type ReplayClaim = "claimed" | "handled" | "in-progress";

/**
 * Remembers which deliveries were handled, by their signature. The one of a listener is in memory; processes that receive
 * the same webhook need a store that they share, such as a table or Redis. `claim` must be atomic.
 */
export interface ReplayStore {
  /**
   * Takes a delivery, unless it was taken before.
   * @param signature The whole header, 71 characters.
   * @param until When the timestamp of the delivery becomes too old: the store may forget it then. If the process that
   * has claimed a delivery was killed, the store may release it earlier.
   */
  claim(signature: string, until: Date): ReplayClaim | Promise<ReplayClaim>;
  /** Marks a delivery that this process has claimed as handled, to be remembered until then. */
  complete(signature: string, until: Date): void | Promise<void>;
  /** Gives back a delivery that this process has claimed and could not handle, so that it may be repeated. */
  release(signature: string): void | Promise<void>;
}

/** Deliveries that are remembered at most: about 20 MB. */
const mostRemembered = 100_000;

/** Remembers deliveries in this process. Where there are too many, it forgets the oldest that was handled. */
export class MemoryReplayStore implements ReplayStore {
  private readonly known = new Map<string, { readonly until: number; readonly isHandled: boolean }>();

  constructor(
    private readonly now: () => number,
    private readonly most = mostRemembered,
  ) {}

  /** How many deliveries are remembered. */
  get size(): number {
    return this.known.size;
  }

  claim(signature: string, until: Date): ReplayClaim {
    const entry = this.known.get(signature);
    if (entry !== undefined) return entry.isHandled ? "handled" : "in-progress";
    this.forget();
    this.known.set(signature, { until: until.getTime(), isHandled: false });
    return "claimed";
  }

  complete(signature: string, until: Date): void {
    this.known.set(signature, { until: until.getTime(), isHandled: true });
  }

  release(signature: string): void {
    this.known.delete(signature);
  }

  /** The oldest come first, so that each look stops soon. */
  private forget(): void {
    const now = this.now();
    for (const [signature, { until, isHandled }] of this.known) {
      if (!isHandled) continue;
      if (until >= now && this.known.size < this.most) return;
      this.known.delete(signature);
    }
  }
}
