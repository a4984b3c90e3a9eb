import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import {
  campaignOutputs,
  campaignValues,
  ofKind,
  previewOf,
  refreshedPreviewOf,
  refreshOf,
  type Told,
  updateOf,
  urnOf,
} from "../../support/review/previews";

const on = campaignValues({ active: true });
const off = campaignValues();
const review = (text: string) => reviewOf([readPlan({ source: "t", text })]);

describe("more inputs", () => {
  it("streaming refresh: a campaign that was switched on outside (recorded on the real CLI: pre event equal, outputs event `update`)", () => {
    const metadata = (op: string, active: boolean) => ({
      op,
      urn: urnOf(ofKind("Campaign"), "q1"),
      type: ofKind("Campaign"),
      old: { type: ofKind("Campaign"), id: "9", inputs: off, outputs: campaignOutputs(off, false) },
      new: { type: ofKind("Campaign"), id: "9", inputs: off, outputs: campaignOutputs(off, active) },
    });
    const text = [
      { preludeEvent: { config: {} } },
      { resourcePreEvent: { metadata: metadata("refresh", false) } },
      { resOutputsEvent: { metadata: metadata("update", true) } },
      { summaryEvent: { isPreview: true, result: "succeeded" } },
    ]
      .map((event, sequence) => JSON.stringify({ sequence, ...event }))
      .join("\n");
    expect(review(text)).toMatchObject({ about: "drift", verdict: "needs-approval" });
  });
  it("settings of the stack that overrule refusals (the digest holds them in `config`)", () => {
    const raw = JSON.parse(
      previewOf([
        {
          op: "update",
          name: "q1",
          id: "9",
          before: off,
          outputs: campaignOutputs(off, false),
          after: campaignValues({ name: "Q2" }),
        },
      ]),
    );
    raw.config = { "outreach:acknowledge": "restart,twin:none", "outreach:launch": "allow", "outreach:adopt": "twin" };
    expect(JSON.stringify(review(JSON.stringify(raw)).findings)).toContain("restart");
  });
  it("fingerprint: other settings of the stack (another member, another service)", () => {
    const print = (user: string) => {
      const raw = JSON.parse(previewOf([{ op: "create", name: "q1", after: on }]));
      raw.config = { "outreach:impersonateUserId": user };
      return review(JSON.stringify(raw)).fingerprint;
    };
    expect(print("101")).not.toBe(print("202"));
  });
  it("a paused flag that is known later is not said to be a start", () => {
    const agent = (paused: unknown) => ({
      name: "F",
      listId: 5,
      agentType: "autopilot",
      targetJobTitles: ["CEO"],
      paused,
    });
    const told: Told = {
      op: "update",
      type: ofKind("SourceAgent"),
      name: "f",
      id: "6",
      before: agent(false),
      after: agent("04da6b54-80e4-46f7-96ec-b56ff0331ba9"),
    };
    expect(reviewMarkdown(review(previewOf([told])))).not.toContain("Is started again");
  });
  it("an update that was cut off after its dangers tells them first and fails", () => {
    expect(review(updateOf([{ op: "create", name: "q1", after: on }], "cut off")).verdict).toBe("failed");
  });
  it("properties that are no longer managed are not said to widen", () => {
    const agent = (more: object) => ({
      name: "F",
      listId: 5,
      agentType: "autopilot",
      targetJobTitles: ["CEO"],
      ...more,
    });
    const told: Told = {
      op: "update",
      type: ofKind("SourceAgent"),
      name: "f",
      id: "6",
      before: agent({ excludeServiceProviders: true, additionalCriteria: "x" }),
      after: agent({}),
    };
    expect(review(previewOf([told])).findings.map(({ code }) => code)).not.toContain("wider-targets");
  });
  it("drift that is only a notice is not titled `none`", () => {
    const text = refreshOf([
      {
        op: "refresh",
        name: "q1",
        id: "9",
        before: on,
        after: off,
        outputs: campaignOutputs(on, true),
        outputsAfter: campaignOutputs(off, false),
      },
    ]);
    const made = review(text);
    expect(made.findings.length).toBeGreaterThan(0);
    expect(reviewMarkdown(made)).not.toMatch(/^## Changes outside of the program: none/);
  });
  it("the delay of a first step is shown somewhere", () => {
    const steps = [
      {
        type: "message",
        delayAfterLastStep: 14,
        messageMode: "same",
        message: "Hello there dear [FirstName], good day",
      },
    ];
    expect(reviewMarkdown(review(previewOf([{ op: "create", name: "q1", after: { ...on, steps } }])))).toContain("14");
  });
  it("a preview that also refreshes is not drift", () => {
    const its = { name: "q1", id: "9", before: off, after: off };
    const outputs = { outputs: campaignOutputs(off, false), outputsAfter: campaignOutputs(off, false) };
    const text = refreshedPreviewOf(
      [{ op: "refresh", ...its, ...outputs }],
      [
        { op: "same", ...its, ...outputs },
        { op: "create", name: "q2", after: on },
      ],
    );
    const made = review(text);
    expect(made.findings[0]?.text).toMatch(/starts sending/);
  });
});
