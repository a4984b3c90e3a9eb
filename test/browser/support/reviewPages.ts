import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { PageOptions } from "../../../provider/src/page/document";
import type { Review } from "../../../provider/src/review/model";
import { reviewPage } from "../../../provider/src/review/output/html";
import { findBrowser } from "../../../tools/browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A folder for screenshots of each page, for people to check. */
const pictures = process.env.OUTREACH_TEST_PICTURES;

export interface ReviewLook {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly javaScriptEnabled?: boolean;
  /** The fragment of the page's address. */
  readonly anchor?: string;
  readonly options?: PageOptions;
}

/** Review pages, opened from files as people open them, each in a separate window. */
export class ReviewPages {
  private browser: Browser | undefined;
  private folder: string | undefined;
  private readonly contexts: BrowserContext[] = [];
  /** Events that no page may cause: errors, warnings of the browser, requests, dialogs. */
  readonly problems: string[] = [];

  async start(): Promise<void> {
    const found = await findBrowser();
    if (found.path === undefined) throw new Error(`The tests need a browser: ${found.reason}`);
    this.folder = mkdtempSync(join(tmpdir(), "outreach-review-"));
    // Browsers do not run in their own sandbox as the superuser. They open only the pages here.
    this.browser = await chromium.launch({ executablePath: found.path, args: ["--no-sandbox"] });
    if (pictures) mkdirSync(pictures, { recursive: true });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }

  async open(review: Review, look: ReviewLook = {}): Promise<Page> {
    return await this.openHtml(reviewPage(review, look.options), look);
  }

  /** Opens any page without external resources. */
  async openHtml(html: string, look: ReviewLook = {}): Promise<Page> {
    if (!this.browser || this.folder === undefined) throw new Error("The browser of these tests is not started");
    const { width = 1280, height = 900, colorScheme = "light", javaScriptEnabled = true, anchor } = look;
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme,
      javaScriptEnabled,
      reducedMotion: "reduce",
    });
    const number = this.contexts.push(context);
    const file = join(this.folder, `review-${number}.html`);
    writeFileSync(file, html);
    const address = pathToFileURL(file).href;
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (message) => this.problems.push(message.text()));
    page.on("dialog", (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (request.url().split("#")[0] !== address) this.problems.push(`request to ${request.url()}`);
    });
    await page.goto(anchor === undefined ? address : `${address}#${anchor}`);
    return page;
  }

  async closeWindows(): Promise<void> {
    for (const context of this.contexts) await context.close();
  }

  async picture(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: join(pictures, `review-${name}.png`), fullPage: true });
  }
}

/** The pages for the tests of one file. Each test fails if its pages cause problems. */
export function useReviewPages(): ReviewPages {
  const pages = new ReviewPages();
  beforeAll(() => pages.start());
  afterEach(async () => {
    await pages.closeWindows();
    expect(pages.problems.splice(0)).toEqual([]);
  });
  afterAll(() => pages.stop());
  return pages;
}

/** All problems that axe finds. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated, because the page's policy forbids a script in the document.
  await page.evaluate(axe);
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate("axe.run()");
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}

/** How much wider the page is than the window, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - innerWidth");
}
