// @ts-check
import { readFileSync } from "node:fs";

/** The file with the mutants that a run is to try, in this variable: Stryker selects only places. */
export const chosenVariable = "OUTREACH_CHOSEN_MUTANTS";

/** @typedef {Pick<import("./judge.mjs").Judged, "file" | "place" | "mutator">} Chosen */
/**
 * A mutant as Stryker activates it, with lines and columns from 0.
 * @typedef {{ fileName: string, mutatorName: string, location: { start: Position, end: Position } }} Active
 * @typedef {{ line: number, column: number }} Position
 */

/** @returns {readonly Chosen[] | undefined} undefined if all are to be tried */
export function chosenMutants() {
  const path = process.env[chosenVariable];
  return path === undefined ? undefined : JSON.parse(readFileSync(path, "utf8"));
}

/**
 * @param {readonly Chosen[]} chosen
 * @param {Active} mutant
 */
export function isChosen(chosen, { fileName, mutatorName, location: { start, end } }) {
  const place = `${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
  return chosen.some(
    (each) =>
      each.place === place && each.mutator === mutatorName && fileName.replaceAll("\\", "/").endsWith(each.file),
  );
}
