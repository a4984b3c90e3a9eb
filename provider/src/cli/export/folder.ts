import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { firstOf } from "../../text/words";
import { realFolder, statOf } from "../files";

/** What the last export wrote, with the digest of each file: tells its files from those of the user. */
export const recordFile = ".outreach-export.json";

const recordSchema = z.object({ files: z.record(z.string(), z.string()) });

/** Files that a project usually has already. A person's own ones stay as they are; the program works with them. */
const common: ReadonlySet<string> = new Set([
  "Pulumi.yaml",
  "package.json",
  "tsconfig.json",
  ".gitignore",
  "README.md",
]);

/** What writing an export to a folder would do. All paths are relative, with slashes. */
export interface FolderPlan {
  /** The folder, absolute. */
  readonly folder: string;
  readonly exists: boolean;
  /** Everything that would be written, the record of the export included. */
  readonly writes: ReadonlyMap<string, string>;
  readonly added: readonly string[];
  readonly unchanged: readonly string[];
  /** From an earlier export, and now different. */
  readonly changed: readonly string[];
  /** The same, and somebody has edited them since. */
  readonly edited: readonly string[];
  /** From an earlier export, as it wrote them, and no longer a part of this one. */
  readonly removed: readonly string[];
  /** Files of the user that stay in the place of a file of the export. */
  readonly kept: readonly string[];
}

/** Compares an export with what the folder holds. Throws a Refusal if it would take the place of a user's own file. */
export function planOf(target: string, files: ReadonlyMap<string, string>): FolderPlan {
  const folder = realFolder(resolve(target));
  const before = recordIn(folder);
  const found = new Map([...files].map(([path, text]) => [path, stateOf(folder, path, text, before.get(path))]));
  const having = (state: State) => [...found].flatMap(([path, its]) => (its === state ? [path] : []));
  const foreign = having("foreign").filter((path) => !common.has(path));
  if (foreign.length > 0) {
    throw new Refusal(
      `Exporting to ${safeText(target, 200)}: it holds files of its own where the export would write ${shortened(foreign)}. Nothing was written.`,
      "Name another folder, or move these files away.",
    );
  }
  const kept = having("foreign");
  const written = new Map([...files].filter(([path]) => !kept.includes(path)));
  const removed = [...before].flatMap(([path, digest]) => {
    const isLeft = !files.has(path) && isOwnPath(path) && stateOf(folder, path, undefined, digest) === "ours";
    return isLeft ? [path] : [];
  });
  const record = { files: Object.fromEntries([...written].map(([path, text]) => [path, digestOf(text)])) };
  return {
    ...{ folder, exists: statOf(folder) !== undefined, kept, removed },
    writes: new Map([...written, [recordFile, `${JSON.stringify(record, undefined, 2)}\n`]]),
    added: having("missing"),
    unchanged: having("same"),
    changed: having("ours"),
    edited: having("edited"),
  };
}

/** `index.ts, lists.ts and 3 more`. */
export function shortened(paths: readonly string[]): string {
  return firstOf(
    paths.map((path) => safeText(path, 120)),
    8,
  );
}

type State = "missing" | "same" | "ours" | "edited" | "foreign";

/** @param text what the export would write there; undefined for a file that is no longer a part of it */
function stateOf(folder: string, path: string, text: string | undefined, recorded: string | undefined): State {
  const parts = path.split("/");
  // A link could lead out of the folder.
  const above = parts.slice(1).map((_, index) => statOf(join(folder, ...parts.slice(0, index + 1))));
  if (above.some((stat) => stat !== undefined && !stat.isDirectory())) return "foreign";
  const stat = statOf(join(folder, path));
  if (stat === undefined) return "missing";
  if (!stat.isFile()) return "foreign";
  const digest = digestIn(folder, path);
  if (text !== undefined && digest === digestOf(text)) return "same";
  if (recorded === undefined) return "foreign";
  return digest === recorded ? "ours" : "edited";
}

function recordIn(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, recordFile);
  if (statOf(path)?.isFile() !== true) return new Map();
  try {
    return new Map(Object.entries(recordSchema.parse(JSON.parse(readFileSync(path, "utf8"))).files));
  } catch {
    throw new Refusal(
      `Exporting to ${safeText(folder, 200)}: ${recordFile}, in which the last export recorded its files, cannot be read. Nothing was written.`,
      "Restore it from git, or name another folder.",
    );
  }
}

/** False for a path that an edited record names and no export writes. */
function isOwnPath(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\\") && path.split("/").every((part) => !/^\.{0,2}$|:/.test(part));
}

function digestOf(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

function digestIn(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return statOf(file)?.isFile() === true ? digestOf(readFileSync(file)) : undefined;
}
