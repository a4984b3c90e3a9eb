import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Clock } from "./clock";
import { errorCode, ownName } from "./sharedFolder";
import { type Full, type Limit, restMilliseconds, type Slot, type Slots } from "./slots";

/**
 * The places of a limit in a folder that several processes share.
 *
 * Every reservation is a ticket: a file whose name is the next whole number, created so that only one process can
 * have it. Who wants to reserve reads every ticket that there is, counts those that still take a place, and claims
 * the number after the highest. Had another process reserved in between, that number is taken, the claim fails, and
 * the count is made again. So each ticket was claimed by somebody who had counted all tickets before it: that is the
 * whole proof that there are never more than N.
 *
 * A ticket says when it was reserved, and gets a second line when its request is over. It takes a place until one
 * window after that; without a second line (its process died, at whatever moment) until the request must have timed
 * out, and one window more. Nothing has to be cleaned up after a dead process, and nobody holds a lock.
 *
 * Numbers must only grow. Old tickets are taken away from the lowest up, never past one that takes a place and never
 * the highest; and a claim that took so long that its number may have come and gone in the meantime is not used.
 */

/**
 * A reservation must be used within this, or its place may be counted as free while the request is on its way. Longer
 * than the engine is asked whether it lives.
 */
const useWithin = 10_000;
/** Allowed on top of an unfinished request's own time, for a process that is slow to notice. */
const lateness = useWithin + 1_000;
/** How often tickets of requests that are under way in other processes are looked at. */
const lookAgain = 1_000;
/** A damaged file must not block for longer. */
const longestRequest = 3_600_000;
const longestBlock = 25 * 3_600_000;

interface Ticket {
  /** By the clock that only grows; for an unfinished request the latest possible moment. */
  freeAt: number;
  finished: boolean;
  /** Of this process, which knows more about it than the file says. */
  readonly own: boolean;
}

export interface SharedSlotsParts {
  /** Exists, and may be written. */
  readonly folder: string;
  readonly limit: Limit;
  readonly requestTimeoutMilliseconds: number;
  readonly clock: Clock;
  /** Within one, readings of the growing clock compare (machine.ts). */
  readonly boot: string;
}

export class SharedSlots implements Slots {
  private readonly rest: number;
  private readonly tickets = new Map<number, Ticket>();
  private lowest = 1;
  private highest = 0;
  /** When it was last certain that there is no ticket above `highest`. */
  private certainAt: { readonly now: number; readonly wallTime: number } | undefined;
  private readonly folder: string;

  /** Throws where the folder cannot be written; so do the others. */
  constructor(private readonly parts: SharedSlotsParts) {
    this.rest = restMilliseconds(parts.limit);
    // Windows of another length (tests shorten them) have their own tickets: the rules above depend on it.
    this.folder = join(parts.folder, `tickets-${parts.limit.windowMilliseconds}`);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const probe = join(this.folder, ownName("probe"));
    writeFileSync(probe, "", { mode: 0o600 });
    rmSync(probe, { force: true });
  }

  take(): Slot | Full {
    for (;;) {
      if (!this.stillCertain()) this.catchUp();
      if (this.taken() >= this.parts.limit.requests) {
        this.lookAtUnfinished();
        if (this.taken() >= this.parts.limit.requests) return this.nextFree();
      }
      const slot = this.claim(this.highest + 1);
      if (slot !== undefined) return slot;
      this.catchUp();
    }
  }

  block(until: number): void {
    const { clock, boot } = this.parts;
    const path = join(this.folder, "blocked");
    // Two processes may write at once: the later moment must stay.
    for (let attempt = 0; attempt < 5 && this.blockedUntil() < until; attempt++) {
      const milliseconds = Math.max(0, until - clock.now());
      const own = join(this.folder, ownName("blocked"));
      writeFileSync(own, `b ${boot} ${until} ${clock.wallTime() + milliseconds} ${milliseconds}\n`, { mode: 0o600 });
      renameSync(own, path);
    }
  }

  blockedUntil(): number {
    const text = readIfThere(join(this.folder, "blocked"));
    const fields = /^b (\S+) ([\d.]+) ([\d.]+) ([\d.]+)\n/.exec(text ?? "");
    if (fields === null) return Number.NEGATIVE_INFINITY;
    const [, boot, until, wallUntil, milliseconds] = fields;
    const { clock } = this.parts;
    const left = boot === this.parts.boot ? Number(until) - clock.now() : Number(wallUntil) - clock.wallTime();
    // Never longer than it was meant, whatever the clocks did.
    return clock.now() + Math.min(left, Number(milliseconds), longestBlock);
  }

  private pathOf(number: number): string {
    return join(this.folder, String(number));
  }

  private sureFor(): number {
    return this.parts.limit.windowMilliseconds / 2;
  }

  /** False where so much time has passed that tickets may have come and gone unseen. */
  private stillCertain(): boolean {
    if (this.certainAt === undefined) return false;
    const { clock } = this.parts;
    const passed = clock.now() - this.certainAt.now;
    const passedByWall = Math.abs(clock.wallTime() - this.certainAt.wallTime);
    return passed < this.sureFor() && passedByWall < this.sureFor();
  }

  /** Reads every ticket that is not known yet. */
  private catchUp(): void {
    const { clock } = this.parts;
    for (;;) {
      const startedAt = { now: clock.now(), wallTime: clock.wallTime() };
      if (!this.stillCertain()) this.readAll();
      while (this.readTicket(this.highest + 1)) this.highest += 1;
      this.certainAt = startedAt;
      if (this.stillCertain()) return;
      // It took so long (a stopped process, a machine asleep) that what was read may be old.
    }
  }

  private readAll(): void {
    const numbers = ticketNumbers(this.folder);
    const highest = Math.max(0, ...numbers);
    const before = new Map(this.tickets);
    this.tickets.clear();
    this.highest = highest;
    // A directory may be read while it changes and leave out what is new: the numbers tell what is missing.
    let lowest = highest;
    while (lowest >= 1 && this.readTicket(lowest, before.get(lowest))) lowest -= 1;
    this.lowest = lowest + 1;
    // Claims that came too late left these; they were never used.
    for (const number of numbers) if (number < this.lowest) rmSync(this.pathOf(number), { force: true });
  }

  private readTicket(number: number, before?: Ticket): boolean {
    const text = readIfThere(this.pathOf(number));
    if (text === undefined) return false;
    this.tickets.set(number, before?.own ? before : this.ticketFrom(text, before));
    return true;
  }

  private ticketFrom(text: string, before: Ticket | undefined): Ticket {
    const { clock, boot, requestTimeoutMilliseconds } = this.parts;
    const now = clock.now();
    const [reserved, finished] = text.split("\n").slice(0, -1);
    const fields = /^r (\S+) ([\d.]+) ([\d.]+) ([\d.]+)$/.exec(reserved ?? "");
    const atMost = (
      longest: number,
      at: string | undefined,
      wallAt: string | undefined,
      ofBoot: string | undefined,
    ) => {
      const age = now - Number(at);
      // From another machine, or from before a restart: only the wall clock compares, and it may have jumped.
      const passed = ofBoot === boot && age >= 0 ? age : clock.wallTime() - Number(wallAt);
      const freeAt = now + longest - Math.min(longest, Math.max(0, passed));
      // Looking again never makes it longer.
      return before === undefined ? freeAt : Math.min(freeAt, before.freeAt);
    };
    if (fields === null) {
      // Just being written, or its process died in that moment.
      const freeAt = before?.freeAt ?? now + requestTimeoutMilliseconds + lateness + this.rest;
      return { freeAt, finished: false, own: false };
    }
    const [, ofBoot, at, wallAt, timeout] = fields;
    if (finished === "u") return { freeAt: before?.finished ? before.freeAt : now, finished: true, own: false };
    const end = /^e ([\d.]+) ([\d.]+)$/.exec(finished ?? "");
    if (end !== null) return { freeAt: atMost(this.rest, end[1], end[2], ofBoot), finished: true, own: false };
    const longest = Math.min(Number(timeout), longestRequest) + lateness + this.rest;
    return { freeAt: atMost(longest, at, wallAt, ofBoot), finished: false, own: false };
  }

  private taken(): number {
    // Most runs are short, and need not count.
    if (this.tickets.size < this.parts.limit.requests) return this.tickets.size;
    const now = this.parts.clock.now();
    let count = 0;
    for (const ticket of this.tickets.values()) if (ticket.freeAt > now) count += 1;
    return count;
  }

  private lookAtUnfinished(): void {
    const now = this.parts.clock.now();
    for (const [number, ticket] of this.tickets) {
      if (!ticket.finished && !ticket.own && ticket.freeAt > now) this.readTicket(number, ticket);
    }
  }

  private nextFree(): Full {
    const now = this.parts.clock.now();
    let expectedAt = now + this.rest;
    let retryAt = expectedAt;
    for (const { freeAt, finished, own } of this.tickets.values()) {
      if (freeAt <= now) continue;
      // One that ends now is free a window later; one of another process may turn out not to be sent.
      expectedAt = Math.min(expectedAt, freeAt);
      retryAt = Math.min(retryAt, finished || own ? freeAt : Math.min(freeAt, now + lookAgain));
    }
    return { retryAt, expectedAt };
  }

  private claim(number: number): Slot | undefined {
    const { clock, boot, requestTimeoutMilliseconds } = this.parts;
    const startedAt = { now: clock.now(), wallTime: clock.wallTime() };
    let file: number;
    try {
      file = openSync(this.pathOf(number), "wx", 0o600);
    } catch (error) {
      if (errorCode(error) === "EEXIST") return undefined;
      if (errorCode(error) !== "ENOENT") throw error;
      // Somebody has emptied the cache.
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      this.certainAt = undefined;
      return undefined;
    }
    const ticket: Ticket = { freeAt: Number.POSITIVE_INFINITY, finished: false, own: true };
    const finish = (text: string, freeAt: number) => {
      if (ticket.finished) return;
      ticket.finished = true;
      ticket.freeAt = freeAt;
      try {
        writeSync(file, text);
        closeSync(file);
      } catch {
        // The ticket keeps its place for longer than needed: no reason to fail what was done.
      }
    };
    const reservedAt = clock.now();
    try {
      writeSync(file, `r ${boot} ${reservedAt} ${clock.wallTime()} ${requestTimeoutMilliseconds}\n`);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    if (!this.stillCertain()) {
      finish("u\n", clock.now());
      this.certainAt = undefined;
      return undefined;
    }
    // That this number was free says that there was none above it either.
    this.certainAt = startedAt;
    this.tickets.set(number, ticket);
    this.highest = number;
    this.removeOld();
    return {
      goodUntil: reservedAt + useWithin,
      ended: () => {
        const now = clock.now();
        finish(`e ${now} ${clock.wallTime()}\n`, now + this.rest);
      },
      // It takes no place any more, and stays for a window all the same: numbers must only grow.
      unused: () => finish("u\n", clock.now()),
    };
  }

  /** From the lowest up, never past one that takes a place; a window later than needed, for those who read slowly. */
  private removeOld(): void {
    const limit = this.parts.clock.now() - this.parts.limit.windowMilliseconds;
    for (let count = 0; count < 20 && this.lowest < this.highest; count++) {
      const ticket = this.tickets.get(this.lowest);
      if (ticket !== undefined && ticket.freeAt > limit) return;
      rmSync(this.pathOf(this.lowest), { force: true });
      this.tickets.delete(this.lowest);
      this.lowest += 1;
    }
  }
}

function ticketNumbers(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readIfThere(path: string): string | undefined {
  // Mostly it is not, and an exception costs several times as much as this question.
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
