import { expect } from "vitest";
import { Turns, type TurnsParts } from "../../../provider/src/api/coordination/turns";
import { gate, type Stage } from "./stages";

/** Milliseconds for which a turn lasts without a heartbeat. */
export const lasts = 8_000;

/** Work in a turn that lasts until the test ends it. */
export interface HeldTurn {
  /** True once it has its turn. */
  begun(): boolean;
  /** Ends the work and waits for the turn to be over. */
  end(): Promise<void>;
}

/** Processes that take turns through one store. */
export class TurnsStage {
  /** The processes' reports. */
  readonly said: string[] = [];
  /** Stopped processes, which send no heartbeats. */
  readonly stopped = new Set<string>();
  private readonly made: Turns[] = [];
  private readonly ends: (() => void)[] = [];
  /** Statements in progress: time waits for them, or a real database would seem to respond much too late. */
  private underWay = 0;

  constructor(readonly stage: Stage) {}

  /** The turns of one process. */
  turns(name: string, changes: Partial<TurnsParts> = {}): Turns {
    const store = this.stage.process(name);
    const turns = new Turns({
      clock: this.stage.clock,
      random: () => 0.5,
      lasts,
      budgetMilliseconds: 600_000,
      longestLook: 100,
      store: (work) => this.asked(this.stopped.has(name) ? Promise.reject(new Error("stopped")) : work(store)),
      assertGoingOn: () => undefined,
      say: (text) => this.said.push(text),
      ...changes,
    });
    this.made.push(turns);
    return turns;
  }

  /** Advances time in small steps, so that waiting work continues, in the database as well. */
  async pass(milliseconds: number): Promise<void> {
    const { clock } = this.stage;
    const until = clock.now() + milliseconds;
    for (; clock.now() < until; await this.stage.pass(Math.min(50, until - clock.now()))) await this.answered();
    await this.answered();
  }

  /** What comes of a create that asks for its turn: "done", or the error. */
  outcome(turns: Turns): Promise<unknown> {
    return turns.inTurn("turn", "lists", async () => "done").catch((error: unknown) => error);
  }

  /** Takes a turn and keeps it. */
  held(turns: Turns): HeldTurn {
    const { open, opened } = gate();
    this.ends.push(open);
    let begun = false;
    const result = turns.inTurn("turn", "lists", async () => {
      begun = true;
      await opened;
    });
    return {
      begun: () => begun,
      async end() {
        open();
        await result;
      },
    };
  }

  /** Takes a turn for another process, and expects that the process gets it only after `milliseconds`. */
  async expectNext(turns: Turns, milliseconds: number): Promise<void> {
    const next = this.held(turns);
    await this.pass(milliseconds);
    expect(next.begun()).toBe(false);
    await this.expectBegun(next);
  }

  /** Expects that the turn begins now, and ends it. */
  async expectBegun(turn: HeldTurn): Promise<void> {
    await this.pass(500);
    expect(turn.begun()).toBe(true);
    await turn.end();
  }

  /** Ends all turns, including those that a failed test has left open. */
  async close(): Promise<void> {
    for (const end of this.ends) end();
    await Promise.all(this.made.map((turns) => turns.passAllOn()));
    await this.pass(0);
    await this.stage.close();
  }

  private async answered(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.underWay > 0);
  }

  private asked<T>(answer: Promise<T>): Promise<T> {
    this.underWay += 1;
    return answer.finally(() => {
      this.underWay -= 1;
    });
  }
}
