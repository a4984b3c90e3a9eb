import { type Category, ServiceError } from "../errors";

/** The code of an error of Node.js or of a database, such as `ESRCH`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The error of a run that stops before it sends anything. */
export function notSent(problem: string, advice: string, category: Category): ServiceError {
  return new ServiceError([`nothing was sent: ${problem}`, advice], { category });
}

/** The advice for a run that another process has kept waiting for too long. */
export const letItFinish = "let it finish, or end it if it hangs, and run the same command again";
