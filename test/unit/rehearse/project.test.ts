import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stackToRehearse } from "../../../provider/src/cli/rehearse/run";
import { copyConfig, placeholder, withoutSecrets } from "../../../provider/src/rehearse/run/configCopy";
import { localCommand } from "../../../provider/src/rehearse/run/localPackage";
import { readProject } from "../../../provider/src/rehearse/run/project";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outreach-project-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const project = async (text = "name: team\nruntime: nodejs\n") => {
  write("Pulumi.yaml", text);
  return await readProject(folder);
};

describe("a project", () => {
  it("has its program and its config files at the configured paths", async () => {
    expect(await project()).toEqual({ folder, name: "team", programFolder: folder, configFolder: folder });
    expect(
      await project("name: team\nruntime:\n  name: nodejs\nmain: src/program\nstackConfigDir: stacks\n"),
    ).toMatchObject({ programFolder: join(folder, "src", "program"), configFolder: join(folder, "stacks") });
    expect(await project("name: team\nruntime: nodejs\nmain: src/index.ts\n")).toMatchObject({
      programFolder: join(folder, "src"),
    });
  });

  it.each([
    ["name: team\nruntime: python\n", "this project's runtime is python"],
    ["name: team\n", "no readable name and runtime"],
    ["- no\n- project\n", "no readable name and runtime"],
    ["name: [\n", "no readable name and runtime"],
    [
      "name: team\nruntime: nodejs\nplugins:\n  providers:\n    - name: own\n      path: ./bin\n",
      "plugins.providers: own",
    ],
    ["name: team\nruntime: nodejs\npackages:\n  own: ./bin\n", "(packages: own)"],
    ["name: team\nruntime: nodejs\npackages:\n  own:\n    source: ../bin\n", "(packages: own)"],
  ])("is refused with its reason: %j", async (text, reason) => {
    await expect(project(text)).rejects.toThrow(reason);
  });
});

describe("the stack to rehearse", () => {
  it("is the named one, the only one, or a new one", async () => {
    const read = await project();
    expect(await stackToRehearse(read, undefined)).toEqual({ stack: "rehearsal", hasConfig: false });
    expect(await stackToRehearse(read, "dev")).toEqual({ stack: "dev", hasConfig: false });
    write("Pulumi.prod.yaml", "config: {}\n");
    expect(await stackToRehearse(read, undefined)).toEqual({ stack: "prod", hasConfig: true });
    expect(await stackToRehearse(read, "acme/team/prod")).toEqual({ stack: "prod", hasConfig: true });
    await expect(stackToRehearse(read, "dev")).rejects.toThrow("those with one are prod");
  });

  it.each(["prod?", "a b", "", "acme/"])("is not %j", async (name) => {
    await expect(stackToRehearse(await project(), name)).rejects.toThrow("--stack takes the name of a stack");
  });
});

describe("the config of a stack", () => {
  const secure = { secure: "v1:abc:def" };

  it("keeps plain values and replaces secrets wherever they are", () => {
    const copy = withoutSecrets({
      "team:plain": "text",
      "team:number": 5,
      "team:secret": secure,
      "outreach:apiKey": secure,
      "outreach:impersonateUserId": secure,
      "team:object": { a: [1, secure, { b: secure }], secure: 5 },
      "team:named": { secure: "x", other: "y" },
    });
    expect(copy).toEqual({
      plain: {
        "team:plain": "text",
        "team:number": 5,
        "team:object": { a: [1, placeholder, { b: placeholder }], secure: 5 },
        "team:named": { secure: "x", other: "y" },
      },
      secret: ["team:secret", "outreach:apiKey"],
      leftOut: ["outreach:impersonateUserId"],
      opened: ["team:object"],
      hasEnvironments: false,
    });
    expect(JSON.stringify(copy)).not.toContain("v1:abc:def");
  });

  it("is read from its file, and is empty without one", async () => {
    const read = await project();
    expect(await copyConfig(read, "prod")).toMatchObject({ plain: {}, secret: [] });
    write("Pulumi.prod.yaml", "environment:\n  - team/prod\nconfig:\n  team:a: '1'\n");
    expect(await copyConfig(read, "prod")).toMatchObject({ plain: { "team:a": "1" }, hasEnvironments: true });
    write("Pulumi.prod.yaml", "");
    expect(await copyConfig(read, "prod")).toMatchObject({ plain: {} });
    for (const text of ["config: [", "config: text\n", "text"]) {
      write("Pulumi.prod.yaml", text);
      await expect(copyConfig(read, "prod")).rejects.toThrow("it is not the config of a stack in YAML");
    }
  });
});

describe("the package of the local service", () => {
  const install = (at: string, bin: unknown) => {
    const home = join(folder, at, "node_modules", "pulumi-outreach-sandbox");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ name: "pulumi-outreach-sandbox", bin }));
    return home;
  };

  it("is searched from the program upwards, then from the other folders", async () => {
    const outer = install(".", { "pulumi-outreach-sandbox": "./bin/outer.js" });
    const inner = install("program", "./bin/inner.js");
    const elsewhere = mkdtempSync(join(tmpdir(), "outreach-elsewhere-"));
    expect(await localCommand([join(folder, "program", "src"), folder])).toBe(join(inner, "bin", "inner.js"));
    expect(await localCommand([elsewhere, folder])).toBe(join(outer, "bin", "outer.js"));
    await expect(localCommand([elsewhere])).rejects.toThrow("npm install --save-dev pulumi-outreach-sandbox");
    rmSync(elsewhere, { recursive: true });
  });
});
