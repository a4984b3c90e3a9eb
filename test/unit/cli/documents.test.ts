import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../../provider/src/cli/commands";
import { documents } from "../../../provider/src/cli/documents";
import { assertPublished, schemaFile, schemaFolder, schemaOf, schemaProblems } from "../../support/publishedSchemas";

const guide = readFileSync(join(schemaFolder, "..", "json.md"), "utf8");
const all = Object.values(documents).flat();

describe("the documents of --json", () => {
  it("are described for exactly the existing commands", () => {
    expect(Object.keys(documents)).toEqual(commands.map(({ name }) => name));
    expect(Object.entries(documents).filter(([, printed]) => printed.length === 0)).toEqual([]);
    expect(readdirSync(schemaFolder).sort()).toEqual([...all.map((each) => basename(schemaFile(each)))].sort());
  });

  it("are listed in docs/json.md, each with its schema", () => {
    const listed = [...guide.matchAll(/^\| `([^`]+)` \|.*\]\((schemas\/[\w.-]+)\) \|$/gm)].map(([, by, file]) => [
      by,
      file,
    ]);
    expect(listed).toEqual(all.map((each) => [each.printedBy, `schemas/${basename(schemaFile(each))}`]));
  });

  // `npx vitest run -u --project unit test/unit/cli/documents.test.ts` writes them.
  it.each(all)("$printedBy --json has its schema in the docs", async (document) => {
    await expect(`${JSON.stringify(schemaOf(document), undefined, 2)}\n`).toMatchFileSnapshot(schemaFile(document));
  });

  it.each(all)("$printedBy --json has a version, and no top-level field that is missing in the schema", (document) => {
    const problems = schemaProblems(document, { version: 0, unheardOf: true });
    expect(problems).toContain(`${document.name}/version: must be equal to constant {"allowedValue":1}`);
    expect(problems).toContain(
      `${document.name}: must NOT have additional properties {"additionalProperty":"unheardOf"}`,
    );
  });

  it("fail a test that prints something else", () => {
    const doctor = { version: 1, checks: [], broken: 0, warnings: 0, requests: 0 };
    expect(() => assertPublished(["doctor", "--json"], JSON.stringify(doctor))).not.toThrow();
    expect(() => assertPublished(["doctor", "--json"], JSON.stringify({ ...doctor, more: 1 }))).toThrow(/"more"/);
    expect(() => assertPublished(["nothing", "--json"], "{}")).toThrow("the command has none");
    expect(() => assertPublished(["logs", "1", "--follow", "--json"], '{"version":1}\n')).toThrow(
      /log-entry: must have required property 'of'/,
    );
  });
});
