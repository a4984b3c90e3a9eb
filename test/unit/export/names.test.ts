import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { formatModule } from "../../../provider/src/export/format";
import { Names, resourceName, slugOf, variableName } from "../../../provider/src/export/names";
import { projectName } from "../../../provider/src/export/project";

const variable = (name: string, taken = new Names()) => variableName("List", resourceName("List", name), taken);

describe("the name of a resource", () => {
  it.each([
    ["Fintech founders", "fintech-founders"],
    ["  Q1 / 2026: Fintech!  ", "q1-2026-fintech"],
    ["Straße & Café", "straße-café"],
    ["Клиенты Москва", "клиенты-москва"],
    ["日本のリード", "日本のリード"],
    ["snake_case and-hyphens", "snake-case-and-hyphens"],
    ["ﬁne ② print", "fine-2-print"],
    ["a\u200bb\u202ec", "abc"],
    ["", "list"],
    ["🎉👩‍💻", "list"],
    ["???", "list"],
    ["con", "list-con"],
    ["index", "list-index"],
    ["x".repeat(300), "x".repeat(40)],
  ])("of %j", (name, expected) => {
    expect(resourceName("List", name)).toBe(expected);
  });

  it("is unique, also without regard to case", () => {
    const names = new Names();
    const given = ["fintech", "fintech", "Fintech", "fintech-2", "straße", "strasse", "ﬁn", "fin"].map((name) =>
      names.unique(name),
    );
    expect(given).toEqual(["fintech", "fintech-2", "Fintech-3", "fintech-2-2", "straße", "strasse-2", "ﬁn", "fin-2"]);
  });

  it("is a valid file name on every system", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
        const resource = resourceName("Campaign", name);
        expect(resource).toMatch(/^[^\s<>:"/\\|?*.\p{C}]+$/u);
        expect(Buffer.byteLength(resource)).toBeLessThan(200);
        expect(resource).toBe(resource.normalize("NFC"));
        expect(slugOf(resource)).toBe(resource);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a variable", () => {
  it.each([
    ["Fintech founders", "fintechFounders"],
    ["2026 leads", "list2026Leads"],
    ["class", "classList"],
    ["outreach", "outreachList"],
    ["global this", "globalThisList"],
    ["🎉", "list"],
    ["text", "textList"],
    ["Über uns", "überUns"],
  ])("for %j", (name, expected) => {
    expect(variable(name)).toBe(expected);
  });

  it("is unique across all kinds", () => {
    const taken = new Names();
    expect(variableName("List", "fintech", taken)).toBe("fintech");
    expect(variableName("SourceAgent", "fintech", taken)).toBe("fintechAgent");
    expect(variableName("Campaign", "fintech", taken)).toBe("fintechCampaign");
    expect(variableName("List", "q1", taken)).toBe("q1");
    expect(variableName("SourceAgent", "q1", taken)).toBe("q1_Agent");
  });

  it("is accepted by the compiler, whatever the name", () => {
    const taken = new Names();
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (name) => {
        const own = variable(name, taken);
        const { diagnostics } = ts.transpileModule(`"use strict"; const ${own} = 1; export { ${own} as x };`, {
          reportDiagnostics: true,
          compilerOptions: { target: ts.ScriptTarget.ES2022 },
        });
        expect(diagnostics, own).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("has letters that the compiler and the formatter know", { timeout: 60_000 }, async () => {
    const letters: string[] = [];
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const letter = String.fromCodePoint(point);
      const [begins, goesOn] = [slugOf(letter), slugOf(`a${letter}`).slice(1).replace(/-/g, "")];
      if (/^\p{ID_Start}/u.test(begins) && !ts.isIdentifierStart(begins.codePointAt(0) ?? 0, ts.ScriptTarget.ES2022))
        wrong.push(begins);
      const isPart = [...goesOn].every((each) => ts.isIdentifierPart(each.codePointAt(0) ?? 0, ts.ScriptTarget.ES2022));
      if (isPart) letters.push(goesOn);
      else wrong.push(goesOn);
    }
    expect(wrong).toEqual([]);
    const all = [...new Set(letters)].join("");
    expect(all.length).toBeGreaterThan(30_000);
    expect(await formatModule(`const a${all}=1`)).toBe(`const a${all} = 1;\n`);
  });
});

describe("the name of the project", () => {
  it.each([
    ["My Outreach", "my-outreach"],
    ["Café 2026", "cafe-2026"],
    ["Клиенты", "outreach"],
    ["..", "outreach"],
    ["@scope/x", "scope-x"],
  ])("of a folder %j", (folder, expected) => {
    expect(projectName(folder)).toBe(expected);
  });
});
