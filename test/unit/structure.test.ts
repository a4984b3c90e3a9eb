import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { kinds } from "../../provider/src/kinds";
import { importCircles } from "./importCircles";
import { importsOf } from "./imports";
import { kindMentions, kindWords } from "./kindWords";

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

function importsIn(file: string): Import[] {
  return importsOf(readFileSync(file, "utf8")).map(({ specifier, typeOnly }) => {
    const target = specifier.startsWith(".") ? relative(source, join(dirname(file), specifier)) : specifier;
    return { file: relative(source, file), target, typeOnly };
  });
}

const all = filesUnder(source).flatMap(importsIn);
const rooms = [
  ...["text", "api", "lifecycle", "kind", "host", "resources", "reads", "people", "functions"],
  ...["page", "review", "rehearse", "follow", "export", "webhook", "testing", "cli"],
];
/** The folders that a folder may import from. */
const allowed: Record<string, string[]> = {
  text: ["text"],
  api: ["text", "api"],
  lifecycle: ["text", "api", "lifecycle"],
  kind: ["text", "api", "lifecycle", "kind"],
  host: ["text", "api", "lifecycle", "kind", "host"],
  resources: ["text", "api", "lifecycle", "kind", "host", "resources"],
  reads: ["text", "api", "lifecycle", "kind", "resources", "reads"],
  people: ["text", "api", "lifecycle", "kind", "resources", "reads", "people"],
  functions: ["text", "api", "lifecycle", "kind", "host", "resources", "reads", "functions"],
  page: ["text", "page"],
  review: ["text", "api", "lifecycle", "kind", "host", "resources", "people", "page", "review"],
  rehearse: ["text", "api", "lifecycle", "kind", "host", "resources", "page", "review", "rehearse"],
  follow: ["text", "api", "lifecycle", "kind", "resources", "reads", "people", "follow"],
  export: ["text", "api", "lifecycle", "kind", "host", "resources", "reads", "export"],
  webhook: ["text", "api", "reads", "webhook"],
  testing: ["text", "api", "lifecycle", "kind", "host", "resources", "reads", "functions", "testing"],
  cli: rooms,
};
/** Everything that loading a file loads, immediately or later. */
function allFrom(start: string): string[] {
  const seen = new Set([start]);
  for (const file of seen) {
    for (const each of all) {
      const isSource =
        !each.typeOnly && (each.file === file || each.file === `${file}.ts` || each.file === join(file, "index.ts"));
      if (isSource) seen.add(each.target);
    }
  }
  return [...seen];
}
const roomOf = (path: string) => path.split(/[\\/]/)[0] ?? "";
const show = ({ file, target }: Import) => `${file} → ${target}`;

describe("imports run one way", () => {
  it("finds the sources", () => {
    expect(all.length).toBeGreaterThan(50);
    expect(new Set(filesUnder(source).map((file) => roomOf(relative(source, file))))).toEqual(
      new Set([...rooms, "cli.ts", "everyKind.ts", "index.ts", "kinds.ts", "runtime.ts", "testing.ts", "webhook.ts"]),
    );
  });

  it.each(rooms)("%s imports only from allowed folders", (room) => {
    const wrong = all.filter(
      ({ file, target }) =>
        roomOf(file) === room && rooms.includes(roomOf(target)) && !allowed[room]?.includes(roomOf(target)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("imports the Pulumi SDK as a value only in host", () => {
    const wrong = all.filter(
      ({ file, target, typeOnly }) => target.startsWith("@pulumi/") && !typeOnly && roomOf(file) !== "host",
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("needs only Node.js for a page", () => {
    const others = all.filter(
      ({ file, target }) => ["page", "text"].includes(roomOf(file)) && !["page", "text"].includes(roomOf(target)),
    );
    expect(others.map(show)).toEqual([`${join("page", "document.ts")} → node:crypto`]);
  });

  it("reaches the command line only from its entry", () => {
    const users = all.filter(({ file, target }) => roomOf(target) === "cli" && roomOf(file) !== "cli");
    expect(users.map(show)).toEqual([`cli.ts → ${join("cli", "main")}`]);
  });

  it("does not reach the Pulumi SDK from the command line, because loading it takes most of a second", () => {
    expect(allFrom("cli.ts").filter((target) => target.startsWith("@pulumi/"))).toEqual([]);
    expect(allFrom("index.ts").filter((target) => target.startsWith("@pulumi/"))).toEqual(["@pulumi/pulumi"]);
  });

  it("reaches no package from a webhook receiver", () => {
    const outside = allFrom("webhook.ts").filter(
      (target) => !rooms.includes(roomOf(target)) && target !== "webhook.ts",
    );
    expect(outside.filter((target) => !target.startsWith("node:"))).toEqual([]);
  });

  it("has one caller of undici", () => {
    const callers = new Set(all.filter(({ target }) => /^undici(\/|$)/.test(target)).map(({ file }) => file));
    expect([...callers]).toEqual([join("api", "transport.ts")]);
  });

  it("names every module that it loads", () => {
    expect(all.filter(({ target }) => target === "(computed)").map(show)).toEqual([]);
  });

  it("ends a program with errors from one place, without a stack trace that the SDK would format for seconds", () => {
    const makers = filesUnder(source).filter((file) => /new (pulumi\.)?RunError\b/.test(readFileSync(file, "utf8")));
    expect(makers.map((file) => relative(source, file))).toEqual([join("host", "programError.ts")]);
  });

  it("has one reader of the environment", () => {
    const readers = filesUnder(source).filter((file) => /\bprocess\.env\b/.test(readFileSync(file, "utf8")));
    expect(readers.map((file) => relative(source, file))).toEqual([join("host", "environment.ts")]);
  });

  it("separates the sandbox and the provider", () => {
    const shared = filesUnder(join(repository, "sandbox", "src")).filter((file) =>
      /from "(pulumi-outreach"|.*provider\/)/.test(readFileSync(file, "utf8")),
    );
    expect(shared).toEqual([]);
    // Searched in the user's project, and started as a separate process.
    const started = `${join("rehearse", "run", "localPackage.ts")} → pulumi-outreach-sandbox/package.json`;
    expect(all.filter(({ target }) => target.includes("sandbox")).map(show)).toEqual([started]);
  });
});

describe("files are small enough to read at once", () => {
  it.each(["provider/src", "sandbox/src", "sandbox/page", "test", "tools", "examples"])("in %s", (folder) => {
    const files = readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.([cm]?[jt]s|css)$/.test(name) && !name.includes("node_modules"),
    );
    expect(files.length).toBeGreaterThan(2);
    const lines = (name: string) => readFileSync(join(repository, folder, name), "utf8").split("\n").length;
    expect(files.filter((name) => lines(name) > 300)).toEqual([]);
  });
});

describe("the imports of a source", () => {
  it("are all ways to load a module", () => {
    const text = `
      import one from "./one";
      import type { Two } from "./two";
      export * from "./three";
      import four = require("./four");
      const five = await import("./five");
      const load = createRequire(__filename);
      const later = () => load("./six");
      module.createRequire(folder)("./seven");
      require("./eight");
      createRequire(folder).resolve("./nine");
      let ten: typeof import("./ten");
      require(\`./\${name}\`);
      // import "./comment"
      "require('./text')";
    `;
    const seen = importsOf(text).map(({ specifier, typeOnly }) => (typeOnly ? `type ${specifier}` : specifier));
    const numbers = ["three", "four", "five", "six", "seven", "eight", "nine"].map((number) => `./${number}`);
    expect(seen).toEqual(["./one", "type ./two", ...numbers, "type ./ten", "(computed)"]);
  });
});

describe("generic code knows no kind of resource", () => {
  const words = kindWords(Object.values(kinds));
  /** An existing database column that happens to have a field's name. */
  const excepted = [`${join("api", "coordination", "createdRows.ts")}: active`];

  it.each(["api", "lifecycle", "kind", "host"])("applies to %s", (room) => {
    const files = filesUnder(join(source, room));
    expect(files.length).toBeGreaterThan(5);
    const mentions = files.flatMap((file) =>
      kindMentions(readFileSync(file, "utf8"), words).map((each) => `${relative(source, file)}: ${each}`),
    );
    expect(mentions.filter((each) => !excepted.includes(each))).toEqual([]);
  });

  it.each([
    ["answer.active", "active"],
    ["const { listIds } = inputs;", "listIds"],
    ["const { paused } = answer;", "paused"],
    ["answer.paused", "paused"],
    ['answer["paused"]', '"paused"'],
    ['property === "variables"', '"variables"'],
    ['kind.name === "Campaign"', '"Campaign"'],
    ['kind.name === "List"', '"List"'],
    ['describe("list", name)', '"list"'],
    ["new SourceAgent()", "SourceAgent"],
    ["import { sourceAgentKind } from somewhere", "sourceAgentKind"],
    ['"switch the campaigns off"', '"switch the campaigns off"'],
    [`\`the source agent \${id}\``, `\`the source agent \${`],
    [`\`\${id} has other listIds\``, "} has other listIds`"],
    ['"write active: true"', '"write active: true"'],
    ['"as-is:steps[1]"', '"as-is:steps[1]"'],
  ])("finds the mention in %s", (code, mention) => {
    expect(kindMentions(code, words)).toEqual([mention]);
  });

  it.each([
    '/** As in `campaign "Fintech Q1"`. */',
    "// The lists of a campaign: listIds.",
    "operations.list",
    "const listing = await account.listing(kind.name)",
    '"the service lists only a part"',
    '"it is active"',
    "new Agent()",
    "roles.paused",
    "const { running, paused } = kind.roles;",
    "answer.userId ?? answer.createdAt ?? answer.name",
  ])("finds no mention in %s", (code) => {
    expect(kindMentions(code, words)).toEqual([]);
  });
});

describe("imports form no circle", () => {
  it("in the sandbox, including type imports", () => {
    expect(importCircles(join(repository, "sandbox", "src"), { types: true })).toEqual([]);
  });

  it("in the provider, including type imports", () => {
    expect(importCircles(source, { types: true })).toEqual([]);
  });

  it("are found if they exist, with or without type imports", () => {
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
