import { PartialFailure, Refusal } from "./refusal";
import type { Run } from "./run";

/** A run that keeps its warnings: most are about an effect, which a refusal prevents. */
export interface Held {
  readonly run: Run;
  print(): void;
}

export function holdWarnings(run: Run): Held {
  const held: Parameters<Run["warn"]>[] = [];
  return {
    run: {
      settings: () => run.settings(),
      account: () => run.account(),
      warn: (...warning) => void held.push(warning),
      now: () => run.now(),
      random: () => run.random(),
      sleep: (milliseconds) => run.sleep(milliseconds),
      memory: run.memory,
    },
    print() {
      for (const warning of held.splice(0)) run.warn(...warning);
    },
  };
}

/** Prints the warnings of the work unless it refuses. After any other error, something may have been sent. */
export async function unlessRefused<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
  const held = holdWarnings(run);
  try {
    const result = await work(held.run);
    held.print();
    return result;
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof PartialFailure) held.print();
    throw error;
  }
}
