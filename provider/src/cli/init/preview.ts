import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Refusal } from "../../lifecycle/refusal";
import type { CommandContext } from "../command";
import type { InitPlan } from "./plan";

/** Packages that a preview loads in addition to the program. */
const packages = ["pulumi-outreach", "pulumi-outreach-sandbox", "@pulumi/pulumi"];

/** Bytes; npm and previews print far less. */
const largestOutput = 64 * 1024 ** 2;

/** Installs missing packages of a new project and previews it against the local service. Returns the preview's output. */
export async function previewProject(folder: string, plan: InitPlan, context: CommandContext): Promise<string> {
  const { byHand, manager } = plan;
  const { terminal } = context;
  if (byHand.length > 0) {
    throw new Refusal("the project is written, and not previewed. Add by hand before:", ...byHand);
  }
  const isComplete = packages.every((name) => isInstalled(folder, name));
  const preview = "node local.mjs preview";
  if (!isComplete) {
    const quietly = manager.name === "npm" ? ["--no-audit", "--no-fund"] : [];
    // On Windows, package managers are shell scripts.
    const installing = { path: manager.name, words: ["install", ...quietly], shell: process.platform === "win32" };
    const { install } = manager;
    await terminal.during("Installing packages", () => run(folder, installing, context, [install, preview]));
    // A process started now would not be stopped.
    if (context.interrupted.aborted) throw new Refusal("interrupted before the preview");
  }
  const local = { path: process.execPath, words: ["local.mjs", "preview", "--non-interactive"], shell: false };
  return await terminal.during("Previewing", () => run(folder, local, context, [preview]));
}

/** Looks for a package like Node.js does: in this folder and its parent folders. */
function isInstalled(folder: string, name: string): boolean {
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return true;
  return dirname(folder) !== folder && isInstalled(dirname(folder), name);
}

interface Program {
  readonly path: string;
  readonly words: readonly string[];
  readonly shell: boolean;
}

/** The number of output lines shown for a failure. */
const shownLines = 20;

/** @param next what remains to be done if the user stops it with Ctrl-C */
async function run(
  cwd: string,
  { path, words, shell }: Program,
  { onInterrupt, interrupted, terminal }: CommandContext,
  next: readonly string[],
): Promise<string> {
  const what = `\`${path === process.execPath ? "node" : path} ${words.join(" ")}\``;
  return await new Promise((resolve, reject) => {
    const child = execFile(path, words, { cwd, shell, maxBuffer: largestOutput }, (error, output, errors) => {
      if (error === null) return resolve(output.trim());
      if (interrupted.aborted) {
        terminal.note(`Interrupted: ${what} was ended. The project is written. Go on in its folder with:`);
        for (const line of next) terminal.note(`  ${line}`);
      }
      const said = `${output}\n${errors}`.split("\n").filter((line) => line.trim() !== "");
      const cause = error.code === "ENOENT" ? ["it is not on the PATH"] : said.slice(-shownLines);
      reject(new Refusal(`the project is written, and ${what} failed in its folder:`, ...cause));
    });
    const ended = new Promise<void>((end) => child.once("close", () => end()));
    onInterrupt(async () => {
      child.kill("SIGTERM");
      await ended;
    });
  });
}
