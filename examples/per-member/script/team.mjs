// @ts-check
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ScriptError } from "./report.mjs";

/**
 * @typedef {object} Member as the service lists it
 * @property {string} id
 * @property {string} name
 * @property {boolean} [isActive]
 * @property {string[]} notes problems of this member, such as an address that two members share
 * @property {number} [linkedinSeatId] from members.json
 *
 * @typedef {object} Decision what happens to an active member
 * @property {string} id
 * @property {string} title
 * @property {string} stack
 * @property {"run" | "skipped" | "refused"} action
 * @property {string} reason what to do, unless it runs
 * @property {number} linkedinSeatId
 *
 * @typedef {{ stack: string, title: string, why: string }} Left a stack of a former member
 */

const prefix = "member-";
const seats = new URL("../members.json", import.meta.url);

/** The path of the command `pulumi-outreach` of this folder's own package. */
export function outreachCommand() {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve("pulumi-outreach/package.json");
  return join(dirname(manifest), require(manifest).bin["pulumi-outreach"]);
}

/**
 * The members that the service lists, each with its settings from members.json.
 * @returns {Promise<{ members: Member[], warnings: string[] }>}
 */
export async function readTeam() {
  const reviewed = await readSeats();
  const { members, canActForMembers, warnings } = await askService();
  // Each run would fail with the same message: stop before a stack is created.
  if (canActForMembers === false) throw new ScriptError(`nothing was changed: ${warnings[0]}`);
  const strangers = [...reviewed.keys()].filter((id) => !members.some((member) => member.id === id));
  return {
    members: members.map((member) => ({ ...member, linkedinSeatId: reviewed.get(member.id) })),
    warnings: strangers.map((id) => `members.json names ${id}, who is not a member of the organization.`),
  };
}

/** @returns {Promise<{ members: Member[], canActForMembers?: boolean, warnings: string[] }>} */
async function askService() {
  const command = [outreachCommand(), "members", "--all", "--json"];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout);
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new ScriptError(`nothing was changed: the members could not be read.\n${stderr.trim()}`);
  }
}

/** @returns {Promise<Map<string, number>>} the seat of each member */
async function readSeats() {
  const wrong = (/** @type {string} */ what) => new ScriptError(`nothing was changed: members.json ${what}`);
  const text = await readFile(seats, "utf8").catch(() => {
    throw wrong("is missing");
  });
  /** @type {unknown} */
  let content;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw wrong(`is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) throw wrong("must be an object");
  return new Map(
    Object.entries(content).map(([id, entry]) => {
      const seat = entry?.linkedinSeatId;
      if (Number.isSafeInteger(seat) && seat > 0) return [id, seat];
      throw wrong(`must have the id of a LinkedIn seat for ${id}: { "${id}": { "linkedinSeatId": 11 } }`);
    }),
  );
}

/**
 * Decides what happens to each member. A stack is named after the member's id, so that it stays the same if the member
 * is renamed.
 * @param {readonly Member[]} members
 * @param {readonly string[]} stacks that exist
 * @param {readonly string[]} only ids of the members to include; empty: all
 * @returns {{ decisions: Decision[], left: Left[], warnings: string[] }}
 */
export function decide(members, stacks, only) {
  const active = members.filter(({ isActive }) => isActive !== false);
  const unknown = only.filter((id) => !active.some((member) => member.id === id));
  if (unknown.length > 0) {
    throw new ScriptError(`nothing was changed: ${unknown.join(", ")} is no active member of the organization`);
  }
  const left = stacks
    .filter((stack) => stack.startsWith(prefix))
    .map((stack) => ({ stack, id: stack.slice(prefix.length) }))
    .filter(({ id }) => !active.some((member) => member.id === id))
    .map(({ stack, id }) => {
      const inactive = members.find((member) => member.id === id);
      return inactive === undefined
        ? { stack, title: `User ${id}`, why: "is not a member of the organization any more" }
        : { stack, title: titleOf(inactive), why: "is inactive" };
    });
  const wanted = active.filter(({ id }) => only.length === 0 || only.includes(id));
  const idle = members.filter(({ isActive, linkedinSeatId }) => isActive === false && linkedinSeatId !== undefined);
  /** If a member was requested by its id and is skipped, that is an error. @type {(decision: Decision) => Decision} */
  const asked = (decision) =>
    only.length > 0 && decision.action === "skipped" ? { ...decision, action: "refused" } : decision;
  return {
    decisions: wanted.map((member) => asked(decisionFor(member))),
    left: only.length === 0 ? left : [],
    warnings: idle.map((member) => `members.json names ${titleOf(member)}, who is inactive.`),
  };
}

/**
 * @param {Member} member
 * @returns {Decision}
 */
function decisionFor(member) {
  const { id, notes, linkedinSeatId } = member;
  const common = { id, title: titleOf(member), stack: `${prefix}${id}`, linkedinSeatId: linkedinSeatId ?? 0 };
  if (!/^[\w.-]+$/.test(id)) return { ...common, action: "refused", reason: "the id cannot be part of a stack's name" };
  // Reviewers could not tell whose objects these would be.
  if (notes.length > 0)
    return { ...common, action: "refused", reason: `clear this up in the app: ${notes.join("; ")}` };
  if (linkedinSeatId === undefined) return { ...common, action: "skipped", reason: `add ${id} to members.json` };
  return { ...common, action: "run", reason: "" };
}

/** @param {Member} member */
function titleOf({ id, name }) {
  return name === "" ? `User ${id}` : `${name} (${id})`;
}
