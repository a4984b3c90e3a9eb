import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { pulumiExecutable } from "./pulumiExecutable";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, as on a terminal. */
  readonly text: string;
}

const previewSchema = z.looseObject({
  steps: z.array(
    z.looseObject({
      op: z.string(),
      urn: z.string(),
      detailedDiff: z.record(z.string(), z.looseObject({ kind: z.string() })).nullish(),
    }),
  ),
  changeSummary: z.record(z.string(), z.number()).optional(),
  diagnostics: z
    .array(z.looseObject({ urn: z.string().optional(), message: z.string(), severity: z.string() }))
    .optional(),
});
export type Preview = z.infer<typeof previewSchema>;

const deploymentSchema = z.looseObject({
  resources: z
    .array(
      z.looseObject({
        urn: z.string(),
        type: z.string(),
        id: z.string().optional(),
        inputs: z.record(z.string(), z.unknown()).optional(),
        outputs: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .default([]),
  pending_operations: z.array(z.unknown()).optional(),
});
export type State = z.infer<typeof deploymentSchema>;

/** A file of the backend; a stack that was never brought up has no deployment. */
const checkpointSchema = z.looseObject({
  checkpoint: z.looseObject({ latest: deploymentSchema.nullish() }),
});

export interface ProjectOptions {
  /** The program's CommonJS source, or the folder of an existing program. */
  readonly program?: string;
  readonly folder?: string;
  readonly stack?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A Pulumi project with its own file backend, run with the real CLI. */
export class Project {
  readonly folder: string;
  readonly scratch: string;
  readonly stack: string;
  readonly env: Record<string, string>;

  constructor(options: ProjectOptions) {
    this.scratch = join(repository, ".state", "tests", randomUUID().slice(0, 8));
    this.folder = options.folder ?? join(this.scratch, "program");
    this.stack = options.stack ?? "test";
    mkdirSync(join(this.scratch, "backend"), { recursive: true });
    mkdirSync(join(this.scratch, "home"), { recursive: true });
    if (options.folder === undefined) {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(
        join(this.folder, "Pulumi.yaml"),
        "name: outreach-test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      );
      writeFileSync(join(this.folder, "package.json"), '{ "private": true, "main": "index.js" }\n');
    }
    if (options.program !== undefined) this.write(options.program);
    this.env = {
      ...inherited(),
      PULUMI_HOME: join(this.scratch, "home"),
      PULUMI_BACKEND_URL: `file://${join(this.scratch, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "tests",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      OUTREACH_CACHE_FOLDER: join(this.scratch, "cache"),
      ...options.env,
    };
  }

  /** Replaces the program. */
  write(program: string): void {
    writeFileSync(join(this.folder, "index.js"), program);
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    return spawn(pulumiExecutable(), args, {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return await outcomeOf(this.start(args, env));
  }

  async init(): Promise<this> {
    const made = await this.run(["stack", "init", this.stack]);
    if (made.code !== 0) throw new Error(`stack init failed:\n${made.text}`);
    return this;
  }

  async config(key: string, value: string, secret = false): Promise<void> {
    const set = await this.run(["config", "set", secret ? "--secret" : "--plaintext", "-s", this.stack, key, value]);
    if (set.code !== 0) throw new Error(`config set failed:\n${set.text}`);
  }

  up(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return this.run(["up", "--yes", "--skip-preview", "--non-interactive", "-s", this.stack, ...args], env);
  }

  refresh(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return this.run(["refresh", "--yes", "--skip-preview", "--non-interactive", "-s", this.stack, ...args], env);
  }

  destroy(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    return this.run(["destroy", "--yes", "--skip-preview", "--non-interactive", "-s", this.stack, ...args], env);
  }

  async preview(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Preview & Outcome> {
    const outcome = await this.run(["preview", "--json", "--non-interactive", "-s", this.stack, ...args], env);
    return { ...outcome, ...previewSchema.parse(JSON.parse(outcome.stdout)) };
  }

  /** The state, read from the backend's file, because `stack export` needs a run of the CLI. */
  async state(): Promise<State> {
    const folder = join(this.scratch, "backend", ".pulumi", "stacks");
    const [file, ...others] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => basename(name) === `${this.stack}.json`,
    );
    if (file === undefined || others.length > 0) throw new Error(`${folder} does not hold only stack ${this.stack}`);
    const { checkpoint } = checkpointSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
    return checkpoint.latest ?? { resources: [] };
  }

  /** False while the engine writes its state in place: an engine that is ended meanwhile would leave no state. */
  isStateWritten(): boolean {
    const folder = join(this.scratch, "backend", ".pulumi", "stacks");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
    return files.every((file) => z.record(z.string(), z.unknown()).safeParse(parsed(join(folder, file))).success);
  }

  /** Removes everything that the project wrote. */
  remove(): void {
    if (existsSync(this.scratch)) rmSync(this.scratch, { recursive: true, force: true });
  }
}

export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const all: string[] = [];
  const collect = (to: string[]) => (chunk: Buffer) => {
    to.push(chunk.toString());
    all.push(chunk.toString());
  };
  child.stdout?.on("data", collect(out));
  child.stderr?.on("data", collect(err));
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit) => resolve(exit ?? -1));
  });
  return { code, stdout: out.join(""), stderr: err.join(""), text: all.join("") };
}

/** The environment without the settings of whoever runs the tests. */
function inherited(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(OUTREACH_|PULUMI_|https?_proxy$|no_proxy$)/i.test(name)) kept[name] = value;
  }
  return kept;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
