import fc from "fast-check";
import { expect, describe as group, it } from "vitest";
import { safeText } from "../../../provider/src/api/redact";
import { describe, quoted } from "../../../provider/src/lifecycle/about";
import { Secrets } from "../../../provider/src/lifecycle/secrets";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";

const words = campaignKind.words;
const urn = "urn:pulumi:test::outreach::pulumi-nodejs:dynamic/outreach:Campaign::fintech";

function secretsOf(values: Readonly<Record<string, unknown>>, properties = Object.keys(values)): Secrets {
  const secrets = new Secrets();
  secrets.add(values, properties, urn, words);
  return secrets;
}

/** The names of this many resources, all of them secret. */
function allSecret(names: readonly string[]): Secrets {
  const secrets = new Secrets();
  for (const [number, name] of names.entries()) secrets.add({ name }, ["name"], `${urn}-${number}`);
  return secrets;
}

function shownOf(message: string, ...names: readonly string[]): string {
  return allSecret(names).hide(message);
}

/** Whether a text contains a part of a secret longer than 3 characters. */
function holdsPiece(text: string, secret: string): boolean {
  const [shown, signs] = [text.normalize("NFC"), Array.from(secret.normalize("NFC"))];
  const pieces = signs.slice(3).map((_, at) => signs.slice(at, at + 4).join(""));
  // Spaces and quotation marks are around every name in a sentence.
  return pieces.some((piece) => /[^\s"]/.test(piece) && shown.includes(piece));
}

group("a secret value", () => {
  it("is replaced by its kind of value and its resource's name", () => {
    const secrets = secretsOf({ name: "Project Falcon" });
    expect(secrets.hide(`Updating ${describe("campaign", "Project Falcon", "12")}: it is active.`)).toBe(
      "Updating campaign [secret] of fintech (id 12): it is active.",
    );
    expect(secrets.hide("the service answered: Project Falcon is taken")).toBe(
      "the service answered: [secret] of fintech is taken",
    );
  });

  it("is hidden in each form in which a message prints it", () => {
    const name = fc
      .string({ minLength: 8, maxLength: 255, unit: "grapheme" })
      .filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(name, (value) => {
        const secrets = secretsOf({ name: value });
        for (const shown of [value.trim(), describe("campaign", value), quoted(value), safeText(value.trim(), 80)]) {
          // A text that is truncated, or without terminal sequences, still begins like the secret.
          const clean = shown === safeText(value.trim(), 80) && shown !== value.trim().slice(0, shown.length - 1);
          if (clean && !value.trim().startsWith(shown.slice(0, 8))) continue;
          const hidden = secrets.hide(shown);
          expect(hidden).toContain("[secret] of fintech");
          expect(hidden).not.toContain(value.trim().slice(0, 8));
        }
      }),
    );
  });

  it("is hidden without a resource name if two resources have it", () => {
    const secrets = secretsOf({ name: "Project Falcon" });
    secrets.add({ name: "Project Falcon" }, ["name"], `${urn}-other`);
    expect(secrets.hide('list "Project Falcon"')).toBe("list [secret]");
  });

  it("is hidden only in quotes if it may be part of a word", () => {
    const secrets = secretsOf({ name: "it" });
    expect(secrets.hide('list "it": it is written')).toBe("list [secret] of fintech: it is written");
  });

  it("hides no word of this package, and no property that is not secret", () => {
    const steps = [{ type: "invitation", message: "Hello Falcon team" }];
    const secrets = secretsOf({ name: "Plain name", steps }, ["steps"]);
    expect(secrets.hide('"Plain name": invitation, "Hello Falcon team"')).toBe(
      '"Plain name": invitation, [secret] of fintech',
    );
  });

  it.each(["Campaign Contoso merger", "Campaign R&D merger", "Campaign Müller merger"])(
    "is hidden completely if its form in an address is longer: %s",
    (name) => {
      expect(shownOf(`campaign "${name}" (id 5)`, name)).toBe("campaign [secret] of fintech-0 (id 5)");
      expect(shownOf(`GET /v1/campaign?name=${encodeURIComponent(name)} failed`, name)).toBe(
        "GET /v1/campaign?name=[secret] of fintech-0 failed",
      );
    },
  );

  it("is hidden completely beside another one with the same beginning", () => {
    const names = ["Campaign-Alpha-is-longer", "Campaign-Beta", "Campaign-Beta two"];
    expect(shownOf('"Campaign-Beta" and "Campaign-Alpha-is-longer"', ...names)).toBe(
      "[secret] of fintech-1 and [secret] of fintech-0",
    );
    expect(shownOf('list "Campaign-Beta two" is taken', ...names)).toBe("list [secret] of fintech-2 is taken");
  });

  it("is hidden completely if it overlaps another one", () => {
    expect(shownOf("Falcon Heavy Launch is taken", "Falcon Heavy", "Heavy Launch")).toBe("[secret] is taken");
  });

  it("is hidden if a value contains it as one word", () => {
    const secrets = secretsOf({ ignoredCompanies: ["Contoso"], steps: [{ type: "message", messageMode: "same" }] });
    expect(secrets.hide("the service answered: Contoso is on the blocklist; the same message")).toBe(
      "the service answered: [secret] of fintech is on the blocklist; the same message",
    );
  });

  it("keeps the types of signals, and no values chosen by the user", () => {
    const secrets = new Secrets();
    const values = { targetCompanyTypes: ["Startup"], variables: [{ type: "HIRING", value: "true" }] };
    secrets.add(values, Object.keys(values), urn, sourceAgentKind.words);
    expect(secrets.hide("HIRING must be true: Startup")).toBe("HIRING must be true: [secret] of fintech");
  });

  it.each(["NFC", "NFD"])("is hidden in a Unicode form other than the program's: %s", (form) => {
    const name = "Café Projekt".normalize(form);
    for (const shown of [name.normalize("NFC"), name.normalize("NFD"), encodeURIComponent(name.normalize("NFD"))]) {
      expect(shownOf(`the service answered: name ${shown} exists`, name)).toBe(
        "the service answered: name [secret] of fintech-0 exists",
      );
    }
  });

  it.each([
    "R&amp;D &lt;Berlin&gt; &quot;Ä&#39;s&quot;",
    "R&amp;D &lt;Berlin&gt; &#34;Ä&#39;s&#34;",
    "R&amp;D &lt;Berlin&gt; &quot;Ä&#x27;s&quot;",
    'R&amp;D &lt;Berlin&gt; "Ä\'s"',
    "R&#38;D &lt;Berlin&gt; &quot;&#196;&apos;s&quot;",
    "R&amp;D &lt;Berlin&gt; &qu…",
  ])("is hidden in HTML: %s", (shown) => {
    expect(shownOf(`<p>${shown} exists</p>`, 'R&D <Berlin> "Ä\'s"')).toBe("<p>[secret] of fintech-0 exists</p>");
  });

  it("is hidden if a message shortens it", () => {
    const [name, other] = ["Project Falcon Ü in Berlin", "Project Falcon Ü in Bern"];
    const decomposed = name.normalize("NFD");
    expect(shownOf("Project Fal… is taken", name)).toBe("[secret] of fintech-0 is taken");
    expect(shownOf('list "Proj..." is taken', name)).toBe("list [secret] of fintech-0 is taken");
    expect(shownOf(`list "${decomposed.slice(0, 16)}…" is taken`, name)).toBe("list [secret] of fintech-0 is taken");
    expect(shownOf('list "Project Fal" is taken', name)).toBe("list [secret] of fintech-0 is taken");
    expect(shownOf('list "Project Fal…" is taken', name, other)).toBe("list [secret] is taken");
    expect(shownOf('list "Project Falcon Ü in Ber…" is taken', name, other)).toBe("list [secret] is taken");
  });

  it("is hidden if a sentence cuts its name within a character", () => {
    const name = `${"Falcon ".repeat(17)}🚀 to the moon`;
    expect(shownOf(describe("list", name, "5"), name)).toBe("list [secret] of fintech-0 (id 5)");
  });

  it("keeps a longer name with the same beginning", () => {
    const longer = 'list "Project Falconry" is taken';
    expect(shownOf(longer, "Project Falcon Berlin")).toBe(longer);
    expect(shownOf("Project Fal is taken", "Project Falcon Berlin")).toBe("Project Fal is taken");
  });

  it("leaves no part beside any other secrets", () => {
    const parts = ["Alpha", "Beta", "Müller", "Mu\u0308ller", "R&D", " ", "  ", "ü", "-", '"', "<", "\n", "🚀"];
    const part = fc.constantFrom(...parts);
    const name = fc.array(part, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(""));
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(names, (each) => {
        const secrets = allSecret(each);
        for (const name of each) {
          for (const message of [describe("list", name), describe("list", name.trim()), quoted(safeText(name, 80))]) {
            const shown = secrets.hide(message);
            expect(each.filter((secret) => holdsPiece(shown, secret))).toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is found among thousands with the same beginning", () => {
    const names = Array.from({ length: 2_000 }, (_, number) => `Campaign Übersicht ${number}`);
    const secrets = new Secrets();
    for (const [number, name] of names.entries()) {
      secrets.add({ name }, ["name"], `${urn}-${number}`);
      expect(secrets.hide(`${describe("campaign", name)}: it is active.`)).toBe(
        `campaign [secret] of fintech-${number}: it is active.`,
      );
    }
    expect(secrets.hide("Campaign ".repeat(2_000))).toBe("Campaign ".repeat(2_000));
  });
});
