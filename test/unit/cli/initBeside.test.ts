import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { nameProblem } from "../../../provider/src/cli/init/found";
import { allFiles, exampleText, InitStage, type MadeProject } from "../../support/initStage";

const stage = new InitStage();

describe("init beside existing files", () => {
  const pulumi = "name: shop\nruntime: nodejs\n";

  it("adds a program to one with another purpose, and prints how to import it", async () => {
    const own = {
      "Pulumi.yaml": pulumi,
      "index.ts": "export const one = 1;\n",
      "package.json": '{ "name": "shop", "dependencies": { "@pulumi/pulumi": "^3.200.0" } }\n',
      ".gitignore": "node_modules/\n",
      "README.md": "# Shop\n",
      "tsconfig.json": "{}\n",
    };
    stage.write(own);
    const { stdout } = await stage.init();
    expect(stage.contents()).toMatchObject({ ...own, "outreach.ts": exampleText("full-cycle/index.ts") });
    expect(stdout).toContain("Wrote Pulumi.local.yaml, outreach.ts, local.mjs.\n");
    expect(stdout).toContain("Your own Pulumi.yaml, package.json, tsconfig.json, .gitignore, README.md stayed");
    expect(stdout).toContain(`Add by hand:
  index.ts: add \`import "./outreach";\`
  package.json: \`npm install pulumi-outreach@1 typescript@5\`
  package.json: \`npm install --save-dev pulumi-outreach-sandbox@1\`
  .gitignore: add \`/.local\`
`);
    stage.write({ "index.ts": 'import "./outreach";\n' });
    expect((await stage.made()).byHand.join()).not.toContain("index.ts");
  });

  it("reports that a single file stays", async () => {
    stage.write({ "README.md": "# Shop\n" });
    expect((await stage.init()).stdout).toContain("\nYour own README.md stayed as it is.\n");
  });

  const esModule = '{ "type": "module" }';
  // The files, what init makes of them, and the program that a new project file names.
  const cases: [string, Readonly<Record<string, string>>, Partial<MadeProject>, string?][] = [
    [
      "a program that declares outreach already",
      {
        "Pulumi.yaml": pulumi,
        "src/main.ts": 'import "pulumi-outreach";',
        "package.json": '{ "main": "src/main.ts" }',
      },
      { program: "src/main.ts" },
    ],
    [
      "a program in the folder that the project names",
      { "Pulumi.yaml": `${pulumi}main: infra/\n`, "infra/index.ts": "", "index.ts": "the app" },
      { program: "infra/outreach.ts", byHand: ['infra/index.ts: add `import "./outreach";`'] },
    ],
    [
      "a program in JavaScript that loads no TypeScript",
      { "Pulumi.yaml": "name: shop\nruntime: { name: nodejs, options: { typescript: false } }\n", "index.js": "" },
      {
        program: "outreach.ts",
        byHand: [
          "Pulumi.yaml: remove `typescript: false`, because outreach.ts is TypeScript",
          'index.js: add `require("./outreach");`',
        ],
      },
    ],
    [
      "a program of ES modules",
      { "Pulumi.yaml": pulumi, "index.js": "", "package.json": esModule },
      { program: "outreach.js" },
    ],
    [
      "an empty folder that the project names",
      { "Pulumi.yml": `${pulumi}main: infra\n` },
      { program: "infra/index.ts", byHand: [] },
    ],
    [
      "a project whose program is missing",
      { "Pulumi.yaml": `${pulumi}main: bin/start.js\n` },
      { program: "index.ts", byHand: ["Pulumi.yaml: set `main: index.ts`"] },
    ],
    [
      "a project whose program is in a folder outside",
      { "Pulumi.yaml": `${pulumi}main: ../elsewhere\n` },
      { program: "index.ts", byHand: ["Pulumi.yaml: set `main: index.ts`"] },
    ],
    [
      "an application that is no program of Pulumi",
      { "package.json": '{ "main": "dist/server.js" }', "dist/server.js": "start();" },
      { program: "index.ts" },
      "index.ts",
    ],
    ["an application that starts with index.ts", { "index.ts": "start();" }, { program: "outreach.ts" }, "outreach.ts"],
    ["a package that npm has made", { "package.json": '{ "main": "index.js" }' }, { program: "index.ts" }, "index.ts"],
    ["an installed package alone", { "package.json": '{ "dependencies": {} }' }, { program: "index.ts" }],
    [
      "an application of ES modules",
      { "package.json": esModule, "index.js": "" },
      { program: "outreach.js" },
      "outreach.js",
    ],
  ];
  it.each(cases)("continues from %s", async (_, files, expected, main) => {
    stage.write(files);
    expect(await stage.made()).toMatchObject(expected);
    expect(stage.contents()).toMatchObject(files);
    const project = stage.contents()["Pulumi.yaml"] ?? stage.contents()["Pulumi.yml"] ?? "";
    if (files["Pulumi.yaml"] === undefined && files["Pulumi.yml"] === undefined) expect(parse(project).main).toBe(main);
  });

  it("prints the import for a program outside the folder", async () => {
    const own = { "Pulumi.yaml": `${pulumi}main: ../start.ts\n` };
    stage.write({ ...own, "../start.ts": "mine" });
    const { program, byHand } = await stage.made();
    expect([program, byHand]).toEqual(["outreach.ts", ['../start.ts: add `import "./fintech/outreach";`']]);
    expect(stage.contents()).toMatchObject(own);
    expect(readFileSync(join(stage.scratch, "start.ts"), "utf8")).toBe("mine");
  });

  it("names the missing line of a stack with this name, and scripts with another version", async () => {
    stage.write({ "Pulumi.local.yaml": "config: {}\n", "local.mjs": "// Another one.\n", "AGENTS.md": "# Rules\n" });
    const { byHand, different } = await stage.made("--agents");
    expect(byHand).toEqual([
      "Pulumi.local.yaml: add `outreach:baseUrl: http://127.0.0.1:8787` below `config:`",
      expect.stringMatching(/^AGENTS\.md: say what an agent must leave to a person/),
    ]);
    expect(different).toEqual(["local.mjs"]);
    expect((await stage.init()).stderr).toBe("Other than in this version of pulumi-outreach: local.mjs.\n");
  });

  it("changes no existing file, whatever its content", async () => {
    const others = ["AGENTS.md", ".gitlab-ci.yml", "scripts/apply.sh", "scripts/mine.sh", "Pulumi.yml", "index.js"];
    const names = [...allFiles, ...others];
    const known = fc.constantFrom("{}", pulumi, '{ "main": "x" }', "\0", '{ "main": "../x.ts" }');
    const texts = fc.oneof(fc.string(), known);
    const files = fc.dictionary(fc.constantFrom(...names), texts);
    await fc.assert(
      fc.asyncProperty(files, async (its) => {
        rmSync(stage.folder, { recursive: true, force: true });
        mkdirSync(stage.folder);
        stage.write(its);
        const { code, stderr } = await stage.init(["--workflow", "gitlab", "--agents"]);
        expect(stage.contents()).toMatchObject(its);
        expect(stderr).not.toContain("defect");
        if (code !== 0) expect(stage.contents()).toEqual(its);
      }),
      { numRuns: 100 },
    );
  });
});

describe("what init cannot use", () => {
  const refused = async (expected: number, text: RegExp, ...words: string[]) => {
    const { code, stdout, stderr } = await stage.init(words);
    expect([code, stdout]).toEqual([expected, ""]);
    expect(stderr).toMatch(text);
    expect(stderr.trimEnd().split("\n").length).toBeLessThan(4);
  };

  it.each(["index.ts", "README.md", "package.json", ".gitignore"])("is a folder called %s", async (name) => {
    mkdirSync(join(stage.folder, name), { recursive: true });
    await refused(1, /^error: .*(is no file, and|it is a folder).*Nothing was written\.\n/);
    expect(readdirSync(stage.folder)).toEqual([name]);
  });

  it("is a file instead of a folder", async () => {
    stage.write({ scripts: "mine" });
    const said = /^error: scripts in this folder is no folder, and scripts\/\S+ goes into it\. Nothing/;
    await refused(1, said, "--workflow", "github");
    expect(readdirSync(stage.folder)).toEqual(["scripts"]);
  });

  it("is a dangling link", async () => {
    mkdirSync(stage.folder);
    symlinkSync("nowhere", join(stage.folder, "README.md"));
    await refused(1, /^error: could not read README\.md: there is no such file or folder\. Nothing was written\.\n$/);
  });

  const incomplete = /it needs a name and a runtime\. Nothing was written\.\n/;
  it.each([
    ["of another language", "name: shop\nruntime: python\n", /with the runtime python, and outreach .*\nName another/],
    ["without a name", "runtime: nodejs\n", incomplete],
    ["with an alias of nothing", "name: *x\nruntime: nodejs\n", incomplete],
    ["that is not YAML", "a: [", incomplete],
  ])("is a project file %s", async (_, text, message) => {
    stage.write({ "Pulumi.yaml": text });
    await refused(1, message);
    expect(readdirSync(stage.folder)).toEqual(["Pulumi.yaml"]);
  });

  it("is an unreadable package.json", async () => {
    stage.write({ "package.json": "{" });
    await refused(1, /^error: package\.json in this folder cannot be read\. Nothing was written\.\n/);
  });

  it("is a file instead of its folder", async () => {
    writeFileSync(stage.folder, "mine");
    await refused(2, /^error: .* is not a folder\n$/);
    expect(readFileSync(stage.folder, "utf8")).toBe("mine");
  });

  it.each(["Fintech", "", ".", "-x", "a b", "a/b", "pulumi-outreach", "typescript", "é", "x".repeat(101)])(
    "is the name %j",
    (name) => refused(2, /^error: --name <name> takes (up to|another)/, `--name=${name}`),
  );

  it("is a name other than the project's", async () => {
    stage.write({ "Pulumi.yaml": "name: shop\nruntime: nodejs\n" });
    await refused(2, /^error: --name <name> is for a new project: the name in Pulumi\.yaml stays/, "--name", "other");
  });

  it.each(["Fintech Q1", "Émile", "...", "typescript", "日本"])("is not a folder called %j", async (name) => {
    stage.folder = join(stage.scratch, name);
    const { name: its } = await stage.made();
    expect(nameProblem(its)).toBeUndefined();
    expect(JSON.parse(stage.contents()["package.json"] ?? "").name).toBe(its);
  });
});

describe("a requested preview", () => {
  it("is skipped until a person has added the missing lines, which it names", async () => {
    stage.write({ "package.json": "{}" });
    const { code, stdout, stderr } = await stage.init(["--preview"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: the project is written, and not previewed\. Add by hand before:\npackage\.json: `npm install /,
    );
    expect(Object.keys(stage.contents())).toContain("index.ts");
  });

  it("reports that npm is missing, and a failed program's output", async () => {
    const path = process.env.PATH;
    onTestFinished(() => {
      process.env.PATH = path;
    });
    process.env.PATH = "";
    const { code, stdout, stderr } = await stage.init(["--preview"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "error: the project is written, and `npm install --no-audit --no-fund` failed in its folder:\nit is not on the PATH\n",
    );
    const packages = ["pulumi-outreach", "pulumi-outreach-sandbox", "@pulumi/pulumi"];
    stage.write(Object.fromEntries(packages.map((name) => [`node_modules/${name}/package.json`, "{}"])));
    stage.write({ "local.mjs": 'console.log("said"); console.error("why"); process.exit(1);' });
    expect(await stage.init(["--preview"])).toEqual({
      ...{ code: 1, stdout: "" },
      stderr:
        "error: the project is written, and `node local.mjs preview --non-interactive` failed in its folder:\nsaid\nwhy\n",
    });
  });
});
