import type { Clock } from "../clock";
import { ServiceError } from "../errors";
import type { Settings } from "../settings";
import { letItFinishAdvice, notSentError } from "./errors";
import type { MemoryStore } from "./memoryStore";
import { removeOldCache } from "./oldCache";
import { NoPostgres, PostgresDatabase } from "./postgres";
import { boot, thisRun } from "./processRun";
import { HeldByAnother, NoEngine, SqliteDatabase } from "./sqlite";
import { SqlStore } from "./sqlStore";
import type { ProcessRun, Store } from "./store";

/** Parameters for opening an account's store. */
export interface StoreParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: () => number;
  /** The user's cache folder. If undefined, everything stays in this process. */
  readonly cacheFolder: string | undefined;
  /** Set by tests that simulate several processes in one. */
  readonly run?: ProcessRun;
  /** Set by tests: the store that several simulated processes share. */
  readonly store?: Store;
  /** Reports why the run is waiting, as a sentence without its full stop. */
  say(text: string): void;
  /** Reports what the user should know or change. */
  warn(text: string): void;
}

/** Opens the configured store, and decides whether a failure ends the run. */
export class StoreAccess {
  private store: Store | undefined;

  /**
   * @param own the in-process store, used if no other is available
   * @param opened the stores opened by accounts of this process, by run and by URL or folder
   */
  constructor(
    private readonly parts: StoreParts,
    private readonly own: MemoryStore,
    private readonly opened: Map<string, Store>,
  ) {}

  /** True once this process uses its in-process store and shares nothing with others. */
  get isAlone(): boolean {
    return this.store === this.own;
  }

  /** Calls `work` with the store. Throws a ServiceError if a required database fails. */
  async use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    try {
      this.store ??= this.open();
      return await work(this.store);
    } catch (error) {
      if (error instanceof NoPostgres) {
        throw notSentError(`the coordination database cannot be used: ${error.message}`, error.advice, "settings");
      }
      if (error instanceof HeldByAnother) {
        const problem = `another process holds ${error.message} for longer than waitBudgetSeconds`;
        throw notSentError(problem, letItFinishAdvice, "rateLimit");
      }
      // A run never continues without a database named in the settings.
      const isRequired = this.parts.settings.coordination !== undefined;
      if (this.isAlone || error instanceof ServiceError || isRequired) throw error;
      this.warnAlone(error);
      this.store = this.own;
      return await work(this.own);
    }
  }

  private open(): Store {
    const { settings, clock, random, cacheFolder, run = thisRun, say } = this.parts;
    if (this.parts.store !== undefined) return this.parts.store;
    const url = settings.coordination;
    const name = url ?? cacheFolder;
    if (name === undefined) return this.own;
    const known = this.opened.get(`${run.id} ${name}`);
    if (known !== undefined) return known;
    const patienceMilliseconds = settings.waitBudgetSeconds * 1000;
    const lost = (reason: string) => say(`waiting for the coordination database, which does not answer (${reason})`);
    const database =
      url === undefined
        ? new SqliteDatabase({ cacheFolder: name, clock, random, boot, patienceMilliseconds })
        : new PostgresDatabase({ url, clock, random, patienceMilliseconds, lost });
    if (url === undefined) removeOldCache(name, clock);
    const store = new SqlStore(database, run);
    this.opened.set(`${run.id} ${name}`, store);
    return store;
  }

  private warnAlone(error: unknown): void {
    const problem =
      error instanceof NoEngine
        ? "the package libsql is not installed, or not for this platform"
        : `${this.parts.cacheFolder} cannot be used for coordination (${error instanceof Error ? error.message : String(error)})`;
    this.parts.warn(
      `${problem}: this process keeps to the service's limit by itself, and does not know of others of this machine`,
    );
  }
}
