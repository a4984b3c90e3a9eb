import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { safeText } from "../../api/redact";
import { cutTo } from "./text";

/** Shows the progress of a long operation. */
export interface Progress {
  /** What has been done so far, for example `12 of 50 members`. */
  update(text: string): void;
  /** Removes it from the terminal. */
  end(): void;
}

/** Milliseconds after which progress is shown. */
const patience = 2_000;
/** Milliseconds between lines if the output cannot be redrawn. */
const betweenLines = 30_000;

/** Shows nothing, for `--json`. */
export const noProgress: Progress = { update: () => {}, end: () => {} };

/** Prints a line at long intervals, for logs. */
export function lineProgress(text: string, write: (line: string) => void): Progress {
  let current = text;
  const timer = setInterval(() => write(current), betweenLines);
  timer.unref();
  return {
    update: (next) => {
      current = safeText(next);
    },
    end: () => clearInterval(timer),
  };
}

/**
 * Shows a spinner with a text after two seconds.
 *
 * @param wait milliseconds until it is shown; tests shorten it
 */
export function spinnerProgress(
  text: string,
  stream: Writable & { readonly columns?: number },
  wait = patience,
): Progress {
  const stop = new AbortController();
  let current = text;
  let show = (_text: string) => {};
  let hide = () => {};
  const begin = async () => {
    await sleep(wait, undefined, { signal: stop.signal, ref: false });
    const { default: createSpinner } = await import("yocto-spinner");
    if (stop.signal.aborted) return;
    // A line wider than the terminal would not be erased completely when the spinner is redrawn.
    const fitting = (words: string) => cutTo(words, Math.max(10, (stream.columns ?? 80) - 3));
    // Ctrl-C is handled by the command, which ends this first.
    const spinner = createSpinner({ text: fitting(current), stream, handleSignals: false }).start();
    show = (words) => {
      spinner.text = fitting(words);
    };
    hide = () => spinner.stop();
  };
  begin().catch(() => {});
  return {
    update: (next) => {
      current = safeText(next);
      show(current);
    },
    end: () => {
      stop.abort();
      show = () => {};
      hide();
    },
  };
}
