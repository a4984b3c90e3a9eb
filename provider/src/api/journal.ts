import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Kind } from "./account";
import { errorCode, ownName } from "./sharedFolder";

const line = z.object({
  id: z.string().optional(),
  by: z.string(),
  owner: z.string().optional(),
  name: z.string().optional(),
});
type Line = z.infer<typeof line>;

/** What a create has made, or may have made where its answer was lost or its process died. */
export interface Creating {
  readonly id?: string;
  /** Whose object it is; anybody's where that is not known. */
  readonly owner?: string;
  /** Any name where it is not known. */
  readonly name?: string;
}

/** Of another process, or of one that has died. */
const nobody = "nobody";

/** Names this process in the journal; its number alone would be given to another one later. */
const thisRun = randomUUID();

/** About thirty thousand creations; older ones settle nothing any more. */
const longest = 2 * 1024 * 1024;

/**
 * Which objects were created by which process of this machine. A create whose answer was lost is looked for among the
 * objects that are new; those that another process has made are not it. And who has read a listing learns here what
 * was made since. Holds ids, and names as digests.
 */
export class Journal {
  constructor(
    private readonly folder: string,
    private readonly by: string = thisRun,
  ) {}

  created(kind: Kind, { id, owner, name }: Creating): void {
    this.append(kind, { id, by: this.by, owner, name: name === undefined ? undefined : digest(name) });
  }

  /** A process died while it created something. */
  died(kind: Kind): void {
    this.append(kind, { by: nobody });
  }

  /** Ids that other processes have created. */
  elsewhere(kind: Kind): ReadonlySet<string> {
    const path = this.pathOf(kind);
    const text = textOf(path);
    if (text.length > longest) this.shorten(path, text);
    return new Set(this.ofOthers(text).flatMap(({ id }) => (id === undefined ? [] : [id])));
  }

  /** Where the journal ends now; for `madeSince`. */
  end(kind: Kind): number {
    return statSync(this.pathOf(kind), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Whether others have, or may have, made such an object since the journal ended there. */
  madeSince(kind: Kind, end: number, { owner, name }: Creating): boolean {
    const path = this.pathOf(kind);
    const size = this.end(kind);
    if (size === end) return false;
    // It was shortened meanwhile.
    if (size < end) return true;
    const named = name === undefined ? undefined : digest(name);
    return this.ofOthers(textOf(path).slice(end)).some(
      (made) =>
        (made.owner ?? owner) === owner && (named === undefined || made.name === undefined || made.name === named),
    );
  }

  private append(kind: Kind, entry: Line): void {
    // One write at the end of the file, so that lines of several processes never mix.
    appendFileSync(this.pathOf(kind), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  private ofOthers(text: string): Line[] {
    return text.split("\n").flatMap((entry) => {
      try {
        const parsed = line.safeParse(JSON.parse(entry));
        return parsed.success && parsed.data.by !== this.by ? [parsed.data] : [];
      } catch {
        // The last line of a process that died while writing.
        return [];
      }
    });
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

/** Nothing but ASCII is written, so that places in the file are places in its text. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

function digest(name: string): string {
  return createHash("sha256").update(name.trim()).digest("base64").slice(0, 22);
}
