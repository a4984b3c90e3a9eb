import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readRules } from "../../../provider/src/review/content/rules";
import { readPlan, readStates } from "../../../provider/src/review/input/read";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  listStep,
  ofKind,
  previewOf,
  stateOf,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { off, on, review } from "../../support/review/reviewing";

/** A preview with something set that the preview builders do not support. */
function edited(steps: readonly Told[], edit: (raw: ReturnType<typeof JSON.parse>) => void): string {
  const raw = JSON.parse(previewOf(steps));
  edit(raw);
  return JSON.stringify(raw);
}

const creation: Told = { op: "create", name: "q1", after: on };
const alice = urnOf("pulumi:providers:pulumi-nodejs", "alice");
const lists = ["customers", "leads"].map((name) =>
  listStep({ op: "create", name, id: undefined, before: undefined, after: { name } }),
);
const toNewList = (list: string): string =>
  previewOf([
    ...lists,
    {
      ...{ op: "create", name: "q1", after: { ...on, listIds: [unknown] } },
      dependencies: { listIds: [urnOf(ofKind("List"), list)] },
    },
  ]);
const actingFor = (user: string): string =>
  edited([creation], (raw) => {
    const type = "pulumi:providers:pulumi-nodejs";
    raw.steps.push({
      op: "create",
      urn: alice,
      newState: { urn: alice, type, inputs: { "outreach:impersonateUserId": user } },
    });
    raw.steps[1].newState.provider = `${alice}::${unknown}`;
  });
const besideCampaign = (running: boolean): string =>
  previewOf([
    {
      ...{ op: "same", name: "q1", id: "9", before: off, after: off },
      ...{ outputs: campaignOutputs(off, running), outputsAfter: campaignOutputs(off, running) },
    },
    listStep(),
    agentStep({ op: "create", before: undefined, after: agentValues() }),
  ]);

describe("two plans have different fingerprints", () => {
  it.each<[string, string, string]>([
    ["which new list the campaign contacts", toNewList("customers"), toNewList("leads")],
    ["for whom an explicit provider acts", actingFor("101"), actingFor("202")],
    ["whether a campaign on the list of a new agent runs", besideCampaign(false), besideCampaign(true)],
    ...(
      [
        [
          "the provider of a resource",
          (name: string) =>
            edited([creation], (raw) => {
              raw.steps[1].newState.provider = `${urnOf("pulumi:providers:pulumi-nodejs", name)}::id`;
            }),
        ],
        [
          "the settings of the stack",
          (user: string) =>
            edited([creation], (raw) => {
              raw.config = { "outreach:impersonateUserId": user };
            }),
        ],
        [
          "the code of another dynamic resource",
          (code: string) =>
            edited(
              [{ op: "update", type: "pulumi-nodejs:dynamic:Resource", name: "other", id: "x", before: {}, after: {} }],
              (raw) => {
                raw.steps[1].newState.inputs.__provider = code;
              },
            ),
        ],
      ] as const
    ).map(([name, plan]): [string, string, string] => [name, plan("101"), plan("202")]),
    [
      "an option of a campaign that leaves",
      ...([true, false].map((isKept) =>
        edited([{ op: "delete", name: "q1", id: "9", before: on, outputs: campaignOutputs(on, true) }], (raw) => {
          raw.steps[1].oldState.retainOnDelete = isKept;
        }),
      ) as [string, string]),
    ],
    [
      "a value that is empty or null",
      previewOf([{ op: "create", name: "q1", after: { ...off, language: null } }]),
      previewOf([{ op: "create", name: "q1", after: { ...off, language: "" } }]),
    ],
  ])("that differ in %s", (_, left, right) => {
    const [one, other] = [review(left).fingerprint, review(right).fingerprint];
    expect(one).toMatch(/^sha256:/);
    expect(other).toMatch(/^sha256:/);
    expect(one).not.toBe(other);
  });

  it("if the project's rules add a danger", async () => {
    const plan = readPlan({ source: "test", text: previewOf([{ op: "create", name: "q1", after: off }]) });
    const rules = await readRules("requiredWords: [{ anyOf: [unsubscribe], in: [message] }]", "test");
    const [lax, strict] = [reviewOf([plan]), reviewOf([plan], { rules })];
    expect([lax.verdict, strict.verdict]).toEqual(["fine", "needs-approval"]);
    expect(strict.fingerprint).not.toBe(lax.fingerprint);
  });
});

describe("two states in which only a secret may have changed", () => {
  const special = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  const compared = (left: object, right: object) => {
    const [before, after] = [left, right].map((steps) => ({
      source: "test",
      text: stateOf([
        {
          ...{ op: "same", name: "q1", id: "9", outputsAfter: campaignOutputs(on, true) },
          after: { ...on, steps: { ...special, ...steps } },
        },
      ]),
    })) as [Parameters<typeof readStates>[0], Parameters<typeof readStates>[1]];
    return reviewOf([readStates(before, after)]);
  };

  it("need no approval, and the review names what it could not see, if the secret is encrypted", () => {
    const { verdict, leftOut } = compared({ ciphertext: "v1:a" }, { ciphertext: "v1:b" });
    expect(verdict).toBe("fine");
    expect(leftOut.join("\n")).toContain("Secret values are encrypted again by each export");
  });

  it("need approval if the state shows that it has changed", () => {
    expect(compared({ plaintext: '"a"' }, { plaintext: '"b"' }).verdict).toBe("needs-approval");
  });
});
