import { randomUUID } from "node:crypto";
import { constants, lstatSync, realpathSync, type Stats } from "node:fs";
import { access, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { safeText } from "../api/redact";
import { Refusal } from "../lifecycle/refusal";
import { UsageError } from "./command";

/** Writes a file completely or not at all, even if the command is interrupted. */
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

/** Throws a UsageError if a file cannot be written there. For commands that run for long before they write. */
export async function assertWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${safeText(path, 200)} is a folder`);
  try {
    await access(dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`could not write ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}

/** A file's content. Undefined if an optional file is missing. */
export async function textOf(path: string, isRequired = false): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing && !isRequired) return undefined;
    throw new UsageError(`could not read ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}

/** The operating system's error message, without its code. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file or folder";
  if (code === "EACCES" || code === "EPERM") return "it may not be accessed";
  if (code === "EISDIR") return "it is a folder";
  return error instanceof Error ? safeText(error.message, 200) : "unknown reason";
}

/** The folder with all links resolved; the same path if it does not exist. Throws a UsageError if it is not a folder. */
export function realFolder(folder: string): string {
  const stat = statOf(folder);
  if (stat === undefined) return folder;
  try {
    const real = realpathSync(folder);
    if (lstatSync(real).isDirectory()) return real;
  } catch {
    // A link to a missing target.
  }
  throw new UsageError(`${safeText(folder, 200)} is not a folder`);
}

/** The status of a file, a folder or a link itself. Undefined if the path does not exist. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A part of the path is a file instead of a folder.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw new UsageError(`could not read ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}
