import { createHash } from "node:crypto";

/** What a step touches. Two steps of different processes can change places if neither writes what the other one touches. */
export interface Footprint {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** One way in which something that is due can happen. */
export interface Way {
  /** `answered`, `answer lost`, `process dies after it`, … */
  readonly name: string;
  /** False for what happens if nothing goes wrong. */
  readonly isFault: boolean;
  readonly footprint: Footprint;
  happen(): void;
}

/** A step that can be taken now. */
export interface Due {
  /** The process, or `network`. */
  readonly actor: string;
  /** `POST /v1/campaign`, `record Campaign`. */
  readonly label: string;
  /** The same in each replay of the same choices. */
  readonly key: string;
  /** What the step does, as far as the label does not tell it. */
  readonly detail: string;
  /** Asked when a choice is made: what is possible depends on what else is due. */
  ways(): readonly Way[];
}

interface Timer {
  readonly actor: string;
  readonly at: number;
  readonly order: number;
  /** Counts the timers of this actor. */
  readonly number: number;
  readonly action: () => void;
}

/** Everything that a run of the explorer has instead of a machine: time, what is due, and the log. */
export class World {
  /** Milliseconds since 1970, and since the start of every machine. */
  time = Date.UTC(2026, 0, 5, 9);
  readonly log: string[] = [];
  /** The process whose code runs. */
  acting = "";
  private readonly due = new Map<string, Due>();
  private timers: Timer[] = [];
  private order = 0;
  private readonly counts = new Map<string, number>();
  private readonly dead = new Set<string>();
  /** A digest of all that each process has been answered: its own state follows from that. */
  private readonly histories = new Map<string, string>();

  /** Offers a step, until it has happened or its process has died. */
  offer(actor: string, label: string, waysOf: () => readonly Way[], detail = ""): void {
    if (this.dead.has(actor)) return;
    const key = `${actor} ${this.number(actor)} ${label}`;
    this.due.set(key, { actor, label, key, detail, ways: waysOf });
  }

  /** What is due, that of one process in the order in which it came up. */
  get steps(): readonly Due[] {
    return [...this.due.values()];
  }

  take(step: Due, way: Way): void {
    this.due.delete(step.key);
    this.log.push(`${step.actor}: ${step.label}${way.name === "" ? "" : `: ${way.name}`}`);
    this.acting = step.actor;
    this.learn(step.actor, `${step.label}: ${way.name}`);
    way.happen();
  }

  /** Notes what a process has been answered. */
  learn(actor: string, what: string): void {
    const before = this.histories.get(actor) ?? "";
    this.histories.set(actor, digestOf(`${before}\n${this.time}\n${what}`));
  }

  /** Withdraws what is due under this label, because its time is over. */
  withdraw(isIt: (step: Due) => boolean): void {
    for (const step of this.steps.filter(isIt)) this.due.delete(step.key);
  }

  after(actor: string, milliseconds: number, action: () => void): () => void {
    if (this.dead.has(actor)) return () => undefined;
    this.order += 1;
    const at = this.time + Math.max(0, milliseconds);
    const timer = { actor, at, order: this.order, number: this.number(`timers of ${actor}`), action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  get hasTimers(): boolean {
    return this.timers.length > 0;
  }

  /** Nothing is due: time passes until the next timer. */
  pass(): void {
    const [next] = this.inOrder();
    if (next === undefined) return;
    this.timers = this.timers.filter((timer) => timer !== next);
    this.time = Math.max(this.time, next.at);
    this.acting = next.actor;
    this.learn(next.actor, `timer ${next.number}`);
    next.action();
  }

  /** All processes stand still, as if the machine slept; timers that end meanwhile fire afterwards. */
  sleep(milliseconds: number): void {
    this.time += milliseconds;
  }

  kill(actor: string): void {
    this.dead.add(actor);
    this.timers = this.timers.filter((timer) => timer.actor !== actor);
    this.withdraw((step) => step.actor === actor);
  }

  isDead(actor: string): boolean {
    return this.dead.has(actor);
  }

  /** A number that counts what this actor has done, so that the keys of one actor do not depend on the others. */
  number(actor: string): number {
    const count = (this.counts.get(actor) ?? 0) + 1;
    this.counts.set(actor, count);
    return count;
  }

  /** What the future of these processes follows from, beside what all share. */
  futureOf(actors: readonly string[]): unknown {
    return [
      this.time,
      actors.map((actor) => this.histories.get(actor) ?? ""),
      [...this.due.values()].map(({ key, detail }) => [key, detail]).sort(),
      this.inOrder().map(({ actor, at, number }) => [actor, at, number]),
    ];
  }

  private inOrder(): Timer[] {
    return this.timers.toSorted((left, right) => left.at - right.at || left.order - right.order);
  }
}

export function digestOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
