import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { problemsOf, readRelease, sectionOf } from "../../tools/release/check.mjs";
import { repository } from "../../tools/repository.mjs";
import { temporaryFolder } from "../support/folders";

const changelog = `# Changelog

## 1.3.0, not released yet

- Something new.

## 1.2.3, 2026-03-01

### Fixed

- A thing.

## 1.2.2, 2026-02-30

## 1.2.1, 2026-02-01
`;
const versions = (provider: string, sandbox = provider) => ({ sandbox, provider });

describe("a section of the changelog", () => {
  it("is the text between its heading and the next one", () => {
    expect(sectionOf(changelog, "1.2.3")).toEqual({ date: "2026-03-01", text: "### Fixed\n\n- A thing." });
  });

  it("has a date only if its heading has a valid one", () => {
    expect(sectionOf(changelog, "1.3.0")).toEqual({ date: undefined, text: "- Something new." });
    expect(sectionOf(changelog, "1.2.2")?.date).toBeUndefined();
    expect(sectionOf(changelog, "1.2")).toBeUndefined();
  });
});

describe("a tag", () => {
  it("is released if packages and changelog have its version", () => {
    expect(problemsOf("v1.2.3", versions("1.2.3"), changelog)).toEqual([]);
  });

  it.each([
    ["v1.2.3", versions("1.2.3", "1.2.2"), ["sandbox/package.json has version 1.2.2, the tag is v1.2.3"]],
    ["v1.2.4", versions("1.2.4"), ['CHANGELOG.md has no section "## 1.2.4, YYYY-MM-DD"']],
    ["v1.3.0", versions("1.3.0"), ["the section 1.3.0 of CHANGELOG.md has no date: YYYY-MM-DD"]],
    ["v1.2.1", versions("1.2.1"), ["the section 1.2.1 of CHANGELOG.md is empty"]],
    ["1.2.3", versions("1.2.3"), ['the tag "1.2.3" is not of the form v1.2.3']],
    ["v1.2.3\n", versions("1.2.3"), ['the tag "v1.2.3\\n" is not of the form v1.2.3']],
  ])("%j with %j is refused", (tag, found, problems) => {
    expect(problemsOf(tag, found, changelog)).toEqual(problems);
  });

  it("is compared with this repository's packages, whose changelog has a section for their version", async () => {
    const release = await readRelease(repository);
    expect(Object.keys(release.versions)).toEqual(["sandbox", "provider"]);
    expect(new Set(Object.values(release.versions)).size).toBe(1);
    const text = sectionOf(release.changelog, release.versions.provider ?? "")?.text ?? "";
    expect(text.length).toBeGreaterThan(100);
  });
});

describe("the command", () => {
  const release = (...given: string[]) =>
    runProgram(process.execPath, [join(repository, "tools", "release.mjs"), ...given]);

  it("says what is wrong and exits with 1", async () => {
    const { code, errorOutput } = await release("check", "v0.0.0");
    expect(code).toBe(1);
    expect(errorOutput).toMatch(/^v0\.0\.0 cannot be released:\n {2}sandbox\/package\.json has version /);
  });

  it("prints its usage", async () => {
    for (const given of [[], ["check"], ["check", "v1.2.3", "more"], ["other", "v1.2.3"]]) {
      const { code, errorOutput } = await release(...given);
      expect([code, errorOutput]).toEqual([1, expect.stringMatching(/^Use: node tools\/release\.mjs check TAG /)]);
    }
  });

  it("packs both packages", async () => {
    const folder = temporaryFolder();
    const { versions: found } = await readRelease(repository);
    const { code, errorOutput } = await release("pack", folder);
    expect(errorOutput).toBe("");
    expect(code).toBe(0);
    const tarballs = [`pulumi-outreach-${found.provider}.tgz`, `pulumi-outreach-sandbox-${found.sandbox}.tgz`];
    for (const name of tarballs) expect(readFileSync(join(folder, name)).length).toBeGreaterThan(10_000);
  }, 60_000);
});
