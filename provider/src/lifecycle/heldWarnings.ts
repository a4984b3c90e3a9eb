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
