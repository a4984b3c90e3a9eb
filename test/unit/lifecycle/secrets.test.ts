import fc from "fast-check";
import { expect, describe as group, it } from "vitest";
import { safeText } from "../../../provider/src/api/redact";
import { describe, quoted } from "../../../provider/src/lifecycle/about";
import { Secrets } from "../../../provider/src/lifecycle/secrets";

const urn = "urn:pulumi:test::outreach::pulumi-nodejs:dynamic/outreach:Campaign::fintech";

function secretsOf(values: Readonly<Record<string, unknown>>, properties = Object.keys(values)): Secrets {
  const secrets = new Secrets();
  secrets.add(values, properties, urn);
  return secrets;
}

group("a secret value", () => {
  it("is replaced by its kind of value and the name of its resource", () => {
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
          // A text that is cut, or cleaned of what a terminal interprets, still begins as the secret does.
          const clean = shown === safeText(value.trim(), 80) && shown !== value.trim().slice(0, shown.length - 1);
          if (clean && !value.trim().startsWith(shown.slice(0, 8))) continue;
          const hidden = secrets.hide(shown);
          expect(hidden).toContain("[secret] of fintech");
          expect(hidden).not.toContain(value.trim().slice(0, 8));
        }
      }),
    );
  });

  it("is hidden by two resources that hold it without the name of one", () => {
    const secrets = secretsOf({ name: "Project Falcon" });
    secrets.add({ name: "Project Falcon" }, ["name"], `${urn}-other`);
    expect(secrets.hide('list "Project Falcon"')).toBe("list [secret]");
  });

  it("is hidden only in quotes if it may be part of a word", () => {
    const secrets = secretsOf({ name: "it" });
    expect(secrets.hide('list "it": it is written')).toBe("list [secret] of fintech: it is written");
  });

  it("hides no word of this package, and nothing of a property that is not secret", () => {
    const steps = [{ type: "invitation", message: "Hello Falcon team" }];
    const secrets = secretsOf({ name: "Plain name", steps }, ["steps"]);
    expect(secrets.hide('"Plain name": invitation, "Hello Falcon team"')).toBe(
      '"Plain name": invitation, [secret] of fintech',
    );
  });
});
