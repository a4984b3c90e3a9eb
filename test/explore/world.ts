import { createHash } from "node:crypto";

/** The data that a step touches. Steps of two processes can be swapped if neither writes what the other one touches. */
export interface Footprint {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** One way in which a due step can happen. */
export interface Way {
  /** `the response is lost`, `the process dies after it`, … */
  readonly name: string;
  /** False if nothing goes wrong. */
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
  /** What the label does not show about the step. */
  readonly detail: string;
  /** Called at each choice: the possible ways depend on the other due steps. */
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

/** What a run of the explorer has instead of a machine: time, the due steps, and the log. */
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
  /** A digest of all responses to each process, which determine its state. */
  private readonly histories = new Map<string, string>();

  /** Offers a step, until it has happened or its process has died. */
  offer(actor: string, label: string, waysOf: () => readonly Way[], detail = ""): void {
    if (this.dead.has(actor)) return;
    const key = `${actor} ${this.number(actor)} ${label}`;
    this.due.set(key, { actor, label, key, detail, ways: waysOf });
  }

  /** The due steps; those of one process in the order in which they were offered. */
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

  /** Notes a response to a process. */
  learn(actor: string, what: string): void {
    const before = this.histories.get(actor) ?? "";
    this.histories.set(actor, digestOf(`${before}\n${this.time}\n${what}`));
  }

  /** Withdraws the matching steps, because their time is over. */
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

  /** All processes pause, as if the machine slept; timers that end meanwhile fire afterwards. */
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

  /** Counts the steps of this actor separately, so that its keys do not depend on other actors. */
  number(actor: string): number {
    const count = (this.counts.get(actor) ?? 0) + 1;
    this.counts.set(actor, count);
    return count;
  }

  /** What determines the future of these processes, beside the data that all share. */
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
