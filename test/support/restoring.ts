import { afterAll, vi } from "vitest";

// The next file runs in the same process, so the clock and the environment are restored.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
