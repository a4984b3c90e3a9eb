import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { environmentWithout } from "../../host/environment";
import { rehearsalKeyVariable, rehearsalVariable } from "../../host/rehearsal";
import { Refusal } from "../../lifecycle/refusal";
import { failureReason } from "../said";
import { type ConfigCopy, placeholder } from "./configCopy";
import type { LocalService } from "./localService";
import type { Ended, Processes } from "./processes";
import type { RehearsedProject } from "./project";

/**
 * Variables that a rehearsal sets itself or must not pass on: the user's backend and token, and this package's settings
 * except the member and the acknowledgements.
 */
const replacedVariables =
  /^(?:PULUMI_(?!NODEJS_(?:TRANSPILE_ONLY|TYPESCRIPT|TSCONFIG_PATH)$)|OUTREACH_(?!(?:IMPERSONATE_USER_ID|IMPERSONATE_EMAIL|PREMIUM_SEATS|ACKNOWLEDGE)$)).*/i;

/** A stack of the user's project on a separate backend, removed at the end of the rehearsal. */
export class ThrowAwayStack {
  private readonly configFile: string;
  /** Random, so that nobody can read the secrets in a state left behind by a killed process. */
  private readonly passphrase = randomUUID();

  constructor(
    private readonly processes: Processes,
    private readonly project: RehearsedProject,
    readonly name: string,
    /** A folder used by nothing else. */
    private readonly folder: string,
    private readonly service: Pick<LocalService, "url" | "apiKey">,
  ) {
    this.configFile = join(folder, "project", `Pulumi.${name}.yaml`);
  }

  /** Creates the stack with this config. */
  async make({ plain, secret }: ConfigCopy): Promise<void> {
    const folder = join(this.folder, "project");
    for (const each of ["project", "backend", "home", "temporary"]) await mkdir(join(this.folder, each));
    const { stringify } = await import("yaml");
    // `stack init` writes the stack's config next to the project file: this one, not the user's.
    await writeFile(join(folder, "Pulumi.yaml"), stringify({ name: this.project.name, runtime: "nodejs" }));
    await this.runOrRefuse("pulumi stack init", ["stack", "init", this.name], folder);
    const made = await readFile(this.configFile, "utf8").catch(() => "");
    await writeFile(this.configFile, `${made}${stringify({ config: plain })}`);
    if (secret.length === 0) return;
    const values = secret.flatMap((key) => ["--secret", `${key}=${placeholder}`]);
    await this.runOrRefuse("pulumi config", ["config", "set-all", "--stack", this.name, ...values], folder);
  }

  /** Prints the program's plan as JSON; exit code 1 if it fails. */
  preview(): Promise<Ended> {
    return this.runOnProgram(["preview", "--json"]);
  }

  /**
   * Deploys the program and prints the result as JSON. Types were already checked in the preview. Creates one resource at a
   * time, because the order of objects determines which campaign gets a remainder and must be reproducible.
   */
  up(): Promise<Ended> {
    return this.runOnProgram(["up", "--yes", "--skip-preview", "--json", "--parallel", "1"], {
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    });
  }

  private runOnProgram(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.pulumi([...words, "--stack", this.name, "--config-file", this.configFile], this.project.folder, more);
  }

  private async runOrRefuse(what: string, words: readonly string[], folder: string): Promise<void> {
    const { code, errors, output } = await this.pulumi(words, folder);
    if (code !== 0)
      throw new Refusal(
        `could not make the stack of the rehearsal: \`${what}\` failed: ${failureReason(errors, output)}`,
      );
  }

  private async pulumi(
    words: readonly string[],
    cwd: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    try {
      const env = { ...this.environment(), ...more };
      return await this.processes.run("pulumi", [...words, "--non-interactive"], { cwd, env });
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") {
        throw new Refusal(
          "the Pulumi CLI (pulumi) is not on the PATH.",
          "Install it: https://www.pulumi.com/docs/install/",
        );
      }
      throw error;
    }
  }

  private environment(): Record<string, string> {
    const { url, apiKey } = this.service;
    const temporary = join(this.folder, "temporary");
    return {
      ...environmentWithout(replacedVariables),
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_BACKEND_URL: pathToFileURL(join(this.folder, "backend")).href,
      PULUMI_CONFIG_PASSPHRASE: this.passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // With a separate home and no plugin acquisition, no provider of another package can start.
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
      // The CLI and its plugins leave files in the temporary folder.
      ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary },
      OUTREACH_CACHE_FOLDER: join(this.folder, "cache"),
      // For programs that read them to create an explicit provider.
      ...{ OUTREACH_BASE_URL: url, OUTREACH_API_KEY: apiKey },
      ...{ [rehearsalVariable]: url, [rehearsalKeyVariable]: apiKey },
    };
  }
}
