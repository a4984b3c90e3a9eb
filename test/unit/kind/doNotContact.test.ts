import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailHash } from "../../../provider/src/api/normal";
import { parseDoNotContact } from "../../../provider/src/kind/doNotContact";
import { Suppression } from "../../../provider/src/kind/suppression";
import type { Appearance } from "../../../provider/src/people/model";
import { suppressedAmong } from "../../../provider/src/people/suppressed";

const hash = emailHash("ada@example.com");

describe("a line of outreach.do-not-contact", () => {
  it.each([
    ["example.com", "domain", "example.com"],
    ["  Mail.Example.COM  ", "domain", "mail.example.com"],
    ["@example.com", "domain", "example.com"],
    ["*.example.com", "domain", "example.com"],
    ["https://www.example.com/", "domain", "example.com"],
    ["domain: example.com", "domain", "example.com"],
    ["Acme", "company", "acme"],
    ["Acme  Inc.", "company", "acme inc."],
    ["Müller & Söhne", "company", "müller & söhne"],
    ["company: Booking.example", "company", "booking.example"],
    ["company: Acme: the company", "company", "acme: the company"],
    ["https://network.example.com/in/Ada-Byron/", "profile", "network.example.com/in/ada-byron"],
    ["network.example.com/in/ada-byron", "profile", "network.example.com/in/ada-byron"],
    ["profile: https://network.example.com/in/ada", "profile", "network.example.com/in/ada"],
    ["Ada@Example.com", "e-mail", "ada@example.com"],
    ["mailto:ada@example.com", "e-mail", "ada@example.com"],
    ["email: ada@example.com", "e-mail", "ada@example.com"],
    [hash, "hash", hash],
    [`sha256:${hash.toUpperCase()}`, "hash", hash],
    ["example.com # since May", "domain", "example.com"],
    ["Acme#1", "company", "acme#1"],
  ])("%j is of the type %s", (line, type, value) => {
    expect(parseDoNotContact(line)).toMatchObject({ entries: [{ line: 1, type, value }], problems: [] });
  });

  it.each([
    ["ada@", "an e-mail address has a name, one @ and a domain"],
    ["ada@example", "an e-mail address has a name"],
    ["foo..example.com", "a domain has a dot and no path"],
    ["192.0.2.1", "a domain has a dot and no path"],
    [hash.slice(1), "has 64 hexadecimal digits"],
    [`${hash}0`, "has 64 hexadecimal digits"],
    ["sha256: ada@example.com", "has 64 hexadecimal digits"],
    ["domain: Acme Inc.", "a domain has a dot and no path"],
    ["profile: ada", "the address of a profile has a host and a path"],
    ["company:", "a company needs a name"],
    ["compny: Acme", "the word before the colon is not one of domain, company, profile"],
    ["Acme\u0007", "control character"],
    ["Acme\ufffd", "not UTF-8"],
    ["x".repeat(3000), "longer than 2000 characters"],
  ])("%j names nobody", (line, problem) => {
    const { entries, problems } = parseDoNotContact(`# a comment\n\n${line}`);
    expect(entries).toEqual([]);
    expect(problems).toEqual([{ line: 3, text: expect.stringContaining(problem) }]);
  });

  it("counts lines with any line ends, and skips comments and empty ones", () => {
    const { entries, problems } = parseDoNotContact("\ufeff# who\r\nexample.com\r\n\r\n   # more\rada@\nAcme");
    expect(entries.map(({ line, type }) => [line, type])).toEqual([
      [2, "domain"],
      [6, "company"],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([5]);
  });

  it("never repeats the content of an invalid line, and always gives the reason", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (noise) => {
        const { entries, problems } = parseDoNotContact(`secret-${noise}@`);
        expect(entries.length + problems.length).toBeGreaterThan(0);
        for (const { text } of problems) expect(text).not.toContain("secret-");
      }),
    );
  });
});

function contact(told: Partial<Appearance>): Appearance {
  const contactId = told.contactId ?? "1";
  return { member: "1", contactId, emails: [], inList: true, campaigns: [], areAllCampaigns: true, ...told };
}

describe("people who must not be contacted", () => {
  const matches = (lines: string, told: Partial<Appearance>) =>
    new Suppression(parseDoNotContact(lines).entries).match(contact(told)).map(({ line }) => line);

  it.each<[string, Partial<Appearance>, boolean]>([
    ["example.com", { emails: ["ada@example.com"] }, true],
    ["example.com", { emails: ["ada@mail.example.com"] }, true],
    ["mail.example.com", { emails: ["ada@example.com"] }, false],
    ["example.com", { emails: ["ada@notexample.com"] }, false],
    ["example.com", { website: "example.com" }, true],
    ["example.com", { profile: "example.com/in/ada" }, false],
    ["Acme Inc.", { company: " ACME  inc." }, true],
    ["Acme", { company: "Acme Inc." }, false],
    ["Acme", { name: "Acme" }, false],
    ["https://network.example.com/in/Ada", { profile: "network.example.com/in/ada" }, true],
    ["ada@example.com", { emails: ["bo@example.com", "ada@example.com"] }, true],
    ["ada@example.com", { emails: ["bo@example.com"] }, false],
    [hash, { emails: ["ada@example.com"] }, true],
    [hash, { emails: ["bo@example.com"] }, false],
    [hash, {}, false],
  ])("%s: %j", (line, told, expected) => {
    expect(matches(line, told)).toEqual(expected ? [1] : []);
  });

  it("are listed with all matching lines, in order", () => {
    expect(
      matches("Acme\nexample.com\nada@example.com\nACME", { company: "Acme", emails: ["ada@example.com"] }),
    ).toEqual([1, 2, 3]);
  });

  it("are listed with all their contacts, with running campaigns first, and only if they are in a list or a campaign", () => {
    const { entries } = parseDoNotContact("ada@example.com\nbo@example.com\ncleo@example.com");
    const campaigns = [{ campaignId: "9", active: true, isOver: false }];
    const found = suppressedAmong(
      [
        { sameBy: [], appearances: [contact({ contactId: "1", emails: ["ada@example.com"] })] },
        {
          sameBy: ["profile"],
          appearances: [
            contact({ contactId: "2", emails: ["bo@example.com"] }),
            contact({ contactId: "3", member: "2", campaigns }),
          ],
        },
        { sameBy: [], appearances: [contact({ contactId: "4", emails: ["cleo@example.com"], inList: false })] },
        { sameBy: [], appearances: [contact({ contactId: "5", emails: ["dov@example.com"] })] },
      ],
      new Suppression(entries),
    );
    expect(found.map(({ level, lines, appearances }) => [level, lines[0]?.line, appearances.length])).toEqual([
      ["one-running", 2, 2],
      ["none-running", 1, 1],
    ]);
  });
});
