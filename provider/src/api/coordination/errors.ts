import { type Category, ServiceError } from "../errors";
import { signOf } from "./digest";
import type { Creation } from "./store";

/** The code of an error of Node.js or of a database, such as `ESRCH`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The error for a request that was not sent. */
export function notSentError(problem: string, advice: string, category: Category): ServiceError {
  const details = category === "settings" ? { category, setting: "coordination" as const } : { category };
  return new ServiceError([`nothing was sent: ${problem}`, advice], details);
}

/** Advice for when another process has kept this run waiting too long. */
export const letItFinishAdvice = "let it finish, or end it if it hangs, and run the same command again";

/** The warning for a create whose outcome could not be recorded. */
export function notRecordedWarning(creation: Creation, error: unknown): string {
  const cause = error instanceof ServiceError ? error.lines[0] : error instanceof Error ? error.message : String(error);
  return `${creation.kind} ${creation.id} was created, and this could not be recorded for other runs (${cause}). Run \`pulumi refresh\` once the coordination works, which records it. If another create is refused because of one that was cut off, with the code twin:none:${signOf(creation)}, it is this one.`;
}
