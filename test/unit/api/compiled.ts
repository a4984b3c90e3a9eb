import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The sources of this part as JavaScript, for child processes, which cannot load TypeScript. */
export function compiledApi(): { readonly folder: string; remove(): void } {
  const source = join(repository, "provider", "src", "api");
  const folder = mkdtempSync(join(tmpdir(), "outreach-api-"));
  // The packages that the provider itself would find.
  const provider = createRequire(join(repository, "provider", "package.json"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["undici", "zod"]) {
    symlinkSync(dirname(provider.resolve(`${name}/package.json`)), join(folder, "node_modules", name), "junction");
  }
  for (const name of readdirSync(source)) {
    const { outputText } = ts.transpileModule(readFileSync(join(source, name), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    });
    writeFileSync(join(folder, name.replace(/\.ts$/, ".js")), outputText);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
