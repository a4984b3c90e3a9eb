import { describe, expect, it } from "vitest";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  refreshOf,
  type Told,
  updateOf,
  withMessage,
} from "../../support/review/previews";
import { campaign, codesIn, off, on, review } from "../../support/review/reviewing";

describe("the findings of a refresh", () => {
  const outputs = (active: boolean) => campaignOutputs(off, active);
  it.each<[string, Told[], string[]]>([
    [
      "nothing changed",
      [campaign({ op: "refresh", before: off, outputs: outputs(false), after: off, outputsAfter: outputs(false) })],
      [],
    ],
    [
      "switched on in the app",
      [campaign({ op: "refresh", before: off, outputs: outputs(false), after: off, outputsAfter: outputs(true) })],
      ["danger starts-sending"],
    ],
    [
      "switched off in the app",
      [campaign({ op: "refresh", before: off, outputs: outputs(true), after: off, outputsAfter: outputs(false) })],
      ["notice stops-sending"],
    ],
    [
      "a text written in the app",
      [
        campaign({
          before: off,
          outputs: outputs(true),
          after: withMessage("Written in the app, by somebody"),
          outputsAfter: campaignOutputs(withMessage("Written in the app, by somebody"), true),
        }),
      ],
      ["danger running-text"],
    ],
    [
      "a name written in the app",
      [
        campaign({
          before: off,
          outputs: outputs(false),
          after: campaignValues({ name: "Q9" }),
          outputsAfter: campaignOutputs(campaignValues({ name: "Q9" }), false),
        }),
      ],
      ["danger changed-outside"],
    ],
    ...(["tone", "language", "goal", "skipInvitationAfterDays"] as const).flatMap((name) => {
      const [old, other] = name === "skipInvitationAfterDays" ? [7, 1] : ["calm", "direct"];
      const found = (before: object, after: object, active = true) =>
        campaign({
          ...{ op: "refresh", before: on, outputs: { ...outputs(active), ...before } },
          ...{ after: on, outputsAfter: { ...outputs(active), ...after } },
        });
      const changed = ["danger changed-outside"];
      return [
        [
          `${name} of a running campaign, which the program does not declare`,
          [found({ [name]: old }, { [name]: other })],
          changed,
        ],
        [`${name} of a running campaign, where none was`, [found({}, { [name]: other })], changed],
        [`${name} that is as it was`, [found({ [name]: old }, { [name]: old })], []],
      ] satisfies [string, Told[], string[]][];
    }),
    [
      "a criterion of an agent that the program does not declare",
      [
        agentStep({
          ...{ op: "refresh", outputs: { ...agentValues(), minLeadScore: 7 } },
          outputsAfter: { ...agentValues(), minLeadScore: 1 },
        }),
      ],
      ["danger changed-outside"],
    ],
    [
      "what the service counts by itself",
      [
        campaign({
          ...{ op: "refresh", before: on, outputs: { ...outputs(true), updatedAt: "2026-01-01" } },
          ...{ after: on, outputsAfter: { ...outputs(true), updatedAt: "2026-01-02" } },
        }),
        agentStep({ op: "refresh", outputs: agentValues(), outputsAfter: { ...agentValues(), lastRun: "2026-01-02" } }),
      ],
      [],
    ],
    ["an agent deleted in the app", [agentStep({ op: "delete", after: undefined })], ["danger gone-outside"]],
  ])("%s", (_, steps, expected) => {
    expect(codesIn(refreshOf(steps))).toEqual(expected);
  });

  it("need a person, whatever they are: the program and the account differ", () => {
    const switched = campaign({
      op: "refresh",
      before: off,
      outputs: outputs(true),
      after: off,
      outputsAfter: outputs(false),
    });
    expect(review(refreshOf([switched])).verdict).toBe("needs-approval");
  });

  it("checks no texts: a person wrote them in the app", () => {
    const short = withMessage("Hi");
    const made = review(
      refreshOf([
        campaign({ before: off, outputs: outputs(false), after: short, outputsAfter: campaignOutputs(short, false) }),
      ]),
    );
    expect(made.findings.map(({ code }) => code)).toEqual(["changed-outside"]);
    expect(made).toMatchObject({ about: "drift", verdict: "needs-approval" });
  });
});

describe("the findings of an update that has run", () => {
  it("are told as what was done, and need no approval any more", () => {
    const made = review(
      updateOf([campaign({ op: "create", id: "12", after: on, outputsAfter: campaignOutputs(on, true) })]),
    );
    expect(made).toMatchObject({ about: "done", verdict: "fine" });
    expect(made.fingerprint).toBeUndefined();
    expect(made.findings.map(({ text }) => text)).toEqual([
      "Campaign “Fintech Q1” is sending: to the people of the list with id 5, from LinkedIn seat 7.",
    ]);
  });

  it.each(["failed", "cut off"] as const)("of a run that %s say so", (result) => {
    const made = review(updateOf([campaign({ op: "create", after: off })], result));
    expect(made).toMatchObject({ verdict: "failed", stacks: [{ status: "stopped" }] });
  });

  it("hold nothing that the engine logs for debugging, where secrets stand in plain text", () => {
    const made = review(updateOf([campaign({ op: "create", after: off })], "failed"));
    expect(JSON.stringify(made)).not.toContain("TOP SECRET");
  });
});
