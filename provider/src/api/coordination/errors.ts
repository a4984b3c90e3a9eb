import { type Category, ServiceError } from "../errors";
import { signOf } from "./digest";
import type { Creation } from "./store";

/** The code of an error of Node.js or of a database, such as `ESRCH`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The error of a run that stops before it sends anything. */
export function notSent(problem: string, advice: string, category: Category): ServiceError {
  const details = category === "settings" ? { category, setting: "coordination" as const } : { category };
  return new ServiceError([`nothing was sent: ${problem}`, advice], details);
}

/** The advice for a run that another process has kept waiting for too long. */
export const letItFinish = "let it finish, or end it if it hangs, and run the same command again";

/** The warning after a create whose outcome could not be recorded. */
export function notRecorded(creation: Creation, error: unknown): string {
  const cause = error instanceof ServiceError ? error.lines[0] : error instanceof Error ? error.message : String(error);
  return `${creation.kind} ${creation.id} was created, and this could not be recorded for other runs (${cause}). Run \`pulumi refresh\` once the coordination works, which records it. If another create is refused because of one that was cut off, with the code twin:none:${signOf(creation)}, it is this one.`;
}
