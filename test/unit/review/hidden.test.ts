import { describe, expect, it } from "vitest";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { reviewOf } from "../../../provider/src/review/build";
import { readStates } from "../../../provider/src/review/input/read";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  listStep,
  ofKind,
  previewOf,
  refreshedPreviewOf,
  refreshOf,
  stateOf,
  type Told,
  unknown,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { codes, first, hasDanger, off, on, review, running, runs } from "../../support/review/reviewing";

describe("input: several documents", () => {
  it("two previews in one stream: the second is reviewed too, or refused", () => {
    const quiet = previewOf([listStep()]);
    const launch = previewOf([{ op: "create", name: "q1", stack: "prod", after: on }]);
    expect(() => review(`${quiet}\n${launch}\n`)).toThrow(Refusal);
  });
  it("a JSON log line before the preview does not take its place", () => {
    const launch = previewOf([{ op: "create", name: "q1", after: on }]);
    expect(review(`{"level":30,"msg":"installed","duration":1234}\n${launch}\n`).verdict).toBe("needs-approval");
  });
  it("an empty object of another tool is no preview", () => {
    expect(() => review(`{"duration":1234}`)).toThrow(Refusal);
  });
});

describe("texts", () => {
  it("a whole step of a running campaign that is known later", () => {
    expect(hasDanger([running({ ...on, steps: [...first, unknown] })])).toBe(true);
  });
  it("a whole step of a running campaign that is secret", () => {
    expect(
      hasDanger([
        { ...running({ ...on, steps: [...first, "[secret]"] }), before: { ...on, steps: [...first, "[secret]"] } },
      ]),
    ).toBe(true);
  });
  it("a created campaign with a step that is known later says so", () => {
    expect(codes([{ op: "create", name: "q2", after: { ...on, steps: [...first, unknown] } }])).toContain(
      "danger hidden-text",
    );
  });
  it("a mode that is known later may be the AI", () => {
    const steps = [...first, { type: "message", delayAfterLastStep: 2, messageMode: unknown }];
    expect(hasDanger([{ op: "create", name: "q2", after: { ...off, steps } }])).toBe(true);
  });
});

describe("guards", () => {
  it("acknowledge as a whole secret or known later", () => {
    expect(
      hasDanger([
        {
          op: "update",
          name: "q2",
          id: "9",
          before: off,
          outputs: campaignOutputs(off, false),
          after: { ...off, acknowledge: "[secret]" },
        },
      ]),
    ).toBe(true);
    expect(
      hasDanger([
        {
          op: "update",
          name: "q2",
          id: "9",
          before: off,
          outputs: campaignOutputs(off, false),
          after: { ...off, acknowledge: unknown },
        },
      ]),
    ).toBe(true);
  });
  it("adopt known later, with active: true, may become a creation that sends", () => {
    expect(hasDanger([{ op: "create", name: "q2", after: { ...on, adopt: unknown } }])).toBe(true);
  });
});

describe("seats and e-mail seats", () => {
  const email = (seats: unknown[]) => ({
    name: "Mail",
    listIds: [5],
    active: true,
    emailSeatIds: seats,
    steps: [
      {
        type: "email",
        delayAfterLastStep: 2,
        messageMode: "same",
        subject: "A subject",
        message: "Hello [FirstName], may I show you our work?",
      },
    ],
  });
  it("the sixth and later e-mail seats count", () => {
    const told: Told = {
      op: "replace",
      name: "q2",
      id: "9",
      before: { ...email([1, 2, 3, 4, 5, 6, 7]), active: false },
      outputs: campaignOutputs({ ...email([1, 2, 3, 4, 5, 6, 7]), active: false }, false),
      after: { ...email([1, 2, 3, 4, 5, 8, 9]), active: false },
    };
    expect(codes([told])).toContain("danger seat-changed");
  });
});

describe("states", () => {
  it("two states in which only a secret may have changed are not called fine", () => {
    const values = {
      ...on,
      steps: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:a" },
    };
    const text = (ciphertext: string) =>
      stateOf([
        {
          op: "same",
          name: "q1",
          id: "9",
          after: { ...values, steps: { ...values.steps, ciphertext } },
          outputsAfter: campaignOutputs(on, true),
        },
      ]);
    const made = reviewOf([readStates({ source: "a", text: text("v1:a") }, { source: "b", text: text("v1:b") })]);
    expect([made.verdict, made.leftOut.length > 0]).not.toEqual(["fine", false]);
  });
  it("--show-secrets states in which a secret text of a running campaign differs", () => {
    const wrapped = (plaintext: string) => ({
      ...on,
      steps: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext },
    });
    const text = (p: string) =>
      stateOf([{ op: "same", name: "q1", id: "9", after: wrapped(p), outputsAfter: campaignOutputs(on, true) }]);
    const made = reviewOf([readStates({ source: "a", text: text('"a"') }, { source: "b", text: text('"b"') })]);
    expect(made.verdict).toBe("needs-approval");
  });
});

describe("several steps of one URN, and refresh", () => {
  it("an update beside the rest of an earlier replacement is an update", () => {
    const told = running(withMessage("Other words altogether, this time", { active: true }));
    const rest: Told = {
      op: "delete-replaced",
      name: "q1",
      id: "3",
      before: off,
      outputs: campaignOutputs(off, false),
    };
    expect(codes([told, rest])).toContain("danger running-text");
  });
  it("a preview with --refresh is a plan: content rules and a fingerprint", () => {
    const made = review(
      refreshedPreviewOf(
        [{ ...runs, op: "refresh" }],
        [runs, { op: "create", name: "new", after: withMessage("Hi", { active: true }) }],
      ),
    );
    expect([made.about, made.fingerprint !== undefined]).toEqual(["planned", true]);
  });
  it("an agent that was resumed in the app is drift", () => {
    const made = review(
      refreshOf([
        { ...runs, op: "refresh" },
        listStep({ op: "refresh" }),
        agentStep({
          op: "refresh",
          outputs: { ...agentValues(), paused: true },
          outputsAfter: { ...agentValues(), paused: false },
        }),
      ]),
    );
    expect(made.verdict).toBe("needs-approval");
  });
  it("retainOnDelete: the sentence on a running campaign that leaves", () => {
    const raw = JSON.parse(
      previewOf([{ op: "delete", name: "q1", id: "9", before: on, outputs: campaignOutputs(on, true) }]),
    );
    raw.steps[1].oldState.retainOnDelete = true;
    expect(review(JSON.stringify(raw)).findings[0]?.text).not.toContain("refuses to drop it");
  });
});
void urnOf;
void ofKind;
