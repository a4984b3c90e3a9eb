import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOrder, worstFirst } from "../../../provider/src/review/findings/order";
import type { Finding } from "../../../provider/src/review/model";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { merged, stacksWords } from "../../../provider/src/review/output/words";
import { finding, review, stack } from "../../support/review/build";

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

  it("loses none and doubles none, and keeps that of the program among equals", () => {
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
    expect(merged([danger("alice"), danger("alice"), danger("bruno")]).map(({ stacks }) => stacks)).toEqual([
      ["alice", "bruno"],
      ["alice"],
    ]);
  });

  it("are two lines at two places, and on two levels", () => {
    const [one] = [danger("alice")];
    expect(
      merged([one, { ...danger("bruno"), path: "steps[1]" }, { ...danger("bruno"), level: "notice" }]),
    ).toHaveLength(3);
  });

  it("name six stacks and count the others", () => {
    const names = Array.from({ length: 9 }, (_, index) => `member-${index}`);
    expect(stacksWords(names)).toBe("member-0, member-1, member-2, member-3, member-4, member-5 and 3 more");
    expect(stacksWords(names.slice(0, 2))).toBe("member-0, member-1");
  });
});
