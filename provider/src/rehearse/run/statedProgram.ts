import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isRecord, parseJson } from "../../api/json";
import { nameOf } from "../../lifecycle/about";
import type { Values } from "../../lifecycle/kind";
import { Refusal } from "../../lifecycle/refusal";
import { kindOf } from "../../review/input/resources";
import { specialKey } from "../../review/input/values";
import { escapedUnits, withHidden } from "../../text/characters";
import { type EarlierProgram, linkPackagesOf } from "./checkout";
import { placeholder } from "./configCopy";
import type { RehearsedProject } from "./project";

const exported = z.looseObject({
  deployment: z.looseObject({
    resources: z
      .array(
        z.looseObject({
          urn: z.string(),
          type: z.string(),
          id: z.string().nullish(),
          delete: z.boolean().nullish(),
          inputs: z.record(z.string(), z.unknown()).nullish(),
        }),
      )
      .nullish(),
  }),
});

interface Stated {
  readonly kind: "List" | "SourceAgent" | "Campaign";
  readonly name: string;
  readonly id: string | undefined;
  readonly inputs: Values;
}

/** A program that declares what the state of a stack holds of this package. */
export class StatedProgram implements EarlierProgram {
  readonly reference = "the state";
  readonly otherwise = "Compare with a commit: --against REF.";
  private folder: string | undefined;

  /** @param exported prints the state of the stack, as `pulumi stack export` does */
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

/** The source text of that program. */
export function statedProgram(state: string): string {
  const resources = resourcesIn(state);
  const order = ["List", "SourceAgent", "Campaign"] as const;
  const sorted = order.flatMap((kind) => resources.filter((each) => each.kind === kind));
  const lists = new Map<string, string>();
  const names = new Set<string>();
  const lines = sorted.map(({ kind, name, id, inputs }, index) => {
    const variable = `resource${index}`;
    if (kind === "List" && id !== undefined) lists.set(id, variable);
    let unique = name;
    // Resources with different parents may have one name.
    for (let count = 2; names.has(`${kind} ${unique}`); count += 1) unique = `${name}-${count}`;
    names.add(`${kind} ${unique}`);
    return `const ${variable} = new outreach.${kind}(${code(unique)}, ${argumentsCode(inputs, lists)});`;
  });
  return `const outreach = require("pulumi-outreach");\n${lines.join("\n")}\n`;
}

function resourcesIn(state: string): Stated[] {
  const { data } = exported.safeParse(jsonOf(state));
  if (data === undefined) {
    throw new Refusal(
      "could not compare with the state: `pulumi stack export` printed something else than a state.",
      "Use a newer Pulumi CLI, or compare with a git reference: --against REF.",
    );
  }
  return (data.deployment.resources ?? []).flatMap(({ urn, type, id, delete: isLeft, inputs }): Stated[] => {
    const kind = kindOf(type);
    if (kind === undefined || isLeft === true) return [];
    const own = Object.entries(inputs ?? {}).filter(([name]) => !name.startsWith("__") && name !== "adopt");
    return [{ kind, name: nameOf(urn), id: id ?? undefined, inputs: Object.fromEntries(own) }];
  });
}

/** Ids of lists of the state become references, as the program would have them. */
function argumentsCode(inputs: Values, lists: ReadonlyMap<string, string>): string {
  const reference = (id: unknown) => {
    const variable = lists.get(String(id));
    return variable === undefined ? code(plain(id)) : `${variable}.id`;
  };
  const entries = Object.entries(inputs).map(([name, value]) => {
    if (name === "listId") return `${code(name)}: ${reference(value)}`;
    if (name === "listIds" && Array.isArray(value)) return `${code(name)}: [${value.map(reference).join(", ")}]`;
    return `${code(name)}: ${code(plain(value))}`;
  });
  return `{ ${entries.join(", ")} }`;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  if (value[specialKey] !== undefined) return placeholder;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Source text in which a reader sees each character. */
function code(value: unknown): string {
  return withHidden(JSON.stringify(value), escapedUnits);
}
