// @ts-check
// How fast time passes in the sandbox: a simulated month with 20 campaigns and 5,000 contacts, in a store in a file.
// Prints the size of the store and the memory of the process as well.
// Run it after a build: node test/bench/day.mjs
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "./support/sandboxProcess.mjs";

const CAMPAIGNS = 20;
const CONTACTS = 5000;
const DAYS = 30;
const WANTED_SECONDS = 20;
const SEATS = 10;

const folder = mkdtempSync(join(tmpdir(), "sandbox-month-"));
const store = join(folder, "store.db");
const sandbox = await startSandbox(["--rate-limit", "off", "--clock", "manual", "--store", store]);
try {
  const networkSeats = [];
  for (let count = 0; count < SEATS; count += 1) {
    networkSeats.push((await sandbox.control("addLinkedinSeat", { userId: 101 })).id);
  }
  const emailSeats = (await sandbox.control("addEmailSeats", { userId: 101, count: SEATS })).map(
    (/** @type {{ id: number }} */ { id }) => id,
  );
  for (let number = 0; number < CAMPAIGNS; number += 1) {
    const list = await sandbox.post("/v1/list", { name: `List ${number}` });
    await sandbox.control("addContacts", { userId: 101, contacts: people(number, list) });
    await sandbox.post("/v1/campaign", campaign(number, list, networkSeats, emailSeats));
  }
  const began = performance.now();
  await sandbox.control("advance", { days: DAYS });
  const seconds = (performance.now() - began) / 1000;
  const sent = await sandbox.sentSteps();
  console.log(
    `Sandbox, a simulated month with ${CAMPAIGNS} campaigns and ${CONTACTS} contacts: ${seconds.toFixed(1)} s ` +
      `(wanted: under ${WANTED_SECONDS}), ${sent} steps sent`,
  );
  console.log(`  store: ${megabytes(storeSize())}; memory of the process: ${memoryOf(sandbox.processId)}`);
  process.exitCode = seconds < WANTED_SECONDS && sent > 0 ? 0 : 1;
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {number} number @param {number} listId */
function people(number, listId) {
  return Array.from({ length: CONTACTS / CAMPAIGNS }, (_, index) => ({
    firstName: `Ada${number}`,
    lastName: `Okoye${index}`,
    email: index % 5 === 0 ? null : `ada${number}.${index}@quillworks.example.com`,
    company: `Quillworks ${index % 40}`,
    profileUrl: `https://network.example.com/in/ada-${number}-${index}`,
    listId,
  }));
}

/**
 * Three campaigns of four have network steps, two on each seat; the others have e-mails only.
 * @param {number} number @param {number} list @param {number[]} networkSeats @param {number[]} emailSeats
 */
function campaign(number, list, networkSeats, emailSeats) {
  const message = "Hello [FirstName], [SenderFirstName] of [SenderCompany] here.";
  const email = { type: "email", subject: "Hello [FirstName]", message };
  const base = { name: `Campaign ${number}`, active: true, listIds: [list] };
  if (number % 4 === 3) {
    return {
      ...base,
      emailSeatIds: emailSeats.slice(0, 4),
      steps: [email, { ...email, delayAfterLastStep: 3 }, email],
    };
  }
  return {
    ...base,
    linkedinSeatId: networkSeats[Math.floor(number / 2)],
    emailSeatIds: emailSeats.slice(-1),
    steps: [{ type: "visitProfile" }, { type: "invitation" }, { type: "message", message }, email],
  };
}

function storeSize() {
  return ["", "-wal"]
    .map((ending) => statSync(store + ending, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size);
}

/** The memory in use and its peak, where the system shows them. @param {number} processId */
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
