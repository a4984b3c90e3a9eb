// @ts-check
// Reads from standard input why the engine could not lock the stack, and prints what to do:
//   unlock         all locks are stale: their runs have ended
//   leave: WHY     a lock may be in use, or belongs to somebody else
// and nothing if the stack was not locked. RUNNER_LOCKS is a pattern for the runners' user@host, ALONE is `yes` if no
// other run is in progress, and JOB_MINUTES is the longest time of a job: no older lock belongs to a running job.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Clocks of two machines may differ by this many minutes. */
const apart = 5;

/**
 * @param {string} errors the command's output
 * @param {{ pattern: string, isAlone: boolean, minutes: number, now: number }} given
 * @returns {string} empty if the stack was not locked
 */
export function verdictOn(errors, { pattern, isAlone, minutes, now }) {
  const locks = [...errors.matchAll(/: created by (\S+) \(pid \d+\) at (\S+)/g)].map(([, owner = "", time = ""]) => ({
    owner,
    age: (now - Date.parse(time)) / 60_000,
  }));
  if (locks.length === 0) return "";
  const others = locks.filter(({ owner }) => pattern === "" || !new RegExp(pattern).test(owner));
  if (others.length > 0) return `leave: its lock was made by ${others.map(({ owner }) => owner).join(", ")}`;
  if (!isAlone) return "leave: another run of these workflows is in progress, or it is not known that none is";
  // Do not unlock if the time cannot be read.
  const young = locks.find(({ age }) => !(age > minutes + apart));
  if (young === undefined) return "unlock";
  const age = Number.isNaN(young.age) ? "of unknown age" : `${Math.max(0, Math.floor(young.age))} minutes old`;
  return `leave: its lock is ${age}, and a run may take ${minutes} minutes. If that run has ended, run this again later`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { RUNNER_LOCKS: pattern = "", ALONE, JOB_MINUTES } = process.env;
  const given = { pattern, isAlone: ALONE === "yes", minutes: Number(JOB_MINUTES || Number.NaN), now: Date.now() };
  process.stdout.write(`${verdictOn(readFileSync(0, "utf8"), given)}\n`);
}
