// @ts-check
// Brings up the stack of each active member of the organization, or previews all of them. `node members.mjs --help`
import { parseArgs } from "node:util";
import { previewAll } from "./script/preview.mjs";
import { cleaned, ScriptError, table } from "./script/report.mjs";
import { causeOf, openStacks } from "./script/stacks.mjs";
import { decide, readTeam } from "./script/team.mjs";

const help = `node members.mjs [options] [-- options of the review]: a stack for each active member of the organization

  --preview        preview all members and review the changes of all of them at once; changes nothing. What follows
                   -- goes to \`pulumi-outreach review\`: node members.mjs --preview -- --html review.html
  --member ID      only this member; can be given several times
  --parallel N     stacks at once, 1 to 20 (2)
  --help           print this text

The key (OUTREACH_API_KEY) is that of the organization's owner. members.json names the LinkedIn seat of each member.
Exit code: 0 fine, 1 a member failed, 2 used wrongly; with --preview also 3, if a person has to approve.
`;

/** @typedef {import("./script/team.mjs").Decision} Decision */
/** @typedef {import("./script/stacks.mjs").Stacks} Stacks */

let isStopping = false;
process.on("SIGINT", () => {
  // A terminal sends Ctrl-C to the running `pulumi` processes as well, which then end in order.
  if (!isStopping) process.stderr.write("No further member is begun; the running ones are ending …\n");
  isStopping = true;
});

main().then(
  (code) => {
    process.exitCode = isStopping ? 130 : code;
  },
  (error) => {
    if (!(error instanceof ScriptError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = error.isUsage ? 2 : 1;
  },
);

async function main() {
  const options = readOptions();
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  const { members, warnings } = await readTeam();
  const stacks = await openStacks(import.meta.dirname);
  const team = decide(members, stacks.names, options.only);
  for (const warning of [...warnings, ...team.warnings]) process.stderr.write(`warning: ${warning}\n`);
  const work = options.preview ? previewAll : upAll;
  const code = await work(team.decisions, stacks, { ...options, isStopped: () => isStopping });
  // With --preview, only the review goes to standard output.
  await reportLeft(team.left, stacks, options.preview ? process.stderr : process.stdout);
  return code;
}

/**
 * @typedef {object} Options
 * @property {boolean} preview
 * @property {readonly string[]} only ids of members
 * @property {number} parallel
 * @property {readonly string[]} review options of the review
 *
 * @returns {Options | undefined} undefined: print the help
 */
function readOptions() {
  const words = process.argv.slice(2);
  const end = words.indexOf("--");
  const { values } = parsed(end < 0 ? words : words.slice(0, end));
  if (values.help) return undefined;
  const parallel = Number(values.parallel ?? 2);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 20) {
    throw new ScriptError("--parallel takes a number from 1 to 20", true);
  }
  const review = end < 0 ? [] : words.slice(end + 1);
  if (review.length > 0 && !values.preview) throw new ScriptError("-- is followed by options of --preview", true);
  return { preview: values.preview === true, only: values.member ?? [], parallel, review };
}

/** @param {string[]} words */
function parsed(words) {
  try {
    return parseArgs({
      args: words,
      options: {
        preview: { type: "boolean" },
        member: { type: "string", multiple: true },
        parallel: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new ScriptError(`${error instanceof Error ? error.message : error}\n(--help lists the options)`, true);
  }
}

/**
 * Brings up the stacks, several at a time. The package makes them, and all other runs on this machine, share the
 * account's request limit.
 * @param {readonly Decision[]} decisions
 * @param {Stacks} stacks
 * @param {{ parallel: number, isStopped: () => boolean }} options
 * @returns {Promise<number>} the exit code
 */
async function upAll(decisions, stacks, { parallel, isStopped }) {
  const { inTurns } = await import("./script/turns.mjs");
  const wanted = decisions.filter(({ action }) => action === "run");
  let done = 0;
  /** @type {Map<Decision, import("./script/stacks.mjs").Outcome>} */
  const outcomes = new Map();
  await inTurns(wanted, parallel, isStopped, async (decision) => {
    const outcome = await stacks.up(decision);
    outcomes.set(decision, outcome);
    done += 1;
    const lines = [...outcome.warnings.map((text) => `warning: ${text}`), ...outcome.errors];
    const details = lines.map((line) => `\n    ${line.replaceAll("\n", "\n    ")}`).join("");
    process.stderr.write(
      `${done} of ${wanted.length} members: ${cleaned(decision.title)}: ${outcome.result}${details}\n`,
    );
  });
  const rows = decisions.map((decision) => {
    const outcome = outcomes.get(decision);
    const isSkipped = decision.action !== "run";
    const result = isSkipped ? decision.action : (outcome?.result ?? "not begun");
    const next = isSkipped ? decision.reason : outcome === undefined ? "run the same command again" : outcome.next;
    return [decision.title, decision.stack, result, next];
  });
  process.stdout.write(`${table(["MEMBER", "STACK", "RESULT", "WHAT TO DO NEXT"], rows)}\n`);
  const hasFailed = decisions.some((decision) => decision.action === "refused" || outcomes.get(decision)?.isFailed);
  return hasFailed ? 1 : 0;
}

/**
 * Reports the stacks of former members. Their objects stay in the service, and nothing here destroys them: the service
 * does not let anyone act for a former member.
 * @param {readonly import("./script/team.mjs").Left[]} left
 * @param {Stacks} stacks
 * @param {NodeJS.WritableStream} output
 */
async function reportLeft(left, stacks, output) {
  for (const { stack, title, why } of left) {
    output.write(`\n${cleaned(title)} ${why}. The stack ${stack} is left as it is`);
    const objects = await stacks.objectsOf(stack).catch(causeOf);
    if (typeof objects === "string") {
      output.write(`; what it manages could not be read:\n  ${objects}\n`);
      continue;
    }
    if (objects.length === 0) {
      output.write(`; it manages nothing.\n  \`pulumi stack rm ${stack}\` removes it.\n`);
      continue;
    }
    const rows = objects.map(({ kind, name, id }) => [`  ${kind}`, name, `id ${id}`]);
    output.write(`, and these objects stay in the service:\n${table(undefined, rows)}\n`);
    output.write("  A running campaign goes on: switch it off in the app.\n");
    output.write(`  Then \`pulumi stack rm --force ${stack}\` removes the stack. It deletes nothing in the service.\n`);
  }
}
