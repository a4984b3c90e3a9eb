import { randomUUID } from "node:crypto";
import { constants, lstatSync, realpathSync, type Stats } from "node:fs";
import { access, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { safeText } from "../api/redact";
import { Refusal } from "../lifecycle/refusal";
import { UsageError } from "./command";

/** Writes a whole file or nothing: a command that is interrupted leaves no half of one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    const cause = error instanceof Error ? safeText(error.message, 300) : "unknown reason";
    throw new Refusal(`could not write ${safeText(path, 200)}: ${cause}`);
  }
}

/** Throws a UsageError if no file can be written there. For commands that work long before they write. */
export async function assertWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${safeText(path, 200)} is a folder`);
  try {
    await access(dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`could not write ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}

/** The text of a file; undefined if there is none and none is required. */
export async function textOf(path: string, isRequired = false): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing && !isRequired) return undefined;
    throw new UsageError(`could not read ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}

/** A reason of the operating system, without its error code. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file or folder";
  if (code === "EACCES" || code === "EPERM") return "it may not be accessed";
  if (code === "EISDIR") return "it is a folder";
  return error instanceof Error ? safeText(error.message, 200) : "unknown reason";
}

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
