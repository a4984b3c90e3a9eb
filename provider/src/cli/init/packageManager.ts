import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package manager and its commands. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** Installs the dependencies in package.json. */
  readonly install: string;
  /** Adds the packages that follow. */
  readonly add: string;
  readonly addForDevelopment: string;
  /** Installs exactly the versions in the lock file, as in pipelines. */
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

/** npm comes last, because a single call by mistake leaves its lock file next to another one. */
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
 * The package manager of a folder, determined by the lock file there or in a parent folder of the same repository, as in
 * workspaces. npm if there is none.
 *
 * @param top the repository's folder, if different
 */
export function packageManagerOf(folder: string, top = folder): PackageManager {
  const found = managers.find(({ lockFiles }) => lockFiles.some((file) => existsSync(join(folder, file))));
  if (found !== undefined) return found;
  return folder === top || dirname(folder) === folder ? npm : packageManagerOf(dirname(folder), top);
}
