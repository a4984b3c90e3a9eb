import { join, posix } from "node:path";
import ts from "typescript";
import { step } from "../../../provider/src/resources/campaign/step";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";

/** A resource as an exported program declares it. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** `Kind name` of each dependency. */
  readonly dependsOn: readonly string[];
}

/** Runs an exported program without the engine. The ids of resources come from the import file. */
export function evaluate(files: ReadonlyMap<string, string>, idOf: (kind: string, name: string) => string): Declared[] {
  const declared: Declared[] = [];
  const modules = new Map<string, object>();
  const resource = (kind: string) =>
    class {
      readonly id: string;
      readonly label: string;
      constructor(name: string, args: Declared["args"], options: { readonly dependsOn?: { label: string }[] } = {}) {
        this.id = idOf(kind, name);
        this.label = `${kind} ${name}`;
        declared.push({ kind, name, args, dependsOn: (options.dependsOn ?? []).map(({ label }) => label) });
      }
    };
  const outreach = { List: resource("List"), SourceAgent: resource("SourceAgent"), Campaign: resource("Campaign") };
  const readFileSync = (path: string) => {
    const text = files.get(posix.relative("/program", path));
    if (text === undefined) throw new Error(`there is no file ${path}`);
    return text;
  };
  const builtIn: Readonly<Record<string, object>> = {
    "pulumi-outreach": { ...outreach, step, signal },
    "node:fs": { readFileSync },
    "node:path": { join },
  };
  const load = (path: string): object => {
    const known = modules.get(path);
    if (known !== undefined) return known;
    const source = files.get(`${path}.ts`);
    if (source === undefined) throw new Error(`there is no module ${path}`);
    const { outputText, diagnostics = [] } = ts.transpileModule(source, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, strict: true },
    });
    if (diagnostics.length > 0) {
      throw new Error(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join());
    }
    const exports = {};
    modules.set(path, exports);
    const require = (name: string) => builtIn[name] ?? load(posix.join(posix.dirname(path), name));
    // A program that broke out of its strings would find no other names than these, and throw.
    new Function("require", "exports", "__dirname", `"use strict";${outputText}`)(require, exports, "/program");
    return exports;
  };
  load("index");
  return declared;
}
