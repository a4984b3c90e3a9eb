import { afterAll, vi } from "vitest";

// The next file runs in the same process: it finds the clock and the environment as they were.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
