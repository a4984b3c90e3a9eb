import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/**
 * Finds groups of files under a folder that import one another in a circle. Each group is one line.
 *
 * @param types whether imports of types count
 */
export function importCircles(folder: string, { types }: { types: boolean }): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
  const imported = new Map(files.map((file) => [file, new Set(importsOf(file, types))]));
  const reached = new Map(files.map((file) => [file, everythingFrom(file, imported)]));
  const circles = files
    .filter((file) => reached.get(file)?.has(file))
    .map((file) => files.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)));
  return [...new Set(circles.map((circle) => circle.map((file) => relative(folder, file)).join(" ↔ ")))];
}

function everythingFrom(start: string, imported: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>();
  const waiting = [...(imported.get(start) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(imported.get(file) ?? []));
  }
  return seen;
}

/** The files in the same folder that a file imports or exports from, including dynamic imports. */
function importsOf(file: string, types: boolean): string[] {
  const source = readFileSync(file, "utf8");
  // The compiled code has no type imports.
  const text = types ? source : ts.transpileModule(source, { compilerOptions }).outputText;
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => `${join(dirname(file), specifier.replace(/\.js$/, ""))}.ts`);
}

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
