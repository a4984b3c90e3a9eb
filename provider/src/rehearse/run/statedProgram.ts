import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../../api/json";
import { kindNames } from "../../everyKind";
import { type Kind, kinds } from "../../kinds";
import type { Values } from "../../lifecycle/kind";
import { Refusal } from "../../lifecycle/refusal";
import type { PlannedResource } from "../../review/input/plan";
import { readStates } from "../../review/input/read";
import { isPlain } from "../../review/input/values";
import { visibleJson } from "../../text/characters";
import { type EarlierProgram, linkPackagesOf } from "./checkout";
import { placeholder } from "./configCopy";
import type { RehearsedProject } from "./project";

/** A program that declares the resources of this package in a stack's state. */
export class StatedProgram implements EarlierProgram {
  readonly reference = "the state";
  readonly otherwise = "Compare with a commit: --against REF.";
  private folder: string | undefined;

  /** @param exported returns the stack's state in the format of `pulumi stack export` */
  constructor(
    private readonly project: RehearsedProject,
    private readonly exported: () => Promise<string>,
  ) {}

  async make(): Promise<{ readonly project: RehearsedProject }> {
    const text = statedProgram(await this.exported());
    this.folder = await mkdtemp(join(tmpdir(), "outreach-against-"));
    const program = join(this.folder, "program");
    await mkdir(program);
    const { name, programFolder, configFolder } = this.project;
    const files = {
      "Pulumi.yaml": `name: ${JSON.stringify(name)}\nruntime: { name: nodejs, options: { typescript: false } }\n`,
      "package.json": '{ "private": true }\n',
      "index.js": text,
    };
    for (const [file, content] of Object.entries(files)) await writeFile(join(program, file), content);
    await linkPackagesOf(programFolder, program);
    return { project: { folder: program, name, programFolder: program, configFolder } };
  }

  async end(): Promise<void> {
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The program's source code. */
export function statedProgram(state: string): string {
  const resources = resourcesIn(state);
  const sorted = kindNames.flatMap((kind) =>
    resources.flatMap((each) => (each.kind === kind ? [{ ...each, kind }] : [])),
  );
  const variables = new Map<string, string>();
  const names = new Set<string>();
  const lines = sorted.map(({ kind, resource, id, after = {} }, index) => {
    const variable = `resource${index}`;
    if (id !== undefined) variables.set(`${kind} ${id}`, variable);
    let unique = resource;
    // Resources with different parents may have the same name.
    for (let count = 2; names.has(`${kind} ${unique}`); count += 1) unique = `${resource}-${count}`;
    names.add(`${kind} ${unique}`);
    return `const ${variable} = new outreach.${kind}(${visibleJson(unique)}, ${argumentsCode(kind, after, variables)});`;
  });
  return `const outreach = require("pulumi-outreach");\n${lines.join("\n")}\n`;
}

function resourcesIn(state: string): readonly PlannedResource[] {
  const input = { source: "the state of the stack", text: state };
  try {
    // Comparing a state with itself makes a plan in which no resource changes.
    return readStates(input, input).resources;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      "could not compare with the state: `pulumi stack export` printed something else than a state.",
      "Use a newer Pulumi CLI, or compare with a git reference: --against REF.",
    );
  }
}

/** Ids of objects of the state become references, as the program would have them. */
function argumentsCode(kind: Kind, inputs: Values, variables: ReadonlyMap<string, string>): string {
  const targets = new Map(kinds[kind].references.map(({ property, refersTo }) => [property, refersTo]));
  const entries = Object.entries(inputs).flatMap(([name, value]) => {
    if (name === "adopt") return [];
    const target = targets.get(name);
    const reference = (id: unknown) => {
      const variable = variables.get(`${target} ${id}`);
      return variable === undefined ? visibleJson(withoutHidden(id)) : `${variable}.id`;
    };
    const text =
      Array.isArray(value) && target !== undefined ? `[${value.map(reference).join(", ")}]` : reference(value);
    return [`${visibleJson(name)}: ${text}`];
  });
  return `{ ${entries.join(", ")} }`;
}

/** A value with a placeholder for each that the state does not show. */
function withoutHidden(value: unknown): unknown {
  if (!isPlain(value)) return placeholder;
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutHidden(inner)]));
}
