import { beforeEach, describe, expect, it } from "vitest";
import type { Registration } from "../../support/engine/deployment";
import { Engine } from "../../support/engine/engine";
import { type Diffed, InitError, type Provider, type Values } from "../../support/engine/provider";
import { Run } from "../../support/engine/run";
import { nameOf, urnOf } from "../../support/engine/urn";

const replacing = (deleteBeforeReplace: boolean): Diffed => ({ replaces: ["name"], deleteBeforeReplace });

/** Records every call, and returns the test's results. */
class Fake implements Provider {
  calls: string[] = [];
  diffed: Diffed = { replaces: [], deleteBeforeReplace: false };
  failing: Partial<Record<"create" | "update" | "delete", Error>> = {};
  private made = 0;

  async check(urn: string, olds: Values, news: Values) {
    this.note("check", urn, Object.keys(olds).length === 0 ? "anew" : "");
    return { inputs: { name: news.name }, failures: [] };
  }
  async diff(urn: string) {
    this.note("diff", urn);
    return this.diffed;
  }
  async create(urn: string, inputs: Values) {
    this.note("create", urn);
    if (this.failing.create !== undefined) throw this.failing.create;
    this.made += 1;
    return { id: String(this.made), outputs: inputs };
  }
  async read(urn: string, id: string, outputs: Values) {
    this.note("read", urn);
    return { id, inputs: {}, outputs };
  }
  async update(urn: string, id: string, _olds: Values, news: Values) {
    this.note("update", urn, id);
    if (this.failing.update !== undefined) throw this.failing.update;
    return { outputs: news };
  }
  async delete(urn: string, id: string) {
    this.note("delete", urn, id);
    if (this.failing.delete !== undefined) throw this.failing.delete;
  }

  private note(verb: string, urn: string, more = ""): void {
    this.calls.push([verb, nameOf(urn), more].filter((part) => part !== "").join(" "));
  }
}

const resource = (name: string, args: Values, options: Partial<Registration> = {}): Registration => ({
  urn: urnOf("List", name),
  args: () => args,
  dependsOn: [],
  ...options,
});

let engine: Engine;
let provider: Fake;
const stored = (name: string) => engine.state.current.get(urnOf("List", name));
/** The calls of one run, in which nothing fails by default. */
async function up(...program: Registration[]): Promise<readonly string[]> {
  provider.calls = [];
  const run = await engine.up(provider, program, { oneByOne: true });
  return [...provider.calls, ...run.failures.map(({ error }) => `failed: ${error.message}`)];
}

beforeEach(async () => {
  engine = new Engine();
  provider = new Fake();
  await up(resource("one", { name: "A" }), resource("two", { name: "B" }));
});

describe("a replacement", () => {
  const one = resource("one", { name: "C" });
  const two = resource("two", { name: "B" });
  /** The calls before the first resource is replaced, and those for the second one. */
  const planned = ["check one", "diff one", "check one anew"];
  const same = ["check two", "diff two"];

  it("deletes first if diff requires it", async () => {
    provider.diffed = replacing(true);
    expect(await up(one, two)).toEqual([...planned, "delete one 1", "create one", ...same]);
  });

  it("deletes last if diff does not require it", async () => {
    provider.diffed = replacing(false);
    expect(await up(one, two)).toEqual([...planned, "create one", ...same, "delete one 1"]);
    expect(stored("one")?.id).toBe("3");
  });

  it("follows the resource's option before diff", async () => {
    provider.diffed = replacing(false);
    expect(await up({ ...one, deleteBeforeReplace: true }, two)).toContain("delete one 1");
    provider.diffed = replacing(true);
    const kept = resource("two", { name: "D" }, { deleteBeforeReplace: false });
    expect((await up({ ...one, deleteBeforeReplace: false }, kept)).at(-1)).toBe("delete two 2");
  });

  it("requests no diff and checks once if it is forced", async () => {
    const forced = resource("one", { name: "A" }, { replace: true });
    expect(await up(forced, two)).toEqual(["check one anew", "create one", ...same, "delete one 1"]);
  });

  it("keeps the old one if its delete fails, and creates nothing", async () => {
    provider.diffed = replacing(true);
    provider.failing = { delete: new Error("it runs") };
    expect(await up(one, two)).toEqual([...planned, "delete one 1", "failed: it runs"]);
    expect(stored("one")?.id).toBe("1");
  });

  it("does not delete an object again that was deleted before a create failed", async () => {
    provider.diffed = replacing(true);
    provider.failing = { create: new Error("refused") };
    expect((await up(one, two)).at(-1)).toBe("failed: refused");
    provider.failing = {};
    expect(await up(one, two)).toEqual([...planned, "create one", ...same]);
  });

  it("never deletes objects that the state marks as retained", async () => {
    const retained = resource("one", { name: "A" }, { retainOnDelete: true });
    await up(retained, two);
    provider.diffed = replacing(true);
    expect(await up(one, two)).not.toContain("delete one 1");
  });
});

describe("an operation that fails after it has changed something", () => {
  const error = new InitError("17", { name: "recorded" }, ["half done"]);

  it("is recorded by a create, and updated in the next run although nothing differs", async () => {
    provider.failing = { create: error };
    expect((await up(resource("new", { name: "N" }))).at(-1)).toBe("failed: half done");
    expect(stored("new")).toMatchObject({ id: "17", inputs: { name: "N" }, outputs: { name: "recorded" } });
    provider.failing = {};
    expect(await up(resource("new", { name: "N" }))).toContain("update new 17");
    expect(await up(resource("new", { name: "N" }))).toEqual(["check new", "diff new"]);
  });

  it("is recorded by an update beside the old inputs", async () => {
    provider.failing = { update: error };
    await up(resource("one", { name: "Changed" }), resource("two", { name: "B" }));
    expect(stored("one")).toMatchObject({ id: "1", inputs: { name: "A" }, outputs: { name: "recorded" } });
  });
});

describe("a resource that leaves the program", () => {
  it("is deleted last, dependents first, and not if something failed", async () => {
    provider.failing = { create: new Error("refused") };
    expect(await up(resource("new", { name: "N" }))).toEqual(["check new anew", "create new", "failed: refused"]);
    provider.failing = {};
    expect((await up(resource("new", { name: "N" }))).slice(2)).toEqual(["delete two 2", "delete one 1"]);
  });
});

describe("an engine that dies", () => {
  it("records no later results, and starts nothing new", async () => {
    const run = new Run();
    const create = provider.create.bind(provider);
    provider.create = async (urn, inputs) => {
      run.kill();
      return await create(urn, inputs);
    };
    const program = [resource("new", { name: "N" }), resource("next", { name: "M" })];
    await engine.up(provider, program, { oneByOne: true }, run);
    expect(stored("new")).toBe(undefined);
    expect(run.steps).toMatchObject([{ verb: "create", name: "new", done: false }]);
    expect(run.failures).toEqual([]);
  });
});
