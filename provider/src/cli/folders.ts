import { lstatSync, realpathSync, type Stats } from "node:fs";
import { safeText } from "../api/redact";
import { UsageError } from "./command";
import { causeOf } from "./files";

/** The folder that a link leads to; the same path if nothing is there. Throws a UsageError if it is no folder. */
export function realFolder(folder: string): string {
  const stat = statOf(folder);
  if (stat === undefined) return folder;
  try {
    const real = realpathSync(folder);
    if (lstatSync(real).isDirectory()) return real;
  } catch {
    // A link that leads nowhere.
  }
  throw new UsageError(`${safeText(folder, 200)} is not a folder`);
}

/** What is at a path, links as such; undefined if nothing is there. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file where a folder is expected.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw new UsageError(`could not read ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}
