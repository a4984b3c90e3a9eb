import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const saltBytes = 32;

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A name for a file that nobody else writes. */
export function ownName(prefix: string): string {
  return `${prefix}-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/**
 * Gives a file that is written whole a name that must be new. False where the name is taken. Atomic: nobody ever
 * sees a part of it.
 */
export function publish(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(from, { force: true });
  }
}

function saltIn(folder: string): Buffer {
  const path = join(folder, "salt");
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const salt = readFileSync(path);
      if (salt.length === saltBytes) return salt;
      // Of another release, or damaged: all processes must agree on one, so it is replaced and read again.
      rmSync(path, { force: true });
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
    const own = join(folder, ownName("salt"));
    writeFileSync(own, randomBytes(saltBytes), { mode: 0o600 });
    try {
      publish(own, path);
    } catch {
      // A file system without hard links: the first start of two processes at once may count apart, once.
      writeFileSync(own, randomBytes(saltBytes), { mode: 0o600 });
      renameSync(own, path);
    }
  }
  return readFileSync(path);
}

/**
 * The folder that all processes of the user share for one key at one address. Its name is a keyed hash: neither the
 * key nor the address can be read from it, nor be tried out without the user's own salt.
 */
export function openSharedFolder(cacheFolder: string, origin: string, apiKey: string): string {
  const limits = join(cacheFolder, "limits");
  mkdirSync(limits, { recursive: true, mode: 0o700 });
  const name = createHmac("sha256", saltIn(limits))
    .update(JSON.stringify([origin, apiKey]))
    .digest("hex")
    .slice(0, 32);
  const folder = join(limits, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
