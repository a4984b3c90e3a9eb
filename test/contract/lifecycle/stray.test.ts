import { beforeEach, describe, expect, it } from "vitest";
import { subjects } from "../rows/everyKind/subjects";
import { modes, type Stage, stageOn } from "../rows/stage";

describe.each(modes)("an id that differs from the id of the resource from which it is computed, %s", (mode) => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await stageOn(mode);
  });

  it.each(subjects)("is refused before anything is sent: $noun", async (subject) => {
    const step = subject.wanted(stage, await stage.madeList());
    const stray = { ...step, args: { ...step.args, __stray: ["listIds[0]"] } };
    const { requests } = await stage.sandbox.log();
    const text = await stage.refusal(stage.engine.up("one", stray));
    expect(text).toContain(
      "listIds[0] is computed from resources of this program and is not just the id of one of them, so nobody has seen in a preview whom this reaches. Nothing was sent for it.\nWrite the id of the very resource (`list.id`), or the number; to order resources, use dependsOn.",
    );
    expect((await stage.sandbox.log()).requests).toHaveLength(requests.length);

    await stage.engine.up("one", step);
    const { id, inputs } = stage.engine.stored(step.kind, "one");
    expect(JSON.stringify(inputs)).not.toContain("__stray");
    const both = { ...stray, args: { ...stray.args, name: "Another", __stray: ["a", "b"] } };
    expect(await stage.refusal(stage.engine.up("one", both))).toContain(
      "a, b are computed from resources of this program and are not each just the id of one of them",
    );
    expect(stage.engine.stored(step.kind, "one").id).toBe(id);
  });
});
