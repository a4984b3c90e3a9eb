// @ts-check
// Reads an exported state from standard input and prints `yes` if a run was interrupted in the middle of a change: the
// engine has recorded an unfinished operation, or the response to a create was lost. Otherwise prints `no`.
import { readFileSync } from "node:fs";

const { deployment } = JSON.parse(readFileSync(0, "utf8"));
const pending = deployment?.pending_operations ?? [];
/** @type {{ id?: string }[]} */
const resources = deployment?.resources ?? [];
const lost = resources.filter(({ id }) => id?.startsWith("pending-"));
process.stdout.write(pending.length + lost.length > 0 ? "yes\n" : "no\n");
