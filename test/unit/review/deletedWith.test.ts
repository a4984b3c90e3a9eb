import { describe, expect, it } from "vitest";
import {
  agentStep,
  campaignOutputs,
  listStep,
  ofKind,
  previewOf,
  refreshedPreviewOf,
  type Told,
  urnOf,
} from "../../support/review/previews";
import { off, on, review } from "../../support/review/reviewing";

const list = urnOf(ofKind("List"), "fintech");
const campaign = (op: string, values = off): Told => {
  const isActive = values === on;
  const inputs =
    op === "create" ? { after: values } : op === "delete" ? { before: values } : { before: values, after: values };
  return { op, name: "q1", id: "9", ...inputs, outputs: campaignOutputs(values, isActive) };
};
/** A preview in which the second step has the option `deletedWith`, as the CLI prints it. */
function previewWith(steps: Told[], sides: { readonly before?: string; readonly after?: string }) {
  const raw = JSON.parse(previewOf(steps));
  const [, step] = raw.steps;
  if (sides.before !== undefined) step.oldState.deletedWith = sides.before;
  if (sides.after !== undefined) step.newState.deletedWith = sides.after;
  return review(JSON.stringify(raw));
}
const texts = ({ findings }: ReturnType<typeof review>) =>
  findings
    .filter(({ code }) => !code.startsWith("content:"))
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);
const ends = "and nothing manages it any more. Remove the option, which a parent or a transformation may have set.";

describe("the option deletedWith", () => {
  it.each<[string, Told, string]>([
    ["a campaign that is created", campaign("create"), "Campaign “Fintech Q1”|a running campaign goes on sending"],
    [
      "a campaign that does not change otherwise",
      campaign("same"),
      "Campaign “Fintech Q1”|a running campaign goes on sending",
    ],
    ["a source agent", agentStep({ op: "same" }), "Source agent “Finder”|it goes on finding people"],
    [
      "a list",
      listStep({ op: "same", name: "other", id: "8", before: { name: "Other" }, after: { name: "Other" } }),
      "List “Other”|the campaigns on it are not looked at",
    ],
  ])("is a danger if it is new: %s", (_, told, words) => {
    const [its, what] = words.split("|");
    const made = previewWith([told, listStep()], { after: list });
    expect(texts(made)).toEqual([
      `danger deleted-with: ${its} leaves the state with “fintech” from now on (option deletedWith), without being asked: ${what}, ${ends}`,
    ]);
    expect(made.verdict).toBe("needs-approval");
    const other = previewWith([told, listStep()], { after: urnOf(ofKind("List"), "another") });
    expect(other.fingerprint).not.toBe(made.fingerprint);
  });

  it("is reported once: if it stays, or is removed, nothing new is decided", () => {
    expect(texts(previewWith([campaign("same"), listStep()], { before: list, after: list }))).toEqual([]);
    expect(texts(previewWith([campaign("same"), listStep()], { before: list }))).toEqual([]);
  });

  it("keeps an object that leaves the program with the other resource", () => {
    const gone = listStep({ op: "delete", after: undefined });
    const running = previewWith([campaign("delete", on), gone], { before: list });
    expect(texts(running)[0]).toBe(
      "danger deleted: Campaign “Fintech Q1” leaves the program. It is running or may be, and deletedWith keeps it: it goes on sending, and nothing manages it any more.",
    );
    const agent = previewWith([agentStep({ op: "delete", after: undefined }), gone], { before: list });
    expect(texts(agent)[0]).toBe(
      "danger deleted: Source agent “Finder” leaves the program, and deletedWith keeps it: it goes on finding people for its list, and nothing manages it any more.",
    );
    expect(agent.leftBehind.map(({ noun }) => noun)).toContain("source agent");
  });

  it.each<[string, Told]>([
    ["a running campaign", campaign("delete", on)],
    ["a source agent", agentStep({ op: "delete", after: undefined })],
  ])("is a different plan from the one without it, whose approval does not count: %s", (_, leaves) => {
    const gone = listStep({ op: "delete", after: undefined });
    const [asked, skipped] = [{}, { before: list }].map((sides) => previewWith([leaves, gone], sides).fingerprint);
    expect(asked).toMatch(/^sha256:/);
    expect(skipped).not.toBe(asked);
  });

  it("changes nothing for an object that leaves the program alone", () => {
    const made = previewWith([agentStep({ op: "delete", after: undefined }), listStep()], { before: list });
    expect(texts(made)[0]).toMatch(/^danger deleted: Source agent “Finder” is deleted, with its run logs;/);
    expect(made.leftBehind).toEqual([]);
  });

  it("is missing in the events of a preview, which say so", () => {
    expect(review(refreshedPreviewOf([], [campaign("same")])).leftOut).toEqual([
      "Events of a preview do not show the option deletedWith. Without PULUMI_ENABLE_STREAMING_JSON_PREVIEW the CLI prints a digest, which does.",
    ]);
  });
});
