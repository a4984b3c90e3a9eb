import { Refusal } from "../lifecycle/refusal";

/** Every error that leaves this process has this form: a message without `id`, stack or library-specific fields. */
export class QuietError extends Error {
  override readonly name = "Error";
  constructor(message: string) {
    super(message);
    this.stack = "";
  }
  // The host prints `${error}: ${stack}` in addition to the engine's report. `quietConsole` drops lines with this mark.
  override toString(): string {
    return quietMark + this.message;
  }
}

const quietMark = "\u0000outreach\u0000";
let installed = false;

/** Drops the host's own output of an error and its stack, because the engine reports the error anyway. */
export function quietConsole(): void {
  if (installed) return;
  installed = true;
  const print = console.error;
  console.error = (...words: unknown[]) => {
    if (typeof words[0] === "string" && words[0].startsWith(quietMark)) return;
    print(...words);
  };
}

/** Converts an error to the one to print. Errors that this package did not throw itself are reported as its defects. */
export function quietErrorOf(error: unknown, hide: (text: string) => string): QuietError {
  if (error instanceof Refusal) return new QuietError(hide(error.message));
  if (error instanceof Error && error.name === "ServiceError") return new QuietError(hide(error.message));
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new QuietError(`${hide(text)}\nThis is a defect of pulumi-outreach; please report it. Nothing was recorded.`);
}
