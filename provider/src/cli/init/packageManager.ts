import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What installs the packages of a project, and its commands. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** Installs what the package.json asks for. */
  readonly install: string;
  /** Adds packages, which follow. */
  readonly add: string;
  readonly addForDevelopment: string;
  /** Installs exactly what the lock file says, as pipelines do. */
  readonly installLocked: string;
  readonly lockFiles: readonly string[];
}

const npm: PackageManager = {
  name: "npm",
  install: "npm install",
  add: "npm install",
  addForDevelopment: "npm install --save-dev",
  installLocked: "npm ci",
  lockFiles: ["package-lock.json", "npm-shrinkwrap.json"],
};

/** npm is the last one: who calls it once by mistake has its lock file beside another one. */
const managers: readonly PackageManager[] = [
  {
    name: "pnpm",
    install: "pnpm install",
    add: "pnpm add",
    addForDevelopment: "pnpm add --save-dev",
    installLocked: "pnpm install --frozen-lockfile",
    lockFiles: ["pnpm-lock.yaml"],
  },
  {
    name: "yarn",
    install: "yarn install",
    add: "yarn add",
    addForDevelopment: "yarn add --dev",
    installLocked: "yarn install --frozen-lockfile",
    lockFiles: ["yarn.lock"],
  },
  {
    name: "bun",
    install: "bun install",
    add: "bun add",
    addForDevelopment: "bun add --dev",
    installLocked: "bun install --frozen-lockfile",
    lockFiles: ["bun.lock", "bun.lockb"],
  },
  npm,
];

/**
 * The package manager of a folder: of its lock file, or of one above it in the same repository, where a workspace has it.
 * npm if there is none.
 *
 * @param top the folder of the repository, if it is another one
 */
export function packageManagerOf(folder: string, top = folder): PackageManager {
  const found = managers.find(({ lockFiles }) => lockFiles.some((file) => existsSync(join(folder, file))));
  if (found !== undefined) return found;
  return folder === top || dirname(folder) === folder ? npm : packageManagerOf(dirname(folder), top);
}
