import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { reaches, reachIn, warningText } from "../../../provider/src/lifecycle/reach";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { listStep, newAgent, ofKind, previewOf, type Told, urnOf } from "../../support/review/previews";
import { campaign, on, rests, review, runs } from "../../support/review/reviewing";

const q1 = urnOf(ofKind("Campaign"), "q1");
const words = 'campaign "Fintech Q1": somebody may be written to.';
const warned = (steps: readonly Told[], code: (typeof reaches)[number], urn?: string) =>
  review(previewOf(steps, [{ severity: "warning", message: `warning: ${warningText(words, code)}\n`, urn }]));
const told = (made: ReturnType<typeof review>) =>
  made.findings.map(({ level, code, urn }) => [level, code, urn ?? "stack"].join(" "));

describe("a warning of the provider about people", () => {
  const noticed = ["adopted", "changed-outside", "gone-outside", "do-not-contact"];

  it.each(reaches.filter((code) => !noticed.includes(code)))("is a danger although the plan shows none: %s", (code) => {
    const made = warned([rests], code, q1);
    expect(made).toMatchObject({
      verdict: "needs-approval",
      findings: [{ level: "danger", code, urn: q1, text: `The provider warns: ${words}` }],
    });
    expect(reviewMarkdown(made)).toContain("somebody may be written to");
    expect(made.fingerprint).not.toBe(review(previewOf([rests])).fingerprint);
    expect(told(warned([rests], code))).toEqual([`danger ${code} stack`]);
  });

  it("can be about a resource whose name looks like the stack's type", () => {
    const named = urnOf(ofKind("Campaign"), "q1::pulumi:pulumi:Stack::q2");
    const made = warned([{ ...rests, name: "q1::pulumi:pulumi:Stack::q2" }], "starts-sending", named);
    expect(told(made)).toEqual([`danger starts-sending ${named}`]);
    expect(made.stacks[0]?.diagnostics[0]?.resource).toBe("q1::pulumi:pulumi:Stack::q2");
  });

  it.each(noticed)("is a notice if nothing in the plan causes it: %s", (code) => {
    const reach = reaches.find((each) => each === code);
    if (reach === undefined) throw new Error(`There is no code ${code}`);
    const made = warned([rests], reach, q1);
    expect(told(made)).toEqual([`notice ${code} ${q1}`]);
    expect(made.fingerprint).toBe(review(previewOf([rests])).fingerprint);
  });

  it("is not added beside a danger with its code that is about its resource, or reaches it", () => {
    const starts = campaign({ op: "create", id: undefined, after: on });
    expect(told(warned([starts, listStep()], "starts-sending", q1))).toEqual([`danger starts-sending ${q1}`]);
    const agent = newAgent();
    const finder = urnOf(ofKind("SourceAgent"), "finder");
    expect(told(warned([runs, listStep(), agent], "new-people", q1))).toEqual([`danger new-people ${finder}`]);
    expect(told(warned([runs, listStep(), agent], "running-text", q1))).toEqual([
      `danger new-people ${finder}`,
      `danger running-text ${q1}`,
    ]);
  });

  it("is never one without a code, or with another package's words in brackets", () => {
    for (const message of [`warning: ${words}`, "warning: something [starts-sending] else", "warning: a [note]"]) {
      expect(told(review(previewOf([rests], [{ severity: "warning", message, urn: q1 }])))).toEqual([]);
    }
    expect(reachIn("x [starts-sending]")).toBe("starts-sending");
  });
});

const sources = fileURLToPath(new URL("../../../provider/src", import.meta.url));
const files = ["lifecycle", "resources"].flatMap((folder) =>
  readdirSync(join(sources, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`),
);

/** The arguments of each call of `run.warn`, and the warnings in table rows, as source code. */
function warningsOf(file: string): string[] {
  const source = readFileSync(join(sources, file), "utf8");
  const [, ...calls] = source.split("run.warn(");
  const rows = [...source.matchAll(/yield \{\s*warn(?:\b|:)[\s\S]*?\};\n/g)].map(([row]) => row);
  return [...calls.map((call) => call.split(/\);\n|\), \n/)[0] ?? ""), ...rows];
}

/** Words that indicate a warning about people. */
const aboutPeople =
  /\bwrit(e|es|ten)\b|\bpeople\b|\bactive\b|\brunn?(s|ing)\b|\bstart|\bswitched\b|\bresume|take[ns] over|adopted/;

/** Warnings with such a word that concern nobody who is reached, by their text, each with the reason. */
const reachNobody: readonly (readonly [words: string, why: string])[] = [
  ["it is inactive, and the program declares", "what was taken over does not send"],
  ["the answer to its creation was lost", "the object is the one that this run has just created"],
  ["another resource of this program has adopted it;", "the object goes on under its new name"],
  ["another resource of this stack has adopted it, as far", "the object goes on as it is"],
  ["has adopted what its pending creation has made", "the object goes on under its new name"],
  ["another run created the same one at the same time", "made for objects that contact nobody (noteForLater)"],
  ["which this service does not show; this one is created beside it", "a start warns for itself, and compares lists"],
  ["changed, but this could not be recorded", "the change has warned for itself"],
  ["created paused (id", "a paused agent finds nobody"],
  ["still paused, because", "a paused agent finds nobody"],
  [
    "the update will refuse to start it, because the environment",
    "the campaign that it would start has a warning of its own",
  ],
  ["its tracking script is switched off", "nobody is found any more"],
  ["which this service does not show, so it may run: this update pauses it", "the adoption has warned of that"],
];

describe("the warnings in the sources", () => {
  it("that may be about people have a code, or a reason here", () => {
    const without = files.flatMap((file) =>
      warningsOf(file)
        .filter((call) => aboutPeople.test(call) && !reaches.some((code) => call.includes(`"${code}"`)))
        .map((call) => [file, call] as const),
    );
    const open = without.filter(([, call]) => !reachNobody.some(([part]) => call.includes(part)));
    expect(open).toEqual([]);
    const unused = reachNobody.filter(([part]) => !without.some(([, call]) => call.includes(part)));
    expect(unused).toEqual([]);
  });

  it("are found: each code is used", () => {
    const all = files.flatMap(warningsOf).join("\n");
    expect(reaches.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
  });
});
