import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { importCircles } from "./importCircles";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const source = join(repository, "provider", "src");

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) continue;
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
    const typeOnly = ts.isImportDeclaration(statement) ? clause?.isTypeOnly === true : statement.isTypeOnly;
    const target = specifier.text.startsWith(".")
      ? relative(source, join(dirname(file), specifier.text))
      : specifier.text;
    found.push({ file: relative(source, file), target, typeOnly });
  }
  return found;
}

const all = filesUnder(source).flatMap(importsOf);
const rooms = ["api", "lifecycle", "kind", "host", "resources"];
/** Which rooms a room may look into. */
const allowed: Record<string, string[]> = {
  api: ["api"],
  lifecycle: ["api", "lifecycle"],
  kind: ["api", "lifecycle", "kind"],
  host: ["api", "lifecycle", "kind", "host"],
  resources: ["api", "lifecycle", "kind", "host", "resources"],
};
const roomOf = (path: string) => path.split(/[\\/]/)[0] ?? "";
const show = ({ file, target }: Import) => `${file} → ${target}`;

describe("imports run one way", () => {
  it("finds the sources", () => {
    expect(all.length).toBeGreaterThan(50);
    expect(new Set(all.map(({ file }) => roomOf(file)))).toEqual(
      new Set([...rooms, "index.ts", "kinds.ts", "runtime.ts"]),
    );
  });

  it.each(rooms)("%s looks only where it may", (room) => {
    const wrong = all.filter(
      ({ file, target }) =>
        roomOf(file) === room && rooms.includes(roomOf(target)) && !allowed[room]?.includes(roomOf(target)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("imports the Pulumi SDK as a value in host alone", () => {
    const wrong = all.filter(
      ({ file, target, typeOnly }) => target.startsWith("@pulumi/") && !typeOnly && roomOf(file) !== "host",
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("has one caller of undici", () => {
    const callers = new Set(all.filter(({ target }) => target === "undici").map(({ file }) => file));
    expect([...callers]).toEqual([join("api", "transport.ts")]);
  });

  it("has one reader of the environment", () => {
    const readers = filesUnder(source).filter((file) => /\bprocess\.env\b/.test(readFileSync(file, "utf8")));
    expect(readers.map((file) => relative(source, file))).toEqual([join("host", "environment.ts")]);
  });

  it("keeps the sandbox and the provider apart", () => {
    const shared = filesUnder(join(repository, "sandbox", "src")).filter((file) =>
      /from "(pulumi-outreach"|.*provider\/)/.test(readFileSync(file, "utf8")),
    );
    expect(shared).toEqual([]);
    expect(all.filter(({ target }) => target.includes("sandbox")).map(show)).toEqual([]);
  });
});

describe("import circles", () => {
  it("do not exist in the sandbox, imports of types included", () => {
    expect(importCircles(join(repository, "sandbox", "src"), { types: true })).toEqual([]);
  });

  it("do not exist in the provider, apart from imports of types", () => {
    expect(importCircles(source, { types: false })).toEqual([]);
  });

  it("are found if they exist, with or without imports of types", () => {
    const folder = mkdtempSync(join(tmpdir(), "outreach-circle-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const sources = {
      "first.ts": 'import { two } from "./second.js";\nexport const one = () => two();\nexport type One = number;\n',
      "second.ts": 'export const two = async () => (await import("./third.js")).three;\n',
      "third.ts": 'import type { One } from "./first.js";\nexport const three: One = 3;\n',
      "apart.ts": 'export * from "./first.js";\n',
    };
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    expect(importCircles(folder, { types: true })).toEqual(["first.ts ↔ second.ts ↔ third.ts"]);
    expect(importCircles(folder, { types: false })).toEqual([]);
  });
});
