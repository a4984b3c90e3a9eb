import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Kind } from "./account";
import { errorCode, ownName } from "./sharedFolder";

const line = z.object({ id: z.string(), by: z.string() });

/** Names this process in the journal; its number alone would be given to another one later. */
const thisRun = randomUUID();

/** About thirty thousand creations; older ones settle nothing any more. */
const longest = 2 * 1024 * 1024;

/**
 * Which objects were created by which process of this machine. A create whose answer was lost is looked for among the
 * objects that are new; those that another process has made are not it. Holds ids and nothing else.
 */
export class Journal {
  constructor(
    private readonly folder: string,
    private readonly by: string = thisRun,
  ) {}

  created(kind: Kind, id: string): void {
    const path = this.pathOf(kind);
    // One write at the end of the file, so that lines of several processes never mix.
    appendFileSync(path, `${JSON.stringify({ id, by: this.by })}\n`, { mode: 0o600 });
  }

  elsewhere(kind: Kind): ReadonlySet<string> {
    const path = this.pathOf(kind);
    let text: string;
    try {
      text = readFileSync(path, "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return new Set();
      throw error;
    }
    if (text.length > longest) this.shorten(path, text);
    const entries = text.split("\n").flatMap((entry) => {
      try {
        const parsed = line.safeParse(JSON.parse(entry));
        return parsed.success ? [parsed.data] : [];
      } catch {
        // The last line of a process that died while writing.
        return [];
      }
    });
    return new Set(entries.filter(({ by }) => by !== this.by).map(({ id }) => id));
  }

  private pathOf(kind: Kind): string {
    return join(this.folder, `created-${kind}`);
  }

  private shorten(path: string, text: string): void {
    const half = text.slice(text.indexOf("\n", text.length / 2) + 1);
    const own = join(this.folder, ownName("created"));
    writeFileSync(own, half, { mode: 0o600 });
    renameSync(own, path);
  }
}
