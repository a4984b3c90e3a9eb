import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_PATTERN, pathMatcher } from "../../sandbox/src/server/pathPattern.js";
import { useSandbox } from "./support.js";

const bench = useSandbox();

describe("the path of a fault", () => {
  it.each([
    ["/v1/list", "/v1/list", true],
    ["/v1/list", "/v1/lists", false],
    ["/v1/list", "/v1/lis", false],
    ["/v1/*", "/v1/list", true],
    ["/v1/*", "/v1/", false],
    ["/v1/*", "/v1/list/5", false],
    ["/v1/campaign/*/queue", "/v1/campaign/5/queue", true],
    ["/v1/camp*", "/v1/campaign", true],
    ["/v1/**", "/v1/", true],
    ["/v1/**", "/v1/campaign/5/queue", true],
    ["/**/queue", "/v1/campaign/5/queue", true],
    ["/**/queue", "/v1/campaign/5/queues", false],
    ["**", "", true],
    ["/v1/li.t", "/v1/list", false],
    ["/v1/(a+)+", "/v1/(a+)+", true],
  ])("%s and %s: %s", (pattern, path, matches) => {
    expect(pathMatcher(pattern)(path)).toBe(matches);
  });

  it("matches the same paths as a regular expression", () => {
    const text = (letters: string[]) =>
      fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text(["a", "b", "/", "*", "**"]), text(["a", "b", "/"]), (pattern, path) => {
        const source = pattern
          .split(/(\*\*|\*)/)
          .map((part) => ({ "**": ".*", "*": "[^/]+" })[part] ?? part)
          .join("");
        expect(pathMatcher(pattern)(path)).toBe(new RegExp(`^${source}$`).test(path));
      }),
      { numRuns: 2000 },
    );
  });

  it("is compared quickly, even with many stars and parts", async () => {
    await bench.sandbox.fault({ kind: "status", status: 500, path: `${"/**/a".repeat(90)}/b` });
    const answer = await fetch(`${bench.sandbox.url}/v1/${"a/".repeat(900)}c`, {
      headers: { authorization: "Bearer osk_demo_owner" },
    });
    expect(answer.status).toBe(404);
    await bench.sandbox.clearFaults();
  });

  it("has a maximum length", async () => {
    const path = `/${"*".repeat(LONGEST_PATTERN)}`;
    await expect(bench.sandbox.fault({ kind: "reset", path })).rejects.toThrow("path must be at most 500 characters");
    expect(await bench.sandbox.faults()).toEqual([]);
  });
});
