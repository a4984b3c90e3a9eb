import { type Clock, systemClock } from "../../provider/src/api/clock";

/** The machine's clock, by which time also passes when told to. Runs that are handed the same one share what runs share. */
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
