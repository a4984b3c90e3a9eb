import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { commandLine, type Printed, type Surroundings } from "./commandLine";
import { repository } from "./project";

/** What `init` prints with `--json`. */
export interface MadeProject {
  readonly name: string;
  readonly program: string;
  readonly written: string[];
  readonly kept: string[];
  readonly byHand: string[];
  readonly different: string[];
  readonly next: string[];
}

/** The text of an example's file. */
export const exampleText = (path: string) => readFileSync(join(repository, "examples", path), "utf8");

/** The files that every new project in an empty folder has. */
export const allFiles = [
  ...["Pulumi.yaml", "Pulumi.local.yaml", "index.ts", "local.mjs", "package.json", "tsconfig.json"],
  ...[".gitignore", "README.md"],
];

/** A path for a new project in each test, where no folder exists yet. */
export class InitStage {
  scratch = "";
  folder = "";

  constructor() {
    beforeEach(() => {
      this.scratch = mkdtempSync(join(tmpdir(), "outreach-init-"));
      this.folder = join(this.scratch, "fintech");
    });
    afterEach(() => rmSync(this.scratch, { recursive: true, force: true }));
  }

  async init(words: readonly string[] = [], surroundings: Surroundings = {}): Promise<Printed> {
    return await commandLine(["init", this.folder, ...words], surroundings);
  }

  /** The JSON document that it prints. */
  async made(...words: readonly string[]): Promise<MadeProject> {
    const { code, stdout, stderr } = await this.init([...words, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  /** Every file in the folder with its text. */
  contents(): Record<string, string> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      files.sort().map((path) => [relative(this.folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
    );
  }
}
