import { describe, expect, it } from "vitest";
import type { Answer, Finding } from "../../../provider/src/api/objects";
import { firstLook } from "../../../provider/src/lifecycle/firstState";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { declared, robot } from "../kind/robot";
import { guarding } from "../resources/guarding";

const urn = "urn:pulumi:dev::project::robot::one";
const answered = (changes: Partial<Answer> = {}): Answer => ({ id: "5", ...declared, ...changes });
const told = { on: false, asleep: false };
const found = (changes: Partial<Answer>): Finding => ({ status: "found", answer: { id: "5", ...changes } });
const hidden = (what: string) => `it: created (id 5), and the service does not show ${what}: look in the app.`;

/** Checks a new object for which one read returns this. */
async function looking(answer: Answer, isListed: boolean, finding?: Finding) {
  const { run, account, warnings, reaches, find } = guarding({ found: finding && { "5": finding } });
  if (finding === undefined) find.mockRejectedValue(new Error("no connection"));
  const seen = await firstLook({ kind: robot, run, account, about: "it", urn }, answer, isListed);
  return { ...seen, warnings, reaches, reads: find.mock.calls };
}

describe("a new object", () => {
  it("is not read if its response is complete, and such objects are listed", async () => {
    const expected = { answer: answered(told), unseen: false, warnings: [], reaches: [], reads: [] };
    expect(await looking(answered(told), true)).toEqual(expected);
  });

  it.each<[string, Partial<Answer>, boolean, Finding | undefined, object, string[]]>([
    ["its response omits whether it runs", { asleep: true }, true, found({ on: true }), { asleep: true, on: true }, []],
    [
      "its response has no boolean",
      { on: "true", asleep: false },
      true,
      found({ on: true }),
      { on: true, asleep: false },
      [],
    ],
    [
      "its current values differ",
      { on: false },
      true,
      found({ on: true, asleep: true }),
      { on: true, asleep: true },
      [],
    ],
    ["nothing is listed", told, false, found(told), told, []],
    ["the read leaves it out as well", {}, true, found({}), {}, [hidden("on, asleep")]],
    ["the read leaves one out", { asleep: true }, true, found({}), { asleep: true }, [hidden("on")]],
    ["the read fails", {}, true, undefined, {}, [hidden("on, asleep")]],
    ["it is gone by then", { on: true }, true, { status: "gone" }, { on: true }, [hidden("asleep")]],
  ])("is read if %s", async (_, answer, isListed, finding, shown, texts) => {
    expect(await looking(answered(answer), isListed, finding)).toEqual({
      ...{ answer: answered(shown), unseen: false },
      ...{ warnings: texts.map((text) => [text, urn]), reaches: texts.map(() => "starts-sending") },
      ...{ reads: [["Robot", "5", "reading it", { fresh: true }]] },
    });
  });

  it("of a kind that only finds people causes a warning about new people", async () => {
    const { run, account, reaches } = guarding();
    await firstLook({ kind: sourceAgentKind, run, account, about: "it", urn }, { id: "5" }, true);
    expect(reaches).toEqual(["new-people"]);
  });

  it("is unseen if nothing is listed and its read fails: no response has shown that the service has such an operation", async () => {
    const { unseen, reads } = await looking(answered(told), false);
    expect([unseen, reads.length]).toEqual([true, 1]);
  });

  it("is unseen if the service has no operation that reads it", async () => {
    expect(await looking(answered(told), false, { status: "unreadable" })).toMatchObject({
      unseen: true,
      warnings: [],
    });
  });
});
