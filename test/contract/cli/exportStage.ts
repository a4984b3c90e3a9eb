import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "pulumi-outreach-sandbox";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { commandLine } from "../../support/commandLine";

/** A sandbox and an empty folder for each test. */
export class ExportStage {
  private opened: Sandbox | undefined;
  private folder = "";

  /** Prepares each test of the file, and checks after each that nothing was written to the service. */
  constructor() {
    beforeEach(async () => {
      this.folder = mkdtempSync(join(tmpdir(), "outreach-export-"));
      await this.open();
    });
    afterEach(async () => {
      const { requests } = await this.sandbox.log({});
      expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
      expect(filesIn(this.scratch).filter((path) => path.includes(".tmp"))).toEqual([]);
      vi.unstubAllEnvs();
      await this.sandbox.close();
      rmSync(this.folder, { recursive: true });
    });
  }

  /** Replaces the sandbox with a new one. */
  async open(options: Parameters<typeof startSandbox>[0] = {}): Promise<void> {
    await this.opened?.close();
    this.opened = await startSandbox({ rateLimit: false, ...options });
    vi.stubEnv("OUTREACH_BASE_URL", this.opened.url);
    vi.stubEnv("OUTREACH_API_KEY", this.opened.accounts.owner.apiKeys[0]);
    vi.stubEnv("OUTREACH_CACHE_FOLDER", join(this.scratch, "cache"));
  }

  get sandbox(): Sandbox {
    if (this.opened === undefined) throw new Error("no test runs");
    return this.opened;
  }

  get scratch(): string {
    return this.folder;
  }

  /** The folder to export to, which does not exist yet. */
  get target(): string {
    return join(this.folder, "outreach");
  }

  run(...words: string[]) {
    return commandLine(["export", ...words]);
  }

  /** The content of an exported file. */
  read(path: string): string {
    return readFileSync(join(this.target, path), "utf8");
  }

  /** The contents of all exported files. */
  all(): string[] {
    return filesIn(this.target).map((path) => this.read(path));
  }
}

/** Paths of all files in a folder except the cache. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("cache"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
