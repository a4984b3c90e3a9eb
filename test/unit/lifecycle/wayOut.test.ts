import { describe, expect, test } from "vitest";
import { howToAcknowledge, howToConfirm } from "../../../provider/src/lifecycle/acknowledge";
import { PartialFailure, Refusal } from "../../../provider/src/lifecycle/refusal";
import { inTurn, say, way } from "../../../provider/src/lifecycle/wayOut";
import { adoptOne, commandLine, howToKeep, howToRenameFrom, inApp, letGo } from "../../../provider/src/lifecycle/ways";

describe("a text with its ways out", () => {
  const switchOff = inApp("switchOff", ["5"], "Switch it off");
  const off = { do: "inApp", act: "switchOff", ids: ["5"] };
  const refresh = { do: "run", command: "pulumi refresh" };

  test("lists alternatives in the order of the text", () => {
    const said = say`${switchOff}. Or ${adoptOne(["5", "6"])}, within ${3} runs${""}.`;
    expect(said.text).toBe("Switch it off. Or adopt: one of 5, 6, within 3 runs.");
    expect(said.ways).toEqual([[off], [{ do: "adopt", ids: ["5", "6"] }]]);
  });

  test("lists the steps of one way, whose last one has alternatives", () => {
    const either = say`${commandLine("pulumi refresh")} or ${howToAcknowledge("inactive:5", "restart")}`;
    const said = inTurn`${switchOff}, then ${either}.`;
    expect(said.text).toBe(
      'Switch it off, then `pulumi refresh` or acknowledge: ["inactive:5", "restart"] on the resource, or OUTREACH_ACKNOWLEDGE=inactive:5,restart for one run.',
    );
    expect(said.ways).toEqual([
      [off, refresh],
      [off, { do: "acknowledge", codes: ["inactive:5", "restart"], at: "resource" }],
    ]);
  });

  test("lists none without one", () => {
    expect(say`${"nothing"} to do`).toEqual(inTurn`${"nothing"} to do`);
    expect(say`nothing to do`.ways).toEqual([]);
  });

  test("marks a code that only the run can set", () => {
    const { ways } = howToConfirm({ spent: new Set(["inactive:5"]) }, "inactive:5", "restart");
    expect(ways).toEqual([[{ do: "acknowledge", codes: ["inactive:5", "restart"], at: "run" }]]);
  });

  test("prints names and URNs safely and keeps them unchanged", () => {
    const renamed = howToRenameFrom("old\u202e", "new");
    expect(renamed.text).toBe(
      'If new is old\\u202e under a new name: aliases: [{ name: "old\\u202e" }] in its options.',
    );
    expect(renamed.ways).toEqual([[{ do: "alias", resource: "new", old: "old\u202e" }]]);
    const [root, child] = ["urn:pulumi:dev::acme::x:y::", "urn:pulumi:dev::acme::acme:Team$x:y::"];
    expect(howToKeep(`${root}old`, `${root}new`)).toEqual(howToRenameFrom("old", "new"));
    const moved = howToKeep(`${root}q1`, `${child}q1`);
    expect(moved.text).toBe(`If q1 is q1 under another parent: aliases: ["${root}q1"] in its options.`);
    expect(moved.ways).toEqual([[{ do: "alias", resource: "q1", old: "q1" }]]);
    // A state without a URN has only an id.
    const unnamed = howToKeep("5", `${root}new`);
    expect(unnamed.text).toContain('new name or parent: aliases: ["<its old URN>"]');
    expect(unnamed.ways).toEqual([[{ do: "alias" }]]);
    expect(letGo("urn:a::b\u202e").ways).toEqual([[{ do: "letGo", urn: "urn:a::b\u202e" }]]);
    expect(letGo(undefined).ways).toEqual([[{ do: "letGo", urn: undefined }]]);
  });
});

describe("a refusal", () => {
  const first = new Refusal("Creating it: no.", say`Run ${commandLine("pulumi refresh")}.`, "And wait.");

  test("has the ways of its lines", () => {
    expect(first.message).toBe("Creating it: no.\nRun `pulumi refresh`.\nAnd wait.");
    expect(first.lines).toEqual(["Creating it: no.", "Run `pulumi refresh`.", "And wait."]);
    expect(first.ways).toEqual([[{ do: "run", command: "pulumi refresh" }]]);
  });

  test("keeps them as part of another one", () => {
    const whole = new PartialFailure("5", {}, way("Revert it.", { do: "revert" }), first.advice);
    expect(whole.message).toBe(`Revert it.\n${first.message}`);
    expect(whole.ways).toEqual([[{ do: "revert" }], ...first.ways]);
  });
});
