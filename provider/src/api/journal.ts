import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Kind } from "./account";
import { ownName } from "./sharedFolder";

const line = z.object({
  id: z.string().optional(),
  by: z.string(),
  owner: z.string().optional(),
  name: z.string().optional(),
});
type Line = z.infer<typeof line>;

interface Entry {
  readonly made: Line;
  /** Where its line begins. */
  readonly at: number;
}

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
  private readonly read = new Map<Kind, { end: number; readonly entries: Entry[] }>();

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
    if (this.end(kind) > longest) this.shorten(this.pathOf(kind));
    return new Set(this.ofOthers(kind).flatMap(({ made: { id } }) => (id === undefined ? [] : [id])));
  }

  /** Where the journal ends now; for `madeSince`. */
  end(kind: Kind): number {
    return statSync(this.pathOf(kind), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Whether others have, or may have, made such an object since the journal ended there. */
  madeSince(kind: Kind, end: number, { owner, name }: Creating): boolean {
    // It was shortened meanwhile.
    if (this.end(kind) < end) return true;
    const named = name === undefined ? undefined : digest(name);
    return this.ofOthers(kind).some(
      ({ made, at }) =>
        at >= end &&
        (made.owner ?? owner) === owner &&
        (named === undefined || made.name === undefined || made.name === named),
    );
  }

  private append(kind: Kind, entry: Line): void {
    // One write at the end of the file, so that lines of several processes never mix.
    appendFileSync(this.pathOf(kind), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  /** Each line is read once: a run of thousands of creates asks before each of them, and writes most lines itself. */
  private ofOthers(kind: Kind): readonly Entry[] {
    const path = this.pathOf(kind);
    const size = this.end(kind);
    let read = this.read.get(kind);
    if (read === undefined || size < read.end) {
      read = { end: 0, entries: [] };
      this.read.set(kind, read);
    }
    // The last line of a process that died while writing has no end, and may get none.
    for (const text of textFrom(path, read.end, size).match(/.*\n/g) ?? []) {
      const made = lineFrom(text);
      if (made !== undefined && made.by !== this.by) read.entries.push({ made, at: read.end });
      read.end += text.length;
    }
    return read.entries;
  }

  private pathOf(kind: Kind): string {
    return join(this.folder, `created-${kind}`);
  }

  private shorten(path: string): void {
    const text = readFileSync(path, "utf8");
    const half = text.slice(text.indexOf("\n", text.length / 2) + 1);
    const own = join(this.folder, ownName("created"));
    writeFileSync(own, half, { mode: 0o600 });
    renameSync(own, path);
  }
}

/** Nothing but ASCII is written, so that places in the file are places in its text. */
function textFrom(path: string, start: number, end: number): string {
  if (start >= end) return "";
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(end - start);
    return buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, start));
  } finally {
    closeSync(file);
  }
}

function lineFrom(text: string): Line | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    // A process died while it wrote it.
    return undefined;
  }
}

function digest(name: string): string {
  return createHash("sha256").update(name.trim()).digest("base64").slice(0, 22);
}
