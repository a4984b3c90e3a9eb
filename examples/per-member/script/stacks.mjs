// @ts-check
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import automation from "@pulumi/pulumi/automation/index.js";
import { cleaned, ScriptError } from "./report.mjs";

/**
 * @typedef {import("./team.mjs").Decision} Decision
 * @typedef {import("@pulumi/pulumi/automation/index.js").EngineEvent} EngineEvent
 *
 * @typedef {object} Outcome of one stack
 * @property {string} result `created 3`, `unchanged`
 * @property {string} next what to do next
 * @property {boolean} isFailed
 * @property {string[]} warnings
 * @property {string[]} errors
 *
 * @typedef {Awaited<ReturnType<typeof openStacks>>} Stacks
 */

const ownTypes = "pulumi-nodejs:dynamic/outreach:";

/**
 * The stacks of a program.
 * @param {string} folder of the program
 */
export async function openStacks(folder) {
  const { workspace, names } = await open(folder);
  const pulumi = workspace.pulumiCommand.command;
  // The stacks run concurrently, by name: none of them becomes this folder's selected stack.
  workspace.selectStack = async () => {};
  workspace.createStack = async (name) => {
    await promisify(execFile)(pulumi, ["stack", "init", name, "--no-select", "--non-interactive"], { cwd: folder });
  };
  // It would start the CLI twice more after each run.
  workspace.stackOutputs = async () => ({});

  /** @param {Decision} decision */
  const prepared = async ({ id, stack: name, linkedinSeatId }) => {
    const stack = names.includes(name)
      ? await automation.Stack.select(name, workspace)
      : await automation.Stack.create(name, workspace);
    /** @type {import("@pulumi/pulumi/automation/index.js").StackSettings} */
    const settings = await workspace.stackSettings(name).catch(() => ({}));
    // Two settings always come from the member, whatever the file contains; others are kept.
    const own = { "outreach:impersonateUserId": id, "outreach-per-member:linkedinSeatId": String(linkedinSeatId) };
    await workspace.saveStackSettings(name, { ...settings, config: { ...settings.config, ...own } });
    return stack;
  };

  return {
    folder,
    names,
    /** The path of the Pulumi CLI. */
    pulumi,
    prepared,
    /**
     * Brings up the stack of a member. Never throws: a failing member must not stop the others.
     * @param {Decision} decision
     * @returns {Promise<Outcome>}
     */
    async up(decision) {
      /** @type {EngineEvent[]} */
      const events = [];
      try {
        const stack = await prepared(decision);
        // As in the preview, so that changes made in the app are known before anything is changed.
        await stack.up({ refresh: true, onEvent: (event) => events.push(event), color: "never" });
        const result = changesIn(events) || "unchanged";
        return { result, next: "", isFailed: false, warnings: diagnostics(events, "warning"), errors: [] };
      } catch (error) {
        const errors = diagnostics(events, "error");
        return {
          result: ["failed", changesIn(events)].filter(Boolean).join(", "),
          next: errors.includes("update canceled") ? "run the same command again" : nextAfter(error, decision),
          isFailed: true,
          warnings: diagnostics(events, "warning"),
          errors: errors.length > 0 ? errors : [causeOf(error)],
        };
      }
    },
    /**
     * The objects of the service that a stack manages.
     * @param {string} name
     * @returns {Promise<{ kind: string, name: string, id: string }[]>}
     */
    async objectsOf(name) {
      const { deployment } = await workspace.exportStack(name);
      /** @type {{ type: string, id?: string, inputs?: { name?: string }, outputs?: { name?: string } }[]} */
      const resources = deployment.resources ?? [];
      return resources
        .filter(({ type }) => type.startsWith(ownTypes))
        .map(({ type, id = "unknown", inputs, outputs }) => ({
          kind: type.slice(ownTypes.length),
          name: outputs?.name ?? inputs?.name ?? "",
          id,
        }));
    },
  };
}

/** @param {string} folder */
async function open(folder) {
  try {
    const workspace = await automation.LocalWorkspace.create({ workDir: folder });
    const stacks = await workspace.listStacks();
    // Some backends put the organization before the name.
    return { workspace, names: stacks.map(({ name }) => name.slice(name.lastIndexOf("/") + 1)) };
  } catch (error) {
    throw new ScriptError(`nothing was changed: the stacks could not be listed.\n${causeOf(error)}`);
  }
}

/**
 * What happened to the objects of the service: `created 2, updated 1`.
 * @param {readonly EngineEvent[]} events
 */
function changesIn(events) {
  const words = { create: "created", update: "updated", "create-replacement": "replaced", delete: "deleted" };
  const done = events.flatMap(({ resOutputsEvent: event }) =>
    event?.metadata.type.startsWith(ownTypes) ? [event.metadata.op] : [],
  );
  return Object.entries(words)
    .map(([operation, word]) => ({ word, count: done.filter((each) => each === operation).length }))
    .flatMap(({ word, count }) => (count === 0 ? [] : [`${word} ${count}`]))
    .join(", ");
}

/**
 * @param {readonly EngineEvent[]} events
 * @param {string} severity
 */
function diagnostics(events, severity) {
  const texts = events.flatMap(({ diagnosticEvent: event }) =>
    // The messages contain colour codes.
    event?.severity === severity && !event.ephemeral ? [event.message.replace(/<\{%[^%]*%\}>/g, "").trim()] : [],
  );
  return [...new Set(texts)].filter((text) => !/^(update|preview) failed$/.test(text)).map(cleanedLines);
}

/** @param {unknown} error of the CLI @param {Decision} decision */
function nextAfter(error, { id, stack }) {
  const again = `node members.mjs --member ${id}`;
  const isLocked =
    error instanceof automation.ConcurrentUpdateError || /currently locked|Another update/.test(String(error));
  return isLocked
    ? `if no run is under way: pulumi cancel --stack ${stack}, then ${again}`
    : `correct it, then ${again}`;
}

/** The CLI's error messages, or else the end of its output. @param {unknown} error */
export function causeOf(error) {
  const text = String(error instanceof Error ? error.message : error);
  if (/\bENOENT\b/.test(text)) return "the Pulumi CLI (pulumi) is not on the PATH";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const errors = lines.flatMap((line) => /\berror: (.*)/.exec(line)?.[1] ?? []);
  return cleanedLines([...new Set(errors.length > 0 ? errors : lines.slice(-3))].slice(0, 5).join("\n"));
}

/** @param {string} text */
function cleanedLines(text) {
  return text
    .split("\n")
    .map((line) => cleaned(line, 500))
    .join("\n");
}
