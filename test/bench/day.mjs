// @ts-check
// How fast time passes in the sandbox with a store in a file: a month with 20 campaigns and 5,000 contacts, and
// single days with 10,000 contacts in each of four campaigns, with requests at the same time. Prints the store's size
// and the process's memory as well. OUTREACH_BENCH_BEFORE names another checkout to measure beside this one.
// Run it after a build: node test/bench/day.mjs
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { campaign, people } from "./support/campaigns.mjs";
import { checkouts, startSandbox } from "./support/sandboxProcess.mjs";

const WANTED = { month: 5, day: 2, pause: 100, list: 500 };
const SEATS = 10;

let isMet = true;
for (const { label, checkout } of checkouts())
  await inSandbox(checkout, (sandbox, store) => month(label, sandbox, store));
for (const { label, checkout } of checkouts()) await inSandbox(checkout, (sandbox) => days(label, sandbox));
process.exitCode = isMet ? 0 : 1;

/** @typedef {Awaited<ReturnType<typeof startSandbox>>} Running */

/** @param {string} checkout @param {(sandbox: Running, store: string) => Promise<void>} measure */
async function inSandbox(checkout, measure) {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-month-"));
  const store = join(folder, "store.db");
  const options = [
    "--rate-limit",
    "off",
    "--clock",
    "manual",
    "--start-time",
    "2026-03-02T06:30:00Z",
    "--store",
    store,
  ];
  const sandbox = await startSandbox(options, checkout);
  try {
    await measure(sandbox, store);
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} label @param {Running} sandbox @param {string} store */
async function month(label, sandbox, store) {
  await prepare(sandbox, 20, 250, false);
  const seconds = await timed(() => sandbox.control("advance", { days: 30 }));
  const sent = await sandbox.sentSteps();
  console.log(
    `${label}a simulated month with 20 campaigns and 5000 contacts: ${seconds.toFixed(1)} s ` +
      `(wanted: at most ${WANTED.month}), ${sent} steps sent`,
  );
  console.log(`  store: ${megabytes(storeSize(store))}; memory of the process: ${memoryOf(sandbox.processId)}`);
  judge(label, seconds <= WANTED.month && sent > 0);
}

/** @param {string} label @param {Running} sandbox */
async function days(label, sandbox) {
  await prepare(sandbox, 4, 2500, true);
  /** @type {number[]} */
  const seconds = [];
  let pause = 0;
  for (let day = 1; day <= 30; day += 1) {
    const stop = watch(sandbox.url);
    seconds.push(await timed(() => sandbox.control("advance", { days: 1 })));
    pause = Math.max(pause, await stop());
  }
  const [first = 0, fifth = 0, last = 0] = [1, 5, 30].map((day) => seconds[day - 1] ?? 0);
  console.log(
    `${label}a day with 10000 contacts in each of four campaigns: ${first.toFixed(2)} s on day 1, ${fifth.toFixed(2)} s on day 5, ` +
      `${last.toFixed(2)} s on day 30 (wanted: at most ${WANTED.day}); the slowest took ${Math.max(...seconds).toFixed(2)} s`,
  );
  console.log(
    `${label}the longest wait of a request meanwhile: ${pause.toFixed(0)} ms (wanted: at most ${WANTED.pause})`,
  );
  const long = await sandbox.post("/v1/list", { name: "Long" });
  await addPeople(sandbox, 9, long, 10_000);
  /** @type {number[]} */
  const reads = [];
  for (let round = 0; round < 5; round += 1) {
    reads.push(1000 * (await timed(() => sandbox.send("GET", `/v1/list/${long}`))));
  }
  const read = reads.sort((one, other) => one - other)[2] ?? 0;
  console.log(`${label}GET /v1/list/{id} with 10000 contacts: ${read.toFixed(0)} ms (wanted: at most ${WANTED.list})`);
  judge(label, Math.max(fifth, last) <= WANTED.day && pause <= WANTED.pause && read <= WANTED.list);
}

/** The results of another checkout are not judged. @param {string} label @param {boolean} met */
function judge(label, met) {
  if (!label.startsWith("before")) isMet &&= met;
}

/**
 * Campaigns on one user's seats, each with a list of contacts, or all with all of these lists.
 * @param {Running} sandbox @param {number} campaigns @param {number} contacts @param {boolean} areShared
 */
async function prepare(sandbox, campaigns, contacts, areShared) {
  const networkSeats = [];
  for (let count = 0; count < SEATS; count += 1) {
    networkSeats.push((await sandbox.control("addLinkedinSeat", { userId: 101 })).id);
  }
  const emailSeats = (await sandbox.control("addEmailSeats", { userId: 101, count: SEATS })).map(
    (/** @type {{ id: number }} */ { id }) => id,
  );
  /** @type {number[]} */
  const lists = [];
  for (let number = 0; number < campaigns; number += 1) {
    const list = await sandbox.post("/v1/list", { name: `List ${number}` });
    await addPeople(sandbox, number, list, contacts);
    lists.push(list);
  }
  for (const [number, list] of lists.entries()) {
    const made = campaign(number, list, networkSeats, emailSeats);
    await sandbox.post("/v1/campaign", { ...made, listIds: areShared ? lists : [list] });
  }
}

/** A body has at most a megabyte. @param {Running} sandbox @param {number} number @param {number} list @param {number} count */
async function addPeople(sandbox, number, list, count) {
  const contacts = people(number, list, count);
  for (let from = 0; from < count; from += 1000) {
    await sandbox.control("addContacts", { userId: 101, contacts: contacts.slice(from, from + 1000) });
  }
}

/** Sends plain requests until it is stopped; returns the longest duration in milliseconds. @param {string} url */
function watch(url) {
  let stopped = false;
  const watching = (async () => {
    let longest = 0;
    while (!stopped) {
      const began = performance.now();
      await (await fetch(`${url}/health`)).text();
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return longest;
  })();
  return () => {
    stopped = true;
    return watching;
  };
}

/** In seconds. @param {() => Promise<unknown>} work */
async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** @param {string} store */
function storeSize(store) {
  return ["", "-wal"]
    .map((ending) => statSync(store + ending, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size);
}

/** The memory in use and its peak, if the system shows them. @param {number} processId */
function memoryOf(processId) {
  try {
    const status = readFileSync(`/proc/${processId}/status`, "utf8");
    const kilobytes = (/** @type {string} */ name) => Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]);
    return `${megabytes(kilobytes("VmRSS") * 1024)}, at most ${megabytes(kilobytes("VmHWM") * 1024)}`;
  } catch {
    return "not shown by this system";
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
