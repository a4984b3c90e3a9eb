import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOrder, worstFirst } from "../../../provider/src/review/findings/order";
import type { Finding } from "../../../provider/src/review/model";
import { findingGroups, mergeFindings } from "../../../provider/src/review/output/findingGroups";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { stacksWords } from "../../../provider/src/review/output/words";
import { campaign, finding, review, stack, urnOf } from "../../support/review/build";
import { style } from "../../support/review/terminal";

const of = (level: Finding["level"], code: string, urn?: string) =>
  finding(level, code, `${code} of ${urn ?? "nothing"}`, urn === undefined ? {} : { urn });

describe("the order of findings", () => {
  it("is by level, then by resource, the worst first", () => {
    const given = [
      of("notice", "adopted", "a"),
      of("danger", "content:insecure-link", "a"),
      of("danger", "deleted", "b"),
      of("danger", "running-text", "c"),
      of("danger", "starts-sending", "a"),
      of("danger", "new-people", "c"),
      of("danger", "acknowledged"),
    ];
    expect(inOrder(given).map(({ code, urn }) => `${code} ${urn}`)).toEqual([
      ...["starts-sending a", "content:insecure-link a", "new-people c", "running-text c"],
      ...["acknowledged undefined", "deleted b", "adopted a"],
    ]);
  });

  it("loses and duplicates none, and keeps the program's order among equals", () => {
    const codes = fc.constantFrom(...worstFirst, "content:nearly-empty", "content:missing-field");
    const any = fc.record({
      level: fc.constantFrom("danger" as const, "notice" as const),
      code: codes,
      urn: fc.constantFrom("a", "b", undefined),
    });
    fc.assert(
      fc.property(fc.array(any), (all) => {
        const given = all.map(({ level, code, urn }) => of(level, code, urn));
        const ordered = inOrder(given);
        expect(new Set(ordered)).toEqual(new Set(given));
        expect(ordered).toHaveLength(given.length);
        for (const one of ordered) {
          const alike = ({ level, code, urn }: Finding) => level === one.level && code === one.code && urn === one.urn;
          expect(ordered.filter(alike)).toEqual(given.filter(alike));
        }
      }),
    );
  });
});

describe("equal findings of several stacks", () => {
  const danger = (stack: string, words = "Campaign “Q1” starts sending.") =>
    finding("danger", "starts-sending", words, { stack, urn: `urn of ${stack}` });

  it("are one line, which names the stacks", () => {
    const findings = [danger("alice"), danger("bruno", "Another sentence."), danger("bruno")];
    const stacks = ["alice", "bruno"].map((name) => stack({}, { stack: name }));
    const text = reviewMarkdown(review({ stacks, findings }));
    expect(text).toContain(
      "### 3 dangers\n\n- **alice, bruno**: Campaign “Q1” starts sending.\n- **bruno**: Another sentence.\n",
    );
  });

  it("are two lines in one stack: they are about two resources", () => {
    expect(mergeFindings([danger("alice"), danger("alice"), danger("bruno")]).map(({ stacks }) => stacks)).toEqual([
      ["alice", "bruno"],
      ["alice"],
    ]);
  });

  it("are two lines at two paths, and on two levels", () => {
    const [one] = [danger("alice")];
    expect(
      mergeFindings([one, { ...danger("bruno"), path: "steps[1]" }, { ...danger("bruno"), level: "notice" }]),
    ).toHaveLength(3);
  });

  it("name six stacks and count the others", () => {
    const names = Array.from({ length: 9 }, (_, index) => `member-${index}`);
    expect(stacksWords(names)).toBe("member-0, member-1, member-2, member-3, member-4, member-5 and 3 more");
    expect(stacksWords(names.slice(0, 2))).toBe("member-0, member-1");
  });
});

describe("findings about one resource", () => {
  const words = (seat: number, more = "") => `Campaign “Q1” starts sending from LinkedIn seat ${seat}${more}.`;
  const stacks = ["alice", "bruno", "chen"];
  const ofMembers = (texts: readonly string[], resources = stacks.map(() => "q1")) =>
    review({
      stacks: stacks.map((name) => stack({}, { stack: name })),
      campaigns: stacks.map((name, index) => campaign(resources[index] ?? "", { stack: name, name: "Q1" })),
      findings: texts.map((text, index) => {
        const urn = urnOf("Campaign", resources[index] ?? "", stacks[index]);
        return finding("danger", "starts-sending", text, { stack: stacks[index] ?? "", urn });
      }),
    });
  const rows = (of: ReturnType<typeof review>) =>
    findingGroups(of, "danger").flatMap(({ rows }) => rows.map(({ finding: { text }, stacks }) => [text, stacks]));

  it("of several members are one line with each member's seat", () => {
    const made = ofMembers([words(7), words(8), words(9)]);
    expect(rows(made)).toEqual([["Campaign “Q1” starts sending from LinkedIn seat 7 / 8 / 9.", stacks]]);
    expect(reviewMarkdown(made)).toContain(
      "- **alice, bruno, chen**: Campaign “Q1” starts sending from LinkedIn seat 7 / 8 / 9.",
    );
  });

  it.each<[string, string[], string[]?]>([
    ["their texts differ", [words(7), words(7, " and e-mail seat 3"), words(7, " to one list")]],
    ["their names differ in a number", ["“Q 1” starts.", "“Q 2” starts.", "“Q 3” starts."]],
    ["a word contains the number", ["Uses v1.", "Uses v2.", "Uses v3."]],
    ["they are about other resources of the program", [words(7), words(8), words(9)], ["a", "b", "c"]],
  ])("stay separate if %s", (_, texts, resources) => {
    expect(rows(ofMembers(texts, resources))).toEqual(texts.map((text, index) => [text, [stacks[index]]]));
  });

  it("are below the resource's name, the worst first", () => {
    const urn = urnOf("Campaign", "q1");
    const findings = inOrder([
      finding("danger", "content:unknown-variable", "Step 1 has [City].", { urn, path: "steps[0].message" }),
      finding("danger", "starts-sending", "It starts sending.", { urn }),
    ]);
    const made = review({ campaigns: [campaign("q1", { name: "Q1" })], findings });
    expect(reviewMarkdown(made)).toContain(
      "### 2 dangers\n\n- **Campaign “Q1”**\n  - It starts sending.\n  - Step 1 has &#91;City&#93;. `steps[0].message`\n",
    );
    expect(reviewText(made, style)).toContain(
      "2 dangers\n  Campaign “Q1”\n   ! It starts sending.\n   ! Step 1 has [City]. (steps[0].message)\n",
    );
  });
});
