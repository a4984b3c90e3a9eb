import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { reaches } from "../../../provider/src/lifecycle/reach";
import { readRules, ruleNames } from "../../../provider/src/review/content/rules";
import { worstFirst } from "../../../provider/src/review/findings/order";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const guide = readFileSync(join(repository, "docs/review.md"), "utf8");
const findings = join(repository, "provider/src/review/findings");

describe("docs/review.md", () => {
  it("lists exactly the codes of findings", () => {
    const sources = readdirSync(findings).map((file) => readFileSync(join(findings, file), "utf8"));
    const codes = new Set([
      ...sources.flatMap((source) =>
        [...source.matchAll(/"(?:danger|notice)",\s*"([a-z-]+)"|[lL]evel, "([a-z-]+)"/g)].map(
          ([, one, two]) => one ?? two,
        ),
      ),
      // The codes of the provider's warnings.
      ...reaches,
    ]);
    const table = /## Findings(.*?)## Demands/s.exec(guide)?.[1] ?? "";
    const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
    );
    expect(new Set(listed)).toEqual(codes);
    expect(codes.size).toBeGreaterThan(15);
    // Each has a position in the order of a review.
    expect(new Set(worstFirst)).toEqual(codes);
  });

  it("lists every rule", () => {
    const listed = [...guide.matchAll(/^\| `(\w+)` \| `content:([a-z-]+)` \|/gm)].map(([, rule]) => rule);
    expect(listed).toEqual([...ruleNames]);
  });

  it("shows a valid rules file", async () => {
    const example = /```yaml\n(.*?)```/s.exec(guide)?.[1] ?? "";
    expect(await readRules(example, "the example")).toMatchObject({
      mostStepsPerWeek: 4,
      levels: { insecureLink: "notice" },
    });
  });
});
