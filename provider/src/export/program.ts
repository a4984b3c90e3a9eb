import { isRecord } from "../api/json";
import { safeText } from "../api/redact";
import { kinds } from "../kinds";
import { grouped } from "../text/groups";
import { Code, literal } from "./code";
import type { Export, Exported } from "./model";
import { Names, shortNoun, variableName } from "./names";
import { signalCode } from "./signals";
import { stepCode } from "./steps";

/** A program with more campaigns than this has a file for each. */
export const mostInOneFile = 8;

/** A part of a module: source code to be formatted, or finished text. */
export type Part = { readonly source: string } | { readonly finished: string };

/** The program before formatting. */
export interface Program {
  /** The parts of each module, by path. */
  readonly modules: ReadonlyMap<string, readonly Part[]>;
  /** Text files that the modules read, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The statement that declares a resource, and the resources it refers to. */
interface Statement {
  readonly object: Exported;
  readonly variable: string;
  readonly code: string;
  readonly refersTo: readonly Exported[];
  readonly readsTexts: boolean;
}

/** Generates the program: in one file, or with one file per campaign if there are many. */
export function programOf({ exported }: Export): Program {
  const variables = new Names();
  const named = exported.map((object) => ({ object, variable: variableName(object.kind, object.resource, variables) }));
  const writer = new Writer(named);
  const statements = named.map(({ object, variable }) => writer.statement(object, variable));
  const campaigns = statements.filter(({ object }) => object.kind === "Campaign");
  const modules = campaigns.length > mostInOneFile ? severalFileModules(statements) : singleFileModules(statements);
  return { modules, texts: writer.texts };
}

interface Named {
  readonly object: Exported;
  readonly variable: string;
}

class Writer {
  readonly texts = new Map<string, string>();
  private readonly byKindAndId: ReadonlyMap<string, Named>;
  private readonly agentsByList: ReadonlyMap<string, readonly Named[]>;

  constructor(named: readonly Named[]) {
    this.byKindAndId = new Map(named.map((one) => [`${one.object.kind} ${one.object.id}`, one]));
    const agents = named.filter(({ object }) => object.kind === "SourceAgent");
    this.agentsByList = grouped(agents, ({ object }) => String(object.declared.listId));
  }

  statement(object: Exported, variable: string): Statement {
    const { kind, resource, declared, acknowledge } = object;
    const refersTo: Exported[] = [];
    let readsTexts = false;
    const reference = (to: string, id: unknown) => {
      const used = this.byKindAndId.get(`${to} ${id}`);
      if (used === undefined) return id;
      refersTo.push(used.object);
      return new Code(`${used.variable}.id`);
    };
    const targets = new Map(kinds[kind].references.map(({ property, refersTo: to }) => [property, to]));
    const text = (value: string, file: string) => {
      if (!value.includes("\n")) return value;
      readsTexts = true;
      const path = `${resource}/${file}.txt`;
      this.texts.set(`texts/${path}`, `${value}\n`);
      return new Code(`text(${literal(path)})`);
    };
    const args = Object.fromEntries(
      Object.entries(declared).map(([property, value]) => {
        const to = targets.get(property);
        if (to === undefined) return [property, argumentCode(property, value, text)];
        return [property, Array.isArray(value) ? value.map((id) => reference(to, id)) : reference(to, value)];
      }),
    );
    const agents = kind === "Campaign" ? this.agentsOf(declared.listIds) : [];
    refersTo.push(...agents.map((agent) => agent.object));
    const options = agents.length === 0 ? [] : [{ dependsOn: agents.map((agent) => new Code(agent.variable)) }];
    const all = [resource, { ...args, ...(acknowledge.length === 0 ? {} : { acknowledge }) }, ...options];
    const code = `new outreach.${kind}(${all.map(literal).join(", ")})`;
    return { object, variable, code, refersTo, readsTexts };
  }

  /** The agents that fill these lists, in the creation order of the specification. */
  private agentsOf(listIds: unknown): Named[] {
    const agents = (Array.isArray(listIds) ? listIds : []).flatMap((id) => this.agentsByList.get(String(id)) ?? []);
    return [...new Set(agents)];
  }
}

function argumentCode(property: string, value: unknown, text: (value: string, file: string) => unknown): unknown {
  if (typeof value === "string") return text(value, property);
  if (!Array.isArray(value)) return value;
  if (property === "variables") return value.filter(isRecord).map((signal) => new Code(signalCode(signal)));
  if (property !== "steps") return value;
  return value
    .filter(isRecord)
    .map(
      (step, index) =>
        new Code(stepCode(step, (own, field) => text(own, `${index + 1}-${textFileName(step.type, field)}`))),
    );
}

/** The base name of a text file: `message`, `email` or `note`. */
function textFileName(type: unknown, field: string): string {
  return type === "email" && field === "message" ? "email" : field;
}

const importSdk = 'import * as outreach from "pulumi-outreach";';
const importText = ['import { readFileSync } from "node:fs";', 'import { join } from "node:path";'];
const readText = (before: string): Part => ({
  finished: `// Texts are files of their own, so that a change of wording is reviewed as prose.
${before}const text = (file: string) =>
  readFileSync(join(__dirname, "texts", file), "utf8");`,
});

function sourceOf(lines: readonly string[], between = "\n\n"): Part {
  return { source: lines.join(between) };
}

function singleFileModules(statements: readonly Statement[]): Map<string, readonly Part[]> {
  const readsTexts = statements.some((statement) => statement.readsTexts);
  const used = new Set(statements.flatMap(({ refersTo }) => refersTo));
  const lines = statements.map((statement) =>
    statementSource(statement, used.has(statement.object) ? "const" : "none"),
  );
  const parts = readsTexts
    ? [sourceOf([...importText, importSdk], "\n"), readText(""), sourceOf(lines)]
    : [sourceOf([importSdk, ...lines])];
  return new Map([["index.ts", parts]]);
}

function statementSource({ object, variable, code }: Statement, as: "const" | "export" | "none"): string {
  const comments = object.notes.map(commentLines).join("");
  const before = as === "none" ? "" : `${as === "export" ? "export " : ""}const ${variable} = `;
  return `${comments}${before}${code};`;
}

/** Line width in columns, the same as the formatter's. */
const lineWidth = 80;

/** Formats a sentence as comment lines. Lines break only at spaces; the text itself cannot break a line. */
function commentLines(note: string): string {
  const lines = [""];
  for (const word of safeText(note, 400).split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 4 > lineWidth) lines.push(word);
    else lines[lines.length - 1] = `${line}${line === "" ? "" : " "}${word}`;
  }
  return lines.map((line) => `// ${line}\n`).join("");
}

/** The module that contains a resource. Campaigns have one each, because they hold the texts. */
function modulePath({ kind, resource }: Exported): string {
  const folder = `${shortNoun(kind)}s`;
  return kind === "Campaign" ? `${folder}/${resource}` : folder;
}

function severalFileModules(statements: readonly Statement[]): Map<string, readonly Part[]> {
  const byModule = grouped(statements, ({ object }) => modulePath(object));
  const variables = new Map(statements.map(({ object, variable }) => [object, variable]));
  const modules = new Map<string, readonly Part[]>();
  for (const [module, own] of byModule) {
    const up = module.includes("/") ? "../" : "./";
    const imports = importsOf(module, own, variables, up);
    const texts = own.some(({ readsTexts }) => readsTexts) ? [`import { text } from "${up}texts";`] : [];
    // A campaign that nothing refers to needs no name.
    const lines = own.map((statement) =>
      statementSource(statement, statement.object.kind === "Campaign" ? "none" : "export"),
    );
    modules.set(`${module}.ts`, [sourceOf([[importSdk, ...imports, ...texts].join("\n"), ...lines])]);
  }
  if (statements.some(({ readsTexts }) => readsTexts)) {
    modules.set("texts.ts", [sourceOf(importText, "\n"), readText("export ")]);
  }
  const all = [...byModule.keys()].map((module) => `import ${literal(`./${module}`)};`);
  modules.set("index.ts", [sourceOf(all, "\n")]);
  return modules;
}

function importsOf(
  module: string,
  statements: readonly Statement[],
  variables: ReadonlyMap<Exported, string>,
  up: string,
): string[] {
  const foreign = new Set(
    statements.flatMap(({ refersTo }) => refersTo).filter((object) => modulePath(object) !== module),
  );
  const byModule = new Map<string, Set<string>>();
  for (const object of foreign) {
    const from = modulePath(object);
    byModule.set(from, (byModule.get(from) ?? new Set()).add(variables.get(object) ?? ""));
  }
  return [...byModule]
    .sort()
    .map(([from, names]) => `import { ${[...names].sort().join(", ")} } from ${literal(`${up}${from}`)};`);
}
