/**
 * Calls `work` once and returns the same result to every caller. A failure rejects the callers waiting for it and is
 * not cached, so the next caller tries again.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    if (result === undefined) {
      const started = work();
      result = started;
      started.catch(() => {
        if (result === started) result = undefined;
      });
    }
    return result;
  };
}
