import { Refusal } from "../lifecycle/refusal";

/** What every error that leaves this process says, and nothing else: no `id`, no stack, no fields of a library. */
export class QuietError extends Error {
  override readonly name = "Error";
  constructor(message: string) {
    super(message);
    this.stack = "";
  }
  // The host prints `${error}: ${stack}` beside the engine's own report; the mark lets quietConsole drop that.
  override toString(): string {
    return quietMark + this.message;
  }
}

const quietMark = "\u0000outreach\u0000";
let installed = false;

/** Drops the host's second, stack-carrying print of an error that the engine reports anyway. */
export function quietConsole(): void {
  if (installed) return;
  installed = true;
  const print = console.error;
  console.error = (...words: unknown[]) => {
    if (typeof words[0] === "string" && words[0].startsWith(quietMark)) return;
    print(...words);
  };
}

/** One message for whatever went wrong. An error that is not ours is a defect of this package and says so. */
export function quietly(error: unknown): QuietError {
  if (error instanceof Refusal) return new QuietError(error.message);
  if (error instanceof Error && error.name === "ServiceError") return new QuietError(error.message);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new QuietError(`${text}\nThis is a defect of pulumi-outreach; please report it. Nothing was recorded.`);
}
