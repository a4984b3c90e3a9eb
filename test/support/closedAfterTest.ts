import { onTestFinished } from "vitest";

/** Closes what a test has opened, once the test has ended. */
export function closedAfterTest<Opened extends { close(): unknown }>(opened: Opened): Opened {
  onTestFinished(async () => {
    await opened.close();
  });
  return opened;
}
