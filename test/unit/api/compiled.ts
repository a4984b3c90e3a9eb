import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * The sources of this folder, and of the wording that it uses, as JavaScript: child processes cannot load TypeScript.
 *
 * @param without packages that are not installed where it runs
 */
export function compiledApi(...without: readonly string[]): { readonly folder: string; remove(): void } {
  const source = join(repository, "provider", "src");
  const folder = mkdtempSync(join(tmpdir(), "outreach-api-"));
  // The packages that the provider itself would find.
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["libsql", "pg", "undici", "zod"].filter((each) => !without.includes(each))) {
    const own = join(repository, "provider", "node_modules", name);
    const path = existsSync(own) ? own : join(repository, "node_modules", name);
    symlinkSync(path, join(folder, "node_modules", name), "junction");
  }
  const names = ["api", "text"].flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: "utf8" }).map((name) => join(room, name)),
  );
  for (const name of names.filter((each) => each.endsWith(".ts"))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(source, name), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    });
    writeFileSync(join(folder, name.replace(/\.ts$/, ".js")), outputText);
  }
  return { folder: join(folder, "api"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
