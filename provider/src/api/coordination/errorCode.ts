/** The code of an error of Node.js or of a database, such as `ESRCH`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
