// @ts-check
// How long the page takes to show its first view and the table of contacts, with 10,000 contacts in the store: from
// the start of the navigation, in a new window.
// Run it after a build: node test/bench/page.mjs
import { chromium } from "playwright-core";
import { findBrowser } from "../../tools/browser.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const CONTACTS = 10_000;
const ROUNDS = 7;
const WANTED = 300;

const browser = await findBrowser();
if (browser.path === undefined) {
  console.log(`The page is not measured: ${browser.reason}`);
  process.exit(0);
}
const sandbox = await startSandbox(["--rate-limit", "off", "--clock", "manual"]);
const list = await sandbox.post("/v1/list", { name: "Many" });
const steps = [{ type: "visitProfile" }];
await sandbox.post("/v1/campaign", { name: "Running", active: true, listIds: [list], linkedinSeatId: 7, steps });
for (let first = 0; first < CONTACTS; first += 1000) {
  const contacts = Array.from({ length: 1000 }, (_, index) => ({
    firstName: `Person${first + index}`,
    lastName: "Example",
    profileUrl: `https://network.example.com/in/person-${first + index}`,
    listId: list,
  }));
  await control("addContacts", { userId: 101, contacts });
}
await control("advance", { days: 3 });

const running = await chromium.launch({ executablePath: browser.path, args: ["--no-sandbox"] });
const now = await rounds("", "Running campaigns");
const contacts = await rounds("#/contacts", "Person9999 Example");
await running.close();
await sandbox.stop();

report("The first view", now);
report("The table of contacts", contacts);
process.exitCode = median(now) < WANTED ? 0 : 1;

/**
 * @param {string} operation
 * @param {object} input
 */
async function control(operation, input) {
  const answer = await fetch(`${sandbox.url}/_control/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
}

/**
 * @param {string} view
 * @param {string} shown a text that appears once the view has its data
 */
async function rounds(view, shown) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const context = await running.newContext({ viewport: { width: 1600, height: 1000 } });
    const page = await context.newPage();
    // By the browser's clock, from the start of the navigation.
    await page.addInitScript(`new MutationObserver(() => {
      if (document.body?.textContent.includes(${JSON.stringify(shown)})) window.shownAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true, characterData: true });`);
    await page.goto(`${sandbox.url}/_control/${view}`, { waitUntil: "commit" });
    await page.getByText(shown).first().waitFor();
    times.push(Number(await page.evaluate("window.shownAt")));
    await context.close();
  }
  // The very first visit also loads the files into the service.
  return times.slice(1);
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return [...numbers].sort((first, second) => first - second)[Math.floor(numbers.length / 2)] ?? 0;
}

/** @param {string} what @param {readonly number[]} times */
function report(what, times) {
  const each = times.map((time) => time.toFixed(0)).join(", ");
  console.log(`${what} with ${CONTACTS} contacts: ${median(times).toFixed(0)} ms (wanted: under ${WANTED}; ${each})`);
}
