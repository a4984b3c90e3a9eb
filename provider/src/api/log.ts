import { counted } from "../text/words";
/** Shows messages to the user. They must contain no key and no personal data. */
export interface Logger {
  /** One line for each request; shown only with `OUTREACH_LOG=debug`. */
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  /** The effect of Ctrl-C during a wait, for messages. Default: the effect on an engine run. */
  readonly onInterrupt?: string;
}

/** The same logger, without what `redact` hides. */
export function redacted(logger: Logger, redact: (text: string) => string): Logger {
  return {
    debug: (text) => logger.debug(redact(text)),
    info: (text) => logger.info(redact(text)),
    warn: (text) => logger.warn(redact(text)),
    onInterrupt: logger.onInterrupt,
  };
}

/** The effect of Ctrl-C on an engine run that waits: the engine notifies a provider only of the second one. */
const onInterrupt =
  "After one Ctrl-C, operations that have begun go on; a second one ends the run, and nothing that waits is sent";

/** Reports a wait, and what Ctrl-C does then. */
export function sayWait(logger: Logger, sentence: string): void {
  logger.info(`${sentence}. ${logger.onInterrupt ?? onInterrupt}`);
}

/** Statistics of one account in this run. */
export interface Counts {
  readonly requests: number;
  readonly waits: number;
  readonly waitedMilliseconds: number;
  readonly retries: number;
  /** Reads served from a listing instead of by a request. */
  readonly cacheHits: number;
}

/** The statistics of an open account. */
export class Counters implements Counts {
  requests = 0;
  waits = 0;
  waitedMilliseconds = 0;
  retries = 0;
  cacheHits = 0;
}

/** One line for the end of the run. Undefined if nothing was sent. */
export function summaryLine(counts: Counts): string | undefined {
  if (counts.requests === 0) return undefined;
  const parts = [counted(counts.requests, "request")];
  if (counts.cacheHits > 0) parts.push(`${counted(counts.cacheHits, "read")} answered from listings`);
  if (counts.retries > 0) parts.push(counted(counts.retries, "retry", "retries"));
  if (counts.waits > 0) {
    const seconds = (counts.waitedMilliseconds / 1000).toFixed(1);
    parts.push(`${counted(counts.waits, "wait")} for the limit, ${seconds} s in all`);
  }
  return `outreach: ${parts.join(", ")}`;
}
