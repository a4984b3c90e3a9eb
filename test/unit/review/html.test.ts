import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Review } from "../../../provider/src/review/model";
import { reviewPage } from "../../../provider/src/review/output/html";
import { agent, campaign, finding, list, review, stack, step, text, urnOf } from "../../support/review/build";
import { doneWell, drift, many, nothing, severalStacks } from "../../support/review/moreReviews";
import { elementsOf, textOf, tokensOf } from "../../support/review/parsedPage";
import { busyChange, firstCampaign } from "../../support/review/sampleReviews";
import { importsOf } from "../imports";

const samples: Record<string, () => Review> = {
  ...{ firstCampaign, busyChange, severalStacks, drift, doneWell, nothing },
  many: () => many(30, 5),
};

const rawTexts = (page: string, name: string) => {
  const tokens = tokensOf(page);
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    return token.kind === "text" && before?.kind === "open" && before.name === name ? [token.text] : [];
  });
};
const hash = (content: string) => `'sha256-${createHash("sha256").update(content, "utf8").digest("base64")}'`;
/** The text with single spaces, so that a test can contain a sentence. */
const shown = (of: Review) => textOf(reviewPage(of)).replace(/\s+/g, " ");

describe.each(Object.keys(samples))("the page of %s", (sample) => {
  const page = reviewPage((samples[sample] ?? nothing)());
  const elements = elementsOf(page);

  it("may only use its own style and script", () => {
    const [policy] = elements.filter(({ attributes }) => attributes.get("http-equiv") === "Content-Security-Policy");
    const [styles, scripts] = [rawTexts(page, "style"), rawTexts(page, "script")];
    expect([styles.length, scripts.length]).toEqual([1, 1]);
    expect(policy?.attributes.get("content")?.split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hash(styles[0] ?? "")}`,
      `script-src ${hash(scripts[0] ?? "")}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("refers to nothing outside itself", () => {
    const names = new Set(elements.flatMap(({ attributes }) => [...attributes.keys()]));
    for (const name of ["src", "srcset", "action", "style", "data", "poster", "ping"])
      expect(names).not.toContain(name);
    expect([...names].filter((name) => name.startsWith("on"))).toEqual([]);
    const links = elements.map(({ attributes }) => attributes.get("href")).filter((link) => link !== undefined);
    expect(links.filter((link) => !/^#[a-z][a-zA-Z0-9-]*$/.test(link))).toEqual([]);
    expect(rawTexts(page, "style").join("")).not.toMatch(/url\(|@import|@font-face/);
  });

  it("has one target element for every link and label", () => {
    const ids = elements.map(({ attributes }) => attributes.get("id")).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    const references = elements.flatMap(({ attributes }) =>
      ["href", "for", "aria-labelledby", "aria-describedby", "popovertarget"]
        .map((name) => attributes.get(name)?.replace(/^#/, ""))
        .filter((id) => id !== undefined),
    );
    expect(references.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("has one main heading, landmarks and a language", () => {
    const count = (name: string) => elements.filter((element) => element.name === name).length;
    expect([count("h1"), count("main"), count("nav"), count("title")]).toEqual([1, 1, 1, 1]);
    expect(elements.find(({ name }) => name === "html")?.attributes.get("lang")).toBe("en");
    const levels = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []));
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });
});

describe("the head of a page", () => {
  it.each<[string, () => Review, string, string]>([
    ["a first campaign", firstCampaign, "Planned change of production", "Needs a person's approval: 2 dangers"],
    [
      "one danger",
      () => review({ findings: [finding("danger", "a", "A.")] }),
      "Planned change of production",
      "Needs a person's approval: 1 dangerApprove",
    ],
    ["several stacks", severalStacks, "Planned change of 3 stacks", "The preview of ben stopped early"],
    ["drift", drift, "Drift of production", "Needs a person's attention: 1 danger"],
    [
      "an update with dangers",
      () => review({ about: "done", verdict: "fine", findings: [finding("danger", "a", "A.")] }),
      "What was done in production",
      "Carried out: 1 danger",
    ],
    [
      "an update that stopped",
      () => review({ about: "done", verdict: "failed", stacks: [stack({}, { status: "stopped" })] }),
      "What was done in production",
      "The update of production stopped early",
    ],
    [
      "a stack without a name",
      () => review({ stacks: [stack({}, { stack: "", project: "" })] }),
      "Planned change",
      "Nothing needs a person's approval",
    ],
    ["an update", doneWell, "What was done in production", "Nothing dangerous was done"],
    ["nothing", nothing, "Planned change of production", "Nothing needs a person's approval"],
    ["no stack", () => review({ stacks: [] }), "Planned change", "Nothing needs a person's approval"],
  ])("of %s", (_, make, title, verdict) => {
    const tokens = tokensOf(reviewPage(make()));
    const heading = tokens.findIndex((token) => token.kind === "open" && token.name === "h1");
    expect(tokens.at(heading + 1)).toEqual({ kind: "text", text: title });
    expect(shown(make())).toContain(verdict);
  });

  it("shows the time and a title only if they are set", () => {
    expect(reviewPage(nothing())).toBe(reviewPage(nothing()));
    expect(shown(nothing())).not.toContain("Made on");
    const page = reviewPage(nothing(), { title: "Week 12 <b>", now: new Date("2026-03-17T09:30:00Z") });
    expect(textOf(page)).toContain("Made on 2026-03-17 09:30 UTC");
    expect(page).toContain("<title>Week 12 &lt;b&gt;</title>");
  });

  it("shows a fingerprint abbreviated and in full", () => {
    const all = shown(nothing());
    expect(all).toContain("sha256:9f2c61f0a4d8…");
    expect(all).toContain("sha256:9f2c61f0a4d84f10b7d2d9b0c0aa5ce18e1b7a3f6a6e4a0c93a1f6f0f6f4c2d1");
  });

  it("shows each stack's settings", () => {
    expect(shown(severalStacks())).toContain("impersonateEmailolivia@example.com");
  });

  it("puts a stopped stack's errors before everything else, and its warnings at the end", () => {
    const all = shown(severalStacks());
    const errors = ["Stack ben: 1 error", "The rest of the change was not computed", '"[Frstname]" is no variable'];
    const found = [...errors, "Dangers2", "was not refreshed"].map((place) => all.lastIndexOf(place));
    expect(found).toEqual([...found].sort((left, right) => left - right));
    expect(found).not.toContain(-1);
  });
});

describe("findings", () => {
  const links = (of: Review) => elementsOf(reviewPage(of)).flatMap(({ attributes }) => attributes.get("href") ?? []);

  it.each([
    ["a step", "steps[1].message", "#campaign-1-step-2"],
    ["a campaign", "listIds", "#campaign-1"],
    ["a step that the campaign does not have", "steps[7].message", "#campaign-1"],
    ["nothing in particular", undefined, "#campaign-1"],
  ])("link to %s", (_, path, anchor) => {
    const steps = [step("visitProfile", { day: 0 }), step("message", { day: 1, texts: [text("Hi")] })];
    const findings = [finding("danger", "a", "A sentence.", { urn: urnOf("Campaign", "c"), path })];
    const page = review({ findings, campaigns: [campaign("c", { steps })] });
    expect(links(page)).toContain(anchor);
    expect(shown(page).split("A sentence.")).toHaveLength(3);
  });

  it("link to agents and lists, and nowhere if the page does not show the resource", () => {
    const findings = [
      finding("notice", "a", "A.", { urn: urnOf("SourceAgent", "a") }),
      finding("notice", "b", "B.", { urn: urnOf("List", "b") }),
      finding("notice", "c", "C.", { urn: urnOf("Thing", "c") }),
    ];
    const page = review({ findings, agents: [agent("a")], lists: [list("b")] });
    expect(links(page).filter((link) => /\d/.test(link))).toEqual(["#agent-1", "#list-1"]);
  });
});

describe("the page", () => {
  it("needs only the review and pure helpers", () => {
    const folder = fileURLToPath(new URL("../../../provider/src/review/output", import.meta.url));
    const inPage = readdirSync(join(folder, "page"), { recursive: true, encoding: "utf8" });
    const files = ["html.ts", ...inPage.filter((name) => name.endsWith(".ts")).map((name) => join("page", name))];
    const importedBy = (file: string) =>
      importsOf(readFileSync(join(folder, file), "utf8")).map(({ specifier }) => specifier);
    const outside = files.flatMap((file) =>
      importedBy(file)
        .map((specifier) => (specifier.startsWith(".") ? join(dirname(file), specifier) : specifier))
        .filter((target) => target.startsWith("..") || !/^(html|page)/.test(target)),
    );
    const shared = ["page", "text"].map((room) => join("..", "..", room));
    expect(new Set(outside.filter((target) => !shared.some((room) => target.startsWith(room))))).toEqual(
      new Set([join("..", "model"), "layout", "findingGroups"]),
    );
    const helpers = ["layout", "findingGroups"];
    const others = ["../model", "../approval", "../../text/groups", "../../text/words"];
    const known = [...others, ...helpers.map((each) => `./${each}`)];
    for (const helper of helpers) {
      expect(importedBy(`${helper}.ts`).filter((specifier) => !known.includes(specifier))).toEqual([]);
    }
    expect(importedBy(join("..", "approval.ts"))).toEqual(["./model"]);
  });
});

describe("the size of a page", () => {
  it("stays proportional to its content", () => {
    const lengthOf = (of: Review) => reviewPage(of).length;
    const [empty, hundred, two] = [lengthOf(nothing()), lengthOf(many(100)), lengthOf(many(200))];
    expect(empty).toBeLessThan(45_000);
    expect(hundred).toBeLessThan(empty + 100 * 10_000);
    expect(two - hundred).toBeLessThan((hundred - empty) * 1.1);
  });

  it("supports a stack with only other resources", () => {
    const bucket = { stack: "production", type: "aws:s3/bucket:Bucket", count: 30, names: ["one", "two"] };
    const all = shown(review({ stacks: [stack({})], others: [{ ...bucket, change: "created" }] }));
    expect(all).toContain("30 aws:s3/bucket:Bucket +New");
    expect(all).toContain("and 28 more");
  });
});
