import { type Clock, systemClock } from "../../provider/src/api/clock";

/** The machine's clock, which tests can advance. Runs with the same clock share what the runs of a machine share. */
export class PassingClock implements Clock {
  private passed = 0;

  now(): number {
    return systemClock.now() + this.passed;
  }

  wallTime(): number {
    return systemClock.wallTime() + this.passed;
  }

  after(milliseconds: number, action: () => void): () => void {
    return systemClock.after(milliseconds, action);
  }

  pass(milliseconds: number): void {
    this.passed += milliseconds;
  }
}
