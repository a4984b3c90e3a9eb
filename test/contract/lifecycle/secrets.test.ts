import { beforeEach, describe, expect, it } from "vitest";
import type { Step, TestStack } from "../../support/testStack";
import { subjects } from "../rows/everyKind/subjects";
import { modes, type Stage, stageOn } from "../rows/stage";

const marker = "Hush9 marker";

/** The arguments with a marker at the end of each free text, and the names of the marked properties. */
function marked(args: Readonly<Record<string, unknown>>, number: number): Readonly<Record<string, unknown>> {
  const texts = ["name", "context", "description"].filter((property) => typeof args[property] === "string");
  const secret = Object.fromEntries(texts.map((property) => [property, `${marker} ${number} ${property}`]));
  return { ...args, ...secret, __secret: [...texts, ...(args.steps === undefined ? [] : ["steps"])] };
}

describe.each(modes)("a value that the program marks as secret, %s", (mode) => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await stageOn(mode);
  });

  it.each(subjects)("is not in any refusal or warning: $noun", async (subject) => {
    const { kind } = subject;
    const said: string[] = [];
    const listId = await stage.madeList();
    const wanted = (args: Readonly<Record<string, unknown>> = {}): Step => {
      const step = subject.wanted(stage, listId, args);
      return { ...step, args: marked(step.args, 1) };
    };
    const play = async (work: () => Promise<unknown>, engine: TestStack = stage.engine) => {
      await work().catch((error: unknown) => said.push(String(error)));
      said.push(...engine.warnings);
    };
    const step = wanted();
    await play(() => stage.engine.up("one", step));
    const { id, inputs, outputs } = stage.engine.stored(kind, "one");
    expect(JSON.stringify(inputs)).not.toContain("__secret");
    expect(JSON.parse(String(outputs.recorded)).secret).toContain("name");
    expect((await stage.engine.preview("one", step)).op).toBe("same");

    // A twin, a second adoption, a broken rule, and a value of another type.
    await play(() => stage.engine.up("two", step));
    await play(() => stage.engine.upAll({ one: step, two: { ...step, args: { ...step.args, adopt: Number(id) } } }));
    await play(() => stage.engine.preview("one", { ...step, args: { ...step.args, listIds: [], listId: -1 } }));
    // Each verb as other users, and at another service.
    for (const settings of [
      { apiKey: "osk_demo_alice" },
      { origin: "http://localhost:9" },
      { impersonateUserId: "103" },
    ]) {
      stage.engine.restart(settings);
      await play(() => stage.engine.preview("one", step));
      await play(() => stage.engine.up("one", step));
      // A run without a program that marks secrets.
      await play(() => stage.engine.refresh(kind, "one"));
      await play(() => stage.engine.destroy(kind, "one"));
    }
    stage.engine.restart();
    await stage.sandbox.fault({ kind: "status", path: `${subject.path}*`, status: 403 });
    await play(() => stage.engine.refresh(kind, "one"));
    await stage.sandbox.clearFaults();
    // A change, a replacement, and the delete of a removed object.
    const renamed = { ...step, args: marked({ ...step.args }, 2) };
    for (const each of [renamed, { ...step, replace: true }, { ...step, retainOnDelete: true, replace: true }]) {
      await play(() => stage.engine.preview("one", each));
      await play(() => stage.engine.up("one", each));
    }
    for (const each of await subject.ids(stage)) await subject.removeOutside(stage, each);
    await play(() => stage.engine.up("one", step));
    await play(() => stage.engine.refresh(kind, "one"));

    expect(said.length).toBeGreaterThan(8);
    expect(said.join("\n")).toContain("[secret] of one");
    for (const text of said) expect(text).not.toContain("Hush9");
  });

  it("shows no change in the state of a release that did not record it", async () => {
    const plain = stage.list();
    await stage.engine.up("leads", plain);
    const secret = { ...plain, args: { ...plain.args, __secret: ["name"] } };
    expect((await stage.engine.preview("leads", secret)).op).toBe("same");
    expect((await stage.engine.up("leads", secret)).op).toBe("same");
  });
});
