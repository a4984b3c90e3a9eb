import fc from "fast-check";
import { expect, it } from "vitest";
import { reviewPage } from "../../provider/src/review/output/html";
import { casesOf } from "../support/long";
import { hostileText, hostileTexts, withTexts } from "../support/review/hostile";
import { severalStacks } from "../support/review/moreReviews";
import { tokensOf } from "../support/review/parsedPage";
import { busyChange, firstCampaign } from "../support/review/sampleReviews";
import { axeFindings, overflowOf, useReviewPages } from "./support/reviewPages";

const pages = useReviewPages();

const shown = hostileTexts.map((text) => [text.slice(0, 60), text]);
// Tests without a browser check how each text is written into a page.
it.each(casesOf(shown, (_, index) => index % 3 === 0))("%j everywhere does nothing", async (_, text) => {
  const page = await pages.open(
    withTexts(busyChange(), () => text),
    { width: 400, options: { title: `Title ${text}` } },
  );
  await page.locator("button.event").first().click();
  await page.keyboard.press("Escape");
  await page.getByLabel("Filter", { exact: true }).fill("title");
  expect(await page.title()).toMatch(/^Title/);
  expect(await page.locator("main script, img, iframe, a[href^='javascript'], main style").count()).toBe(0);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

it("axe finds nothing on a page with hostile names", async () => {
  const page = await pages.open(
    withTexts(busyChange(), (position) => `${position} ${hostileTexts.join(" ").slice(0, 900)}`),
  );
  expect(await axeFindings(page)).toEqual([]);
});

it("a browser reads exactly the elements that were written", async () => {
  const page = await pages.open(busyChange());
  // A page's policy would also apply to the documents that it parses.
  await page.goto("about:blank");
  const inBrowser = (text: string): Promise<string[]> =>
    page.evaluate(`Array.from(
      new DOMParser().parseFromString(${JSON.stringify(text)}, "text/html").querySelectorAll("*"),
      (element) => [element.localName, ...element.getAttributeNames().map((name) => name + "=" + element.getAttribute(name))].join(" "),
    )`);
  const written = (text: string) =>
    tokensOf(text).flatMap((token) =>
      token.kind === "open"
        ? [[token.name, ...[...token.attributes].map(([key, value]) => `${key}=${value}`)].join(" ")]
        : [],
    );
  const reviews = [busyChange(), firstCampaign(), severalStacks()];
  const samples = fc.sample(fc.tuple(hostileText, hostileText, fc.constantFrom(...reviews)), { numRuns: 60, seed: 1 });
  for (const [first, second, review] of samples) {
    const text = reviewPage(
      withTexts(review, (position) => (position.length % 2 === 0 ? first : second)),
      { title: first },
    );
    expect(await inBrowser(text)).toEqual(written(text));
  }
});

it("names of any direction are in separate elements", async () => {
  const page = await pages.open(withTexts(busyChange(), () => "שלום"));
  const open = await page.evaluate(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (text.data.includes("ש") && !text.parentElement.closest("bdi, [dir=auto], option, script")) found.push(text.parentElement.outerHTML);
    }
    return found;
  })()`);
  expect(open).toEqual([]);
});

it("even a script or a style injected into the page does nothing", async () => {
  const page = await pages.open(busyChange());
  await page.evaluate(`
    const script = document.createElement("script");
    script.textContent = "document.title = 'changed by a script'";
    const image = document.createElement("img");
    image.src = "https://example.com/picture.png";
    const holder = document.createElement("div");
    document.body.append(script, image, holder);
    holder.innerHTML = "<p style='position:fixed' onclick='document.title=1'>text</p>";
    holder.firstChild.click();
  `);
  expect(await page.title()).toBe("Planned change of production");
  expect(await page.evaluate("getComputedStyle(document.body.lastChild.firstChild).position")).toBe("static");
  const violations = pages.problems.splice(0);
  const blocked = violations.filter((problem) => /violates the following Content Security Policy/.test(problem));
  expect(
    blocked
      .map((problem) => /^(Executing|Applying|Loading)[^'"]*?(script|style|handler|image)/.exec(problem)?.[2])
      .sort(),
  ).toEqual(["handler", "image", "script", "style"]);
});
