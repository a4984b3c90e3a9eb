import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import type { Answer } from "../../../provider/src/api/objects";
import { isSameName, nameForm, textForm } from "../../../provider/src/api/texts";
import { madeContent } from "../../../provider/src/lifecycle/content";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { isTwin } from "../../../provider/src/lifecycle/twins";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { kinds } from "./serving";

/** Ids, and the service's own codes. */
const fixed = { has: (key: string) => /^(?:type|messageMode|language|agentType|id|.*Ids?)$/.test(key) };

/** The value with each free text in it changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fixed.has(key) ? item : mapTexts(item, change)]),
  );
}

const mapped = (values: Values, change: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fixed.has(key) ? value : mapTexts(value, change)]),
  );

/** A form in which a service may store a text. */
const form = fc
  .record({
    unicode: fc.constantFrom("NFC", "NFD"),
    blank: fc.constantFrom(" ", "  ", "\u00a0", "\u00a0 ", "\u2003"),
    before: fc.constantFrom("", " ", "\u00a0"),
    after: fc.constantFrom("", " ", "  ", "\u00a0"),
  })
  .map(
    ({ unicode, blank, before, after }) =>
      (text: string) =>
        `${before}${text.normalize(unicode).replaceAll(" ", blank)}${after}`,
  );

const accented = (text: string) => `Caf\u00e9 ${text} Zoe\u0308  \u1ecd\u0302 x`;

describe.each(kinds)("a $noun whose texts the service stores in another form", (kind, programs, serve) => {
  it("shows no change after a refresh, and is recognised", () => {
    fc.assert(
      fc.property(programs, form, form, (inputs, sent, stored) => {
        const declared = kind.canonical(mapped(inputs, (text) => sent(accented(text))));
        const answer = mapped(serve(kind.createBody(declared)), stored) as Answer;
        const observed = kind.observed(answer, declared);
        for (const property of kind.properties) {
          if (declared[property] === undefined || answer[property] === undefined || answer[property] === null) continue;
          expect(observed[property]).toBe(declared[property]);
        }
        expect(kind.changes({ ...declared, ...observed }, declared)).toEqual([]);
        expect(isTwin(kind, answer, declared)).toBe(true);
      }),
    );
  });

  it("is planned once by a program that declares it in two forms", () => {
    fc.assert(
      fc.property(programs, form, (inputs, other) => {
        const values = mapped(inputs, accented);
        expect(madeContent(kind.canonical(mapped(values, other)))).toBe(madeContent(kind.canonical(values)));
      }),
    );
  });

  it("differs if a text differs otherwise", () => {
    fc.assert(
      fc.property(programs, form, (inputs, stored) => {
        const declared = kind.canonical(mapped(inputs, accented));
        const answer = mapped(serve(kind.createBody(declared)), (text) => stored(`${text}y`)) as Answer;
        expect(isTwin(kind, answer, declared)).toBe(false);
        const changed = kind.changes(kind.observed(answer, declared), declared);
        expect(changed.map(({ property }) => property)).toContain("name");
      }),
    );
  });
});

describe("names", () => {
  it("are the same in any form, for guards and for records", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), form, (text, other) => {
        const name = accented(text);
        expect(isSameName(other(name), name)).toBe(true);
        expect(nameDigest(other(name))).toBe(nameDigest(name));
        expect(isSameName(`${other(name)}y`, name)).toBe(false);
        expect(nameDigest(`${name}y`)).not.toBe(nameDigest(name));
      }),
    );
  });

  it("and texts have one form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(nameForm(nameForm(text))).toBe(nameForm(text));
        expect(textForm(textForm(text))).toBe(textForm(text));
      }),
    );
    expect(nameForm("A b-1")).toBe("A b-1");
    expect(textForm(" a\r\n\r\n b  c\u00a0\nd ")).toBe("a\n\nb c\nd");
    expect(isSameName("a b", "ab")).toBe(false);
    expect(isSameName(undefined, "undefined")).toBe(false);
    expect(textForm("a\nb")).not.toBe(textForm("a b"));
    expect(textForm("a\n\nb")).not.toBe(textForm("a\nb"));
  });
});

describe("a program that changes only the form of a text", () => {
  const list = (name: string) => listKind.canonical({ name });
  const campaign = (message: string) => ({ name: "Q1", listIds: [1], steps: [{ type: "message", message }] });
  const changes = (one: string, other: string) =>
    campaignKind.changes(campaignKind.canonical(campaign(one)), campaignKind.canonical(campaign(other)));

  it("does not rename", () => {
    expect(listKind.changes(list("Caf\u00e9 one"), list("Cafe\u0301  one"))).toEqual([]);
  });

  it("changes a message by its spaces and lines, which people see, and not by its Unicode form", () => {
    expect(changes("Hi  Zo\u00eb", "Hi Zo\u00eb").map(({ path }) => path)).toEqual(["steps[0].message"]);
    expect(changes("Hi\n\nZo\u00eb", "Hi\nZo\u00eb")).toHaveLength(1);
    expect(changes("Hi Zo\u00eb", "Hi Zoe\u0308")).toEqual([]);
  });

  it("changes a keyword by its spaces", () => {
    const own = { name: "A", listId: 1 };
    const agent = (value: string) =>
      sourceAgentKind.canonical({ ...own, variables: [{ type: "KEYWORD", value }], targetIndustries: [value] });
    const changed = sourceAgentKind.changes(agent("a  b"), agent("a b")).map(({ property }) => property);
    expect(changed).toEqual(["targetIndustries", "variables"]);
    expect(sourceAgentKind.changes(agent("\u00e9"), agent("e\u0301"))).toEqual([]);
  });
});
