/**
 * Does something once and gives everybody the same result; a failure is given to those who wait for it and then
 * forgotten, so that the next asks anew.
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
