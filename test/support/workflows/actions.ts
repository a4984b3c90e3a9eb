import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { copy } from "./machine";
import type { Artifacts, Event, Team } from "./runner";

interface JobPlace {
  readonly team: Team;
  readonly event: Event;
  readonly artifacts: Artifacts;
  /** The job's folder; scripts run in `work` in it. */
  readonly folder: string;
}

type Given = Readonly<Record<string, string>>;

/** What the workflows' actions do, as far as their jobs depend on it. */
const actions: Record<string, (given: Given, place: JobPlace) => string> = {
  "actions/checkout"(given, { team, event, folder }) {
    assertOnly(given, { "persist-credentials": ["false"], "fetch-depth": ["2"], ref: ["main"] });
    const commit = given.ref === undefined ? event.commit : team.repository.headOf(given.ref);
    team.repository.checkout(commit, join(folder, "work"));
    return `checked out ${commit}\n`;
  },
  "actions/setup-node"(given, { folder }) {
    assertOnly(given, { "node-version": ["22"], cache: ["npm"], "package-manager-cache": ["false"] });
    if (given.cache === "npm" && !existsSync(join(folder, "work", "package-lock.json"))) {
      throw new Error("Dependencies lock file is not found");
    }
    return "";
  },
  "actions/upload-artifact"(given, { artifacts, folder }) {
    const { name = "", path = "" } = given;
    assertOnly(given, { name: [name], path: [path], "if-no-files-found": ["error", "ignore"] });
    const from = join(folder, "work", path);
    const isEmpty = !existsSync(from) || readdirSync(from).length === 0;
    if (isEmpty && given["if-no-files-found"] === "error") throw new Error(`No files were found with the path ${path}`);
    if (!isEmpty) copy(from, join(artifacts.folder, name));
    return "";
  },
  "actions/download-artifact"(given, { artifacts, folder }) {
    const { name = "", path = "" } = given;
    assertOnly(given, { name: [name], path: [path] });
    const from = join(artifacts.folder, name);
    if (!existsSync(from)) throw new Error(`Artifact not found for name: ${name}`);
    copy(from, join(folder, "work", path));
    return "";
  },
};

/** Returns the action's output; throws for an unknown action or input. */
export function useAction(uses: string, given: Given, place: JobPlace): string {
  const action = actions[uses.slice(0, uses.indexOf("@"))];
  if (action === undefined) throw new Error(`the action ${uses} is unknown`);
  return action(given, place);
}

function assertOnly(given: Given, known: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (!known[name]?.includes(value)) throw new Error(`the input ${name}: ${value} is unknown`);
  }
}
