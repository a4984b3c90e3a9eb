import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { firstAndCount } from "../../text/words";
import { realFolder, statOf } from "../files";

/** Records the files of the last export with their digests, to distinguish them from the user's own files. */
export const recordFile = ".outreach-export.json";

const recordSchema = z.object({ files: z.record(z.string(), z.string()) });

/** Files that a project usually has already. The user's own versions are kept; the exported program works with them. */
const common: ReadonlySet<string> = new Set([
  "Pulumi.yaml",
  "package.json",
  "tsconfig.json",
  ".gitignore",
  "README.md",
]);

/** The effect of writing an export to a folder. All paths are relative, with slashes. */
export interface FolderPlan {
  /** Absolute. */
  readonly folder: string;
  readonly exists: boolean;
  /** All files to write, including the export's record. */
  readonly writes: ReadonlyMap<string, string>;
  readonly added: readonly string[];
  readonly unchanged: readonly string[];
  /** Files from an earlier export whose content would change. */
  readonly changed: readonly string[];
  /** The same, but they were edited since that export. */
  readonly edited: readonly string[];
  /** Unedited files from an earlier export that are no longer part of this one. */
  readonly removed: readonly string[];
  /** The user's own files that are kept instead of the exported ones. */
  readonly kept: readonly string[];
}

/** Compares an export with the folder's files. Throws a Refusal if it would overwrite a user's own file. */
export function planFolder(target: string, files: ReadonlyMap<string, string>): FolderPlan {
  const folder = realFolder(resolve(target));
  const before = readExportRecord(folder);
  const found = new Map([...files].map(([path, text]) => [path, fileState(folder, path, text, before.get(path))]));
  const pathsIn = (state: State) => [...found].flatMap(([path, its]) => (its === state ? [path] : []));
  const foreign = pathsIn("foreign").filter((path) => !common.has(path));
  if (foreign.length > 0) {
    throw new Refusal(
      `Exporting to ${safeText(target, 200)}: it holds files of its own where the export would write ${pathList(foreign)}. Nothing was written.`,
      "Name another folder, or move these files away.",
    );
  }
  const kept = pathsIn("foreign");
  const written = new Map([...files].filter(([path]) => !kept.includes(path)));
  const removed = [...before].flatMap(([path, digest]) => {
    const isLeft = !files.has(path) && isOwnPath(path) && fileState(folder, path, undefined, digest) === "ours";
    return isLeft ? [path] : [];
  });
  const record = { files: Object.fromEntries([...written].map(([path, text]) => [path, digestOf(text)])) };
  return {
    ...{ folder, exists: statOf(folder) !== undefined, kept, removed },
    writes: new Map([...written, [recordFile, `${JSON.stringify(record, undefined, 2)}\n`]]),
    added: pathsIn("missing"),
    unchanged: pathsIn("same"),
    changed: pathsIn("ours"),
    edited: pathsIn("edited"),
  };
}

/** `index.ts, lists.ts and 3 more`. */
export function pathList(paths: readonly string[]): string {
  return firstAndCount(
    paths.map((path) => safeText(path, 120)),
    8,
  );
}

type State = "missing" | "same" | "ours" | "edited" | "foreign";

/** @param text the content to write; undefined for a file that is no longer part of the export */
function fileState(folder: string, path: string, text: string | undefined, recorded: string | undefined): State {
  const parts = path.split("/");
  // A link could point outside of the folder.
  const above = parts.slice(1).map((_, index) => statOf(join(folder, ...parts.slice(0, index + 1))));
  if (above.some((stat) => stat !== undefined && !stat.isDirectory())) return "foreign";
  const stat = statOf(join(folder, path));
  if (stat === undefined) return "missing";
  if (!stat.isFile()) return "foreign";
  const digest = fileDigest(folder, path);
  if (text !== undefined && digest === digestOf(text)) return "same";
  if (recorded === undefined) return "foreign";
  return digest === recorded ? "ours" : "edited";
}

function readExportRecord(folder: string): ReadonlyMap<string, string> {
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

/** False for a path that no export writes, in case the record was edited. */
function isOwnPath(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\\") && path.split("/").every((part) => !/^\.{0,2}$|:/.test(part));
}

function digestOf(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

function fileDigest(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return statOf(file)?.isFile() === true ? digestOf(readFileSync(file)) : undefined;
}
