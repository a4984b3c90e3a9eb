import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Clock, pause } from "./clock";
import { isAlive, type ProcessIdentity } from "./machine";
import { errorCode, ownName, publish } from "./sharedFolder";

/**
 * One thing at a time among all processes of the machine that share a folder.
 *
 * Who has the turn is written in the file with the highest number. The turn passes on by creating the next number,
 * which only one process can do, and which is allowed once the highest is marked as over, or its process is dead and
 * what it has sent can no longer arrive. A process that was stopped between looking and creating finds, by looking
 * again, that its number is not the highest, and steps back. So a death at any instant leaves nothing to clean up.
 */

/** Where it cannot be known whether a process lives (another container), a turn without a sign of life is over. */
const silence = 20_000;
const signOfLife = 2_000;
/** Between two looks of one who waits. */
const shortestLook = 8;
const longestLook = 40;
/** How long a process that has just had the turn leaves it to others who wait. */
const courtesy = 60;
/** Old numbers stay for so many turns, so that nobody reads a folder in which everything has changed. */
const keptTurns = 64;
const overMark = "over\n";

const holderShape = z.object({
  pid: z.number(),
  start: z.string().optional(),
  boot: z.string(),
  namespace: z.string(),
  host: z.string(),
});

export interface TurnsParts {
  readonly folder: string;
  readonly clock: Clock;
  readonly identity: ProcessIdentity;
  readonly random: () => number;
  /** How long after its last sign of life what a dead process has sent may still take effect. */
  readonly quietMilliseconds: number;
  /** Called when the turn passes on from a process that died in it. */
  died(): void;
  /** For tests. */
  readonly alive?: (other: ProcessIdentity) => boolean | undefined;
}

/** Waiting took too long; `holder` is the process that has the turn. */
export class TurnTooLong extends Error {
  override readonly name = "TurnTooLong";
  constructor(readonly holder: number | undefined) {
    super("another process has the turn for too long");
  }
}

export interface Waiting {
  readonly budgetMilliseconds: number;
  /** Called about every poll with how long it has lasted, who has the turn, and whether that process is dead. */
  waiting(milliseconds: number, holder: number | undefined, died: boolean): void;
}

interface State {
  readonly free: boolean;
  readonly holder?: number;
  /** It ended without a word, so nobody knows what its last request has come to. */
  readonly died?: boolean;
}

interface Seen {
  readonly number: number;
  readonly stamp: number;
  readonly at: number;
}

export class Turns {
  private seen: Seen | undefined;
  private lastOverAt = Number.NEGATIVE_INFINITY;

  /** Throws where the folder cannot be written; so does `take`. */
  constructor(private readonly parts: TurnsParts) {
    mkdirSync(parts.folder, { recursive: true, mode: 0o700 });
  }

  /** Resolves with the function that ends the turn. Rejects with TurnTooLong. */
  async take(waiting: Waiting): Promise<() => void> {
    const { clock, random, folder } = this.parts;
    const since = clock.now();
    if (since - this.lastOverAt < courtesy && this.othersWait()) await pause(clock, courtesy);
    const marker = join(folder, ownName("waiting"));
    let marked = Number.NEGATIVE_INFINITY;
    try {
      for (let look = shortestLook; ; look = Math.min(longestLook, look * 1.5)) {
        const attempt = this.attempt();
        if ("over" in attempt) return attempt.over;
        const waited = clock.now() - since;
        if (waited >= waiting.budgetMilliseconds) throw new TurnTooLong(attempt.holder);
        waiting.waiting(waited, attempt.holder, attempt.died === true);
        if (clock.now() - marked >= 1_000) {
          writeFileSync(marker, "", { mode: 0o600 });
          marked = clock.now();
        }
        await pause(clock, look * (0.5 + random()));
      }
    } finally {
      if (marked !== Number.NEGATIVE_INFINITY) rmSync(marker, { force: true });
    }
  }

  private attempt(): { readonly over: () => void } | { readonly holder: number | undefined; readonly died?: boolean } {
    const { folder, identity } = this.parts;
    const highest = Math.max(0, ...this.numbers());
    const state: State = highest === 0 ? { free: true } : this.stateOf(highest);
    if (!state.free) return { holder: state.holder, died: state.died };

    const number = highest + 1;
    const path = join(folder, String(number));
    const own = join(folder, ownName("turn"));
    writeFileSync(own, `${JSON.stringify(identity)}\n`, { mode: 0o600 });
    if (!this.publishedAs(own, path)) return { holder: undefined };
    if (Math.max(...this.numbers()) !== number) {
      rmSync(path, { force: true });
      return { holder: undefined };
    }
    this.removeOld(number);
    if (state.died === true) this.parts.died();
    return { over: this.held(path) };
  }

  private publishedAs(own: string, path: string): boolean {
    try {
      return publish(own, path);
    } catch (error) {
      if (errorCode(error) === "ENOENT") throw error;
      // A file system without hard links. Written in two steps, which a reader takes for a turn that is just taken.
      try {
        writeFileSync(path, `${JSON.stringify(this.parts.identity)}\n`, { flag: "wx", mode: 0o600 });
        return true;
      } catch (second) {
        if (errorCode(second) === "EEXIST") return false;
        throw second;
      }
    }
  }

  private held(path: string): () => void {
    const { clock } = this.parts;
    let cancel = clock.after(signOfLife, function sign() {
      try {
        const now = clock.wallTime() / 1000;
        utimesSync(path, now, now);
      } catch {
        return;
      }
      cancel = clock.after(signOfLife, sign);
    });
    let over = false;
    return () => {
      if (over) return;
      over = true;
      cancel();
      this.lastOverAt = clock.now();
      try {
        appendFileSync(path, overMark, { flag: "a" });
      } catch {
        // Then the turn ends with the process.
        return;
      }
    };
  }

  /** Whether the turn with this number is over. */
  private stateOf(number: number): State {
    const path = join(this.parts.folder, String(number));
    let text: string;
    let stamp: number;
    try {
      stamp = statSync(path).mtimeMs;
      text = readFileSync(path, "utf8");
    } catch (error) {
      // Taken away since: look again.
      if (errorCode(error) === "ENOENT") return { free: false };
      throw error;
    }
    if (text.endsWith(overMark)) return { free: true };
    const holder = holderFrom(text);
    const alive = holder === undefined ? undefined : (this.parts.alive ?? isAlive)(holder);
    if (alive === true) return { free: false, holder: holder?.pid };
    const { clock, quietMilliseconds } = this.parts;
    const now = clock.now();
    if (this.seen?.number !== number || this.seen.stamp !== stamp) this.seen = { number, stamp, at: now };
    const silent = now - this.seen.at;
    if (alive === undefined) {
      return { free: silent >= Math.max(silence, quietMilliseconds), holder: holder?.pid, died: true };
    }
    // Long dead by the wall clock, or by what was seen of it here.
    const free = clock.wallTime() - stamp >= quietMilliseconds + signOfLife || silent >= quietMilliseconds;
    return { free, holder: holder?.pid, died: true };
  }

  private numbers(): number[] {
    return readdirSync(this.parts.folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  }

  private othersWait(): boolean {
    const { folder, clock } = this.parts;
    return readdirSync(folder)
      .filter((name) => name.startsWith("waiting-"))
      .some((name) => {
        try {
          return Math.abs(clock.wallTime() - statSync(join(folder, name)).mtimeMs) < 3_000;
        } catch {
          return false;
        }
      });
  }

  private removeOld(highest: number): void {
    if (highest % keptTurns !== 0) return;
    for (const name of readdirSync(this.parts.folder)) {
      const old = /^\d+$/.test(name) ? Number(name) <= highest - keptTurns : this.abandoned(name);
      if (old) rmSync(join(this.parts.folder, name), { force: true });
    }
  }

  private abandoned(name: string): boolean {
    try {
      const age = this.parts.clock.wallTime() - statSync(join(this.parts.folder, name)).mtimeMs;
      return Math.abs(age) > 24 * 3_600_000;
    } catch {
      return false;
    }
  }
}

function holderFrom(text: string): ProcessIdentity | undefined {
  try {
    const parsed = holderShape.safeParse(JSON.parse(text.split("\n")[0] ?? ""));
    return parsed.success ? { ...parsed.data, start: parsed.data.start } : undefined;
  } catch {
    return undefined;
  }
}
