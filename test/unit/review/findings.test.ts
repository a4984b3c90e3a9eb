import { describe, expect, it } from "vitest";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  newList,
  ofKind,
  previewOf,
  refreshOf,
  type Told,
  unknown,
  updateOf,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { campaign, off, on, rests, review } from "../../support/review/reviewing";
import { agentRows } from "../../support/review/rows/agents";
import { campaignRows } from "../../support/review/rows/campaigns";
import { hiddenRows } from "../../support/review/rows/hidden";
import { listRows } from "../../support/review/rows/lists";
import { otherInputRows } from "../../support/review/rows/outside";
import { reachingAgents } from "../../support/review/rows/reachingAgents";
import { findingsOf } from "../../support/review/rows/row";

describe("the findings of", () => {
  it.each([...campaignRows, ...agentRows, ...reachingAgents, ...listRows, ...hiddenRows, ...otherInputRows])(
    "%s",
    (_, change, expected) => {
      expect(findingsOf(change)).toEqual(expected);
    },
  );
});

describe("the sentences of findings", () => {
  const sentences = (steps: readonly Told[]) => review(previewOf(steps)).findings.map(({ text }) => text);

  it("name the lists by the program's names, and the sending seat", () => {
    const made = newList();
    const its = { listIds: [urnOf(ofKind("List"), "fintech")] };
    const created = { op: "create", after: campaignValues({ active: true, listIds: [unknown] }), dependencies: its };
    expect(sentences([made, campaign(created)])).toEqual([
      "Campaign “Fintech Q1” starts sending: to the people of the new list “Fintech founders”, from LinkedIn seat 7.",
    ]);
  });

  it("keep names of any length and any characters on one short line", () => {
    const name = `\u001b[31mX\n\u202eevil \`code\` <b>${"long ".repeat(20_000)}`;
    const [text = ""] = sentences([campaign({ op: "create", after: campaignValues({ active: true, name }) })]);
    expect(text).toMatch(
      /^Campaign “⟨U\+001B⟩\[31mX ⟨U\+202E⟩evil `code` <b>long .*…” starts sending: to the people of the list with id 5, from LinkedIn seat 7\.$/,
    );
    expect(text.length).toBeLessThan(200);
  });

  it.each<[string, string, string, boolean]>([
    ["is replaced by another type", "website-visitor", "autopilot", true],
    ["takes the place of another type", "autopilot", "website-visitor", false],
  ])("mention a tracking script only if the agent that %s has one", (_, before, after, has) => {
    const [one, other] = [before, after].map((agentType) => agentValues({ agentType }));
    const step = { op: "replace", before: one, after: other };
    const [text = ""] = sentences([agentStep(step)]).filter((each) => each.includes("created anew"));
    expect(text.includes("tracking script")).toBe(has);
  });

  it("name a signal's seat beside its value", () => {
    const visited = (seat: number) =>
      agentValues({ variables: [{ type: "VISITED_PROFILE", value: "true", linkedinSeatId: seat }] });
    expect(sentences([agentStep({ op: "update", before: visited(7), after: visited(8) })])).toEqual([
      "Source agent “Finder” will find more people: signals: visited the profile of a seat (through LinkedIn seat 8).",
    ]);
  });

  it("about a running campaign that leaves do not say that it is refused, if an option keeps it", () => {
    const raw = JSON.parse(previewOf([campaign({ op: "delete", before: on, outputs: campaignOutputs(on, true) })]));
    expect(review(JSON.stringify(raw)).findings[0]?.text).toContain("refuses to drop it");
    raw.steps[1].oldState.retainOnDelete = true;
    expect(review(JSON.stringify(raw)).findings[0]?.text).not.toContain("refuses to drop it");
  });

  it("describe an update in the past tense, and it no longer needs an approval", () => {
    const created = campaign({ op: "create", id: "12", after: on, outputsAfter: campaignOutputs(on, true) });
    const made = review(updateOf([created]));
    expect(made).toMatchObject({ about: "done", verdict: "fine" });
    expect(made.fingerprint).toBeUndefined();
    expect(made.findings.map(({ text }) => text)).toEqual([
      "Campaign “Fintech Q1” is sending: to the people of the list with id 5, from LinkedIn seat 7.",
    ]);
  });
});

describe("a review of an update", () => {
  it.each(["failed", "cut off"] as const)("that %s says so", (result) => {
    const made = review(updateOf([campaign({ op: "create", after: off })], result));
    expect(made).toMatchObject({ verdict: "failed", stacks: [{ status: "stopped" }] });
  });

  it("contains nothing from the engine's debug log, which has secrets in plain text", () => {
    const made = review(updateOf([campaign({ op: "create", after: off })], "failed"));
    expect(JSON.stringify(made)).not.toContain("TOP SECRET");
  });
});

describe("a review of drift", () => {
  const switchedOff: Told = {
    ...rests,
    op: "refresh",
    outputs: campaignOutputs(off, true),
    outputsAfter: rests.outputs,
  };

  it("always needs a person: the program and the account differ", () => {
    expect(review(refreshOf([switchedOff])).verdict).toBe("needs-approval");
  });

  it("is not titled as empty if it is only a notice", () => {
    expect(reviewMarkdown(review(refreshOf([switchedOff])))).toMatch(/^## Changes outside of the program: 1 finding/);
  });

  it("checks no texts: a person wrote them in the app", () => {
    const short = withMessage("Hi");
    const written: Told = { ...rests, op: "update", after: short, outputsAfter: campaignOutputs(short, false) };
    const made = review(refreshOf([written]));
    expect(made.findings.map(({ code }) => code)).toEqual(["changed-outside"]);
    expect(made).toMatchObject({ about: "drift", verdict: "needs-approval" });
  });
});

describe("an agent in the Markdown", () => {
  it("is not shown as started if `paused` is known only later", () => {
    const [before, after] = [false, unknown].map((paused) => agentValues({ paused }));
    const told = agentStep({ op: "update", before, after });
    const text = reviewMarkdown(review(previewOf([told])));
    expect(text).toContain("Whether it is paused is known only after the update");
    expect(text).not.toContain("Is started again");
  });
});

describe("a step in the Markdown", () => {
  it("shows the delay of a first step", () => {
    const message = "Hello there dear [FirstName], good day";
    const steps = [{ type: "message", delayAfterLastStep: 14, messageMode: "same", message }];
    const text = reviewMarkdown(review(previewOf([campaign({ op: "create", after: { ...on, steps } })])));
    expect(text).toContain("delayAfterLastStep: 14");
  });
});
