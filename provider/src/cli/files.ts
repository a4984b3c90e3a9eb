import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { safeText } from "../api/redact";
import { Refusal } from "../lifecycle/refusal";

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
