import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../sandbox/src/index.js";
import { findBrowser } from "../../../tools/browser.mjs";

export interface Look {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
}

/** A sandbox and a browser for the tests of one file. Each visit is a separate window. */
export class Visit {
  private browser: Browser | undefined;
  private started: Sandbox | undefined;
  private readonly contexts: BrowserContext[] = [];
  /** Events that no visit may cause: errors of scripts, forbidden scripts, requests to other machines. */
  readonly problems: string[] = [];

  get sandbox(): Sandbox {
    if (!this.started) throw new Error("The sandbox of these tests is not started");
    return this.started;
  }

  async start(options: SandboxOptions): Promise<void> {
    const found = await findBrowser();
    if (found.path === undefined) throw new Error(`The tests need a browser: ${found.reason}`);
    this.started = await startSandbox({ startTime: "2026-03-02T07:30:00Z", rateLimit: false, ...options });
    // Browsers do not run in their own sandbox as the superuser. They open only the page here.
    this.browser = await chromium.launch({ executablePath: found.path, args: ["--no-sandbox"] });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.started?.close();
  }

  /** Opens a view in a new window. */
  async open(view = "", { width = 1280, height = 900, colorScheme = "light" }: Look = {}): Promise<Page> {
    if (!this.browser) throw new Error("The browser of these tests is not started");
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: "reduce",
    });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.problems.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(this.sandbox.url)) this.problems.push(`request to ${request.url()}`);
    });
    await page.goto(`${this.sandbox.url}/${view === "" ? "" : `_control/#/${view}`}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  async closeWindows(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }

  async post<T = { id: number }>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.sandbox.url}${path}`, {
      method: "POST",
      headers: { authorization: "Bearer osk_demo_owner", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

export function useVisit(options: SandboxOptions = {}): Visit {
  const visit = new Visit();
  beforeAll(() => visit.start(options));
  afterAll(() => visit.stop());
  return visit;
}
