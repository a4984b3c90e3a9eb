import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { urnOf } from "./engine/urn";
import { type Outcome, Project } from "./project";

/** One resource of a program: its class, its arguments, and the options that are plain values. */
export interface Declared {
  readonly kind: "List" | "SourceAgent" | "Campaign" | "FullCycle" | "Provider";
  /** `$leads` is a placeholder for the id of the resource `leads`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Options that a transformation of the program sets. */
  readonly transformed?: Readonly<Record<string, unknown>>;
  /** The explicit provider of that name. */
  readonly provider?: string;
  /** Names of further resources that it depends on, beside those in its arguments. */
  readonly after?: readonly string[];
}

export type DeclaredProgram = Readonly<Record<string, Declared>>;
/** Resources that are changed or added; undefined removes one. */
export type Changes = Readonly<Record<string, Declared | undefined>>;

export function changedProgram(program: DeclaredProgram, changes: Changes): DeclaredProgram {
  const declared: Record<string, Declared> = {};
  for (const [name, resource] of Object.entries({ ...program, ...changes })) {
    if (resource !== undefined) declared[name] = resource;
  }
  return declared;
}

/** The arguments of a resource, with ids instead of placeholders such as `$leads`. */
export function filled({ args }: Declared, idOf: (name: string) => string): Record<string, unknown> {
  const inner = (value: unknown): unknown => {
    if (typeof value === "string") return value.startsWith("$") ? idOf(value.slice(1)) : value;
    return Array.isArray(value) ? value.map(inner) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, inner(value)]));
}

/** Registers the resources in a file beside it, so that a test changes data instead of code. */
const program = `
const outreach = require("pulumi-outreach");
const { readFileSync } = require("node:fs");
const made = {};
const filled = (value) =>
  Array.isArray(value) ? value.map(filled)
  : typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]))
  : typeof value === "string" && value.startsWith("$") ? made[value.slice(1)].id
  : value;
for (const [name, { kind, args, options, transformed, provider, after = [] }] of Object.entries(JSON.parse(readFileSync("declared.json", "utf8")))) {
  const transformations = transformed ? [({ props, opts }) => ({ props, opts: { ...opts, ...transformed } })] : [];
  made[name] = new outreach[kind](name, filled(args), { ...options, transformations, dependsOn: after.flatMap((other) => made[other] ?? []), ...(provider ? { provider: made[provider] } : {}) });
}
`;

export interface Shown {
  readonly code: number;
  /** The text below "Diagnostics:", reproducible: a block for each resource, without ids, addresses and counts. */
  readonly said: string;
  /** How many resources had which operation, from the last lines. */
  readonly resources: string;
  readonly text: string;
}

/** A project whose program is data, and the output of its runs. */
export class DeclaredProject {
  readonly project: Project;

  constructor(env: Readonly<Record<string, string>>, stack = "test") {
    this.project = new Project({ program, env, stack });
    this.declare({});
  }

  async init(): Promise<this> {
    await this.project.init();
    return this;
  }

  declare(resources: DeclaredProgram): void {
    writeFileSync(join(this.project.folder, "declared.json"), JSON.stringify(resources));
  }

  urn(kind: Declared["kind"], name: string): string {
    return urnOf(kind, name, this.project.stack);
  }

  async run(verb: "preview" | "up" | "refresh" | "destroy", args: readonly string[] = [], env = {}): Promise<Shown> {
    const quietly = verb === "preview" || args.includes("--preview-only") ? [] : ["--yes", "--skip-preview"];
    const { stack } = this.project;
    return shown(
      await this.project.run([verb, "--non-interactive", "--color", "never", "-s", stack, ...quietly, ...args], env),
    );
  }

  async id(name: string): Promise<number> {
    const { resources } = await this.project.state();
    const found = resources.find(({ urn }) => urn.endsWith(`::${name}`));
    if (found?.id === undefined) throw new Error(`${name} is not in the state`);
    return Number(found.id);
  }
}

function shown({ code, text }: Outcome): Shown {
  const [, diagnostics = ""] = /^Diagnostics:\n(.*?)(?=^Resources:|^Duration:)/ms.exec(text) ?? [];
  const [, resources = ""] = /^Resources:\n(.*?)\n\n/ms.exec(text) ?? [];
  return { code, text, said: said(diagnostics), resources: stableText(resources) };
}

/** Sorted: the engine prints blocks and their entries in the order in which it receives them. */
function said(diagnostics: string): string {
  const blocks = diagnostics.split(/^ {2}(?=\S)/m).flatMap((block) => {
    const [heading = "", ...entries] = block.split(/^ {4}(?=(?:error|warning|outreach): )/m);
    const told = entries.filter((entry) => !/^(outreach: \d+ request|error: (update|preview) failed)/.test(entry));
    if (told.length === 0) return [];
    return stableText([heading.trimEnd(), ...told.map((entry) => `    ${entry.trimEnd()}`).sort()].join("\n"));
  });
  return blocks.sort().join("\n");
}

/** The text without what differs between runs. */
export function stableText(text: string): string {
  return text
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "SERVICE")
    .replace(/\b\d{9,}\b/g, "ID")
    .replace(/\(\d+(\.\d+)?m?s\)/g, "(time)")
    .replace(/\(\/[^)\s]*\)/g, "(folder)")
    .replace(/^ {4}/gm, "  ")
    .trimEnd();
}
