import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { causeOf } from "../files";
import type { FolderPlan } from "./folder";

/** A file that was moved. */
type Move = readonly [from: string, to: string];

/**
 * Writes all files of a plan or none. Synchronous, so that no signal is handled in between: Ctrl-C takes effect before or
 * after it.
 */
export function writePlan({ folder, exists, writes, removed, unchanged }: FolderPlan): void {
  const draft = join(exists ? folder : dirname(folder), `.pulumi-outreach.${randomUUID().slice(0, 8)}.tmp`);
  const [news, olds] = [join(draft, "new"), join(draft, "old")];
  const moves: Move[] = [];
  let isLeft = false;
  const move = (from: string, to: string) => {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    moves.push([from, to]);
  };
  const needed = [...writes].filter(([path]) => !unchanged.includes(path));
  try {
    mkdirSync(draft, { recursive: true });
    for (const [path, text] of needed) writeFile(join(news, path), text);
    if (!exists) renameSync(news, folder);
    else {
      for (const path of [...needed.map(([each]) => each), ...removed]) {
        if (existsSync(join(folder, path))) move(join(folder, path), join(olds, path));
      }
      for (const [path] of needed) move(join(news, path), join(folder, path));
    }
  } catch (error) {
    isLeft = !undoMoves(moves);
    const what = `could not write ${safeText(folder, 200)}: ${causeOf(error)}.`;
    if (!isLeft) throw new Refusal(`${what} Nothing was written.`);
    throw new Refusal(what, `Some files of before are still in ${safeText(olds, 300)}: move them back.`);
  } finally {
    if (!isLeft) rmSync(draft, { recursive: true, force: true });
  }
  for (const path of removed) removeEmptyFolders(folder, dirname(path));
}

/** Undoes as much as possible. False if a file could not be moved back. */
function undoMoves(moves: readonly Move[]): boolean {
  let areAll = true;
  for (const [from, to] of moves.toReversed()) {
    try {
      renameSync(to, from);
    } catch {
      areAll = false;
    }
  }
  return areAll;
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
}

function removeEmptyFolders(folder: string, below: string): void {
  for (let path = below; path !== "."; path = dirname(path)) {
    try {
      rmdirSync(join(folder, path));
    } catch {
      // The folder contains other files, or no longer exists.
      return;
    }
  }
}
