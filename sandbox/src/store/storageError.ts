import { isRecord } from "../record.js";
import { ServiceError } from "../serviceError.js";

/** A change that could not be written. It has had no effect. */
export class StorageError extends ServiceError {}

const causes: [RegExp, string, string][] = [
  [/FULL/, "the disk is full", "Free some space"],
  [/READONLY|PERM|AUTH/, "it is read-only", "Make it writable"],
  [/IOERR|CANTOPEN|CORRUPT|NOTADB/, "the file cannot be written or is damaged", "Look after its disk"],
];

/** A database error as a readable message with status 507; any other error unchanged. */
export function inWords(error: unknown, path: string): unknown {
  const code = isRecord(error) && typeof error.code === "string" ? error.code : "";
  const known = code.startsWith("SQLITE_") ? causes.find(([pattern]) => pattern.test(code)) : undefined;
  if (!known) return error;
  const [, cause, remedy] = known;
  return new StorageError(
    507,
    `The sandbox cannot write to its store ${path}: ${cause}. Nothing was changed. ${remedy}, and try again`,
  );
}
