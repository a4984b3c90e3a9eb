// @ts-check
// Finds people who are contacted twice or must not be contacted, among 10,000 contacts of five members: exactly the
// planted ones. Requests are counted; the request limit is off, so that the time excludes waiting for it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./support/engineRuns.mjs";
import { startSandbox } from "./support/sandboxProcess.mjs";

const command = join(repository, "provider", "dist", "cli.js");
const contactsOfEach = 2_000;
const [planted, suppressed, suppressedByHash] = [40, 60, 30];
const target = { seconds: 20, megabytes: 200 };
/** The owner, the two named members, and two generated ones, each with a seat on the network. */
const members = [
  { id: 101, seat: 7 },
  { id: 102, seat: 11 },
  { id: 103, seat: 12 },
  { id: 1001, seat: 1001 },
  { id: 1002, seat: 1002 },
];
const campaignsOfEach = 4;

const folder = mkdtempSync(join(tmpdir(), "outreach-bench-people-"));
const sandbox = await startSandbox(["--rate-limit", "off", "--members", "4", "--clock", "manual"]);

/** @param {number} userId @param {string} path @param {object} body */
async function create(userId, path, body) {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${sandbox.apiKey}`,
      "content-type": "application/json",
      ...(userId === members[0]?.id ? {} : { "x-impersonate-user-id": String(userId) }),
    },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return /** @type {{ id: number }} */ (await answer.json()).id;
}

/** A unique person, although names repeat as they do among 10,000 people. @param {string} key */
function person(key) {
  const number = [...key].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
  return {
    firstName: ["Ada", "Bo", "Cleo", "Dov", "Eve", "Fay"][number % 6] ?? "Gil",
    lastName: `Kim ${key}`,
    company: `Company ${key.length}${number % 40}`,
    email: `${key}@company${number % 40}.example`,
    profileUrl: `https://network.example.com/in/${key}`,
  };
}

/** A planted person's second contact, with details of the first. @param {ReturnType<typeof person>} first @param {number} index */
function again(first, index) {
  const { firstName, lastName, company } = first;
  switch (index % 4) {
    case 0:
      return {
        firstName,
        lastName,
        company,
        profileUrl: `${first.profileUrl.replace("https://", "http://www.").toUpperCase()}/`,
      };
    case 1:
      return { firstName, lastName, company: "Another", email: ` ${first.email.toUpperCase()}` };
    case 2:
      return { firstName: "Another", lastName: "Name", email: first.email, profileUrl: `${first.profileUrl}-2` };
    default:
      return { ...first, email: `other-${first.email}` };
  }
}

const doubles = new Set();
for (const [index, { id: userId, seat }] of members.entries()) {
  const lists = [];
  for (let number = 0; number < campaignsOfEach; number++) {
    const listId = await create(userId, "/v1/list", { name: `List ${number} of ${userId}` });
    const steps = [{ type: "visitProfile" }, { type: "invitation" }];
    const name = `Campaign ${number} of ${userId}`;
    const campaign = {
      name,
      listIds: [listId],
      linkedinSeatId: seat,
      language: "en-US",
      steps,
      active: number % 2 === 0,
    };
    await create(userId, "/v1/campaign", campaign);
    lists.push(listId);
  }
  const contacts = Array.from({ length: contactsOfEach }, (_, number) => {
    const own = person(`m${index}n${number}`);
    // Persons 0 to 9 of each member except the last are also contacts of the next member.
    if (index > 0 && number < planted / 4) {
      doubles.add(`m${index - 1}n${number}`);
      return again(person(`m${index - 1}n${number + 100}`), number);
    }
    // Twenty namesakes for each member, who are different people.
    return number >= 200 && number < 220 ? { ...own, firstName: "Ada", lastName: "Kim Same" } : own;
  });
  for (let start = 0; start < contacts.length; start += 500) {
    const part = contacts
      .slice(start, start + 500)
      .map((each, number) => ({ ...each, listId: lists[number % lists.length] }));
    await sandbox.control("addContacts", { userId, contacts: part });
  }
}
const wanted = Array.from({ length: suppressed }, (_, number) => person(`m${number % 5}n${1000 + number}`));
const lines = wanted.map(({ email, profileUrl }, index) => {
  if (index < suppressedByHash) return `sha256:${createHash("sha256").update(email).digest("hex")}`;
  return index % 2 === 0 ? email : profileUrl;
});
const file = join(folder, "do-not-contact");
writeFileSync(file, ["# planted", ...lines, "nobody.example", "Nobody Ltd"].join("\n"));
await sandbox.control("advance", { days: 3 });

/** @param {string[]} words */
async function run(words) {
  const before = (await sandbox.log()).length;
  const began = performance.now();
  const child = spawn(process.execPath, [command, ...words, "--json"], {
    env: {
      ...process.env,
      OUTREACH_BASE_URL: sandbox.url,
      OUTREACH_API_KEY: sandbox.apiKey,
      OUTREACH_REQUESTS_PER_MINUTE: "100000",
      OUTREACH_CACHE_FOLDER: join(folder, String(before)),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let peak = 0;
  let said = "";
  child.stderr.on("data", (part) => {
    said += part;
  });
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // The process has ended, or the system does not show its memory.
    }
  }, 20);
  const parts = [];
  for await (const part of child.stdout) parts.push(part);
  clearInterval(watch);
  if (parts.length === 0) throw new Error(`${words.join(" ")} printed nothing: ${said}`);
  const requests = (await sandbox.log()).slice(before).map(({ path }) => path);
  const pages = requests.filter((path) => path === "/v1/contact").length;
  const logs = requests.filter((path) => path.endsWith("/logs")).length;
  return {
    document: JSON.parse(Buffer.concat(parts).toString()),
    seconds: (performance.now() - began) / 1000,
    megabytes: peak / 1024,
    ...{ pages, logs, others: requests.length - pages - logs },
  };
}

let isMet = true;
/** @param {string} what @param {Awaited<ReturnType<typeof run>>} measured @param {{ found: number, wrong: number, planted: number }} result */
function report(what, { seconds, megabytes, pages, logs, others, document }, result) {
  const fine =
    result.found === result.planted &&
    result.wrong === 0 &&
    pages <= members.length * Math.ceil(contactsOfEach / 100) &&
    logs <= members.length * campaignsOfEach &&
    seconds < target.seconds &&
    megabytes < target.megabytes;
  isMet &&= fine;
  console.log(`${what}, ${document.contacts} contacts of ${members.length} members:`);
  console.log(`  found               ${result.found} of ${result.planted} planted, ${result.wrong} false`);
  console.log(
    `  requests            ${pages} pages of contacts, ${logs} logs, ${others} others (members, who is acted for, campaigns, lists)`,
  );
  console.log(`  time, no limit      ${seconds.toFixed(1)} s; target under ${target.seconds} s`);
  console.log(`  peak memory         ${megabytes.toFixed(0)} MB; target under ${target.megabytes} MB`);
  console.log(`  target              ${fine ? "met" : "MISSED"}`);
}

try {
  const collisions = await run(["people", "--collisions"]);
  const names = collisions.document.collisions.map((/** @type {{ name: string, contacts: object[] }} */ each) =>
    each.contacts.length === 2 ? each.name : "not two",
  );
  const isPlanted = (/** @type {string} */ name) => /^\S+ Kim m[0-3]n10\d$/.test(name);
  report("people --collisions", collisions, {
    found: new Set(names.filter(isPlanted)).size,
    wrong: names.filter((/** @type {string} */ name) => !isPlanted(name)).length,
    planted: doubles.size,
  });
  const silent = await run(["people", "--suppressed", "--from", file]);
  const keys = new Set(wanted.map(({ profileUrl }) => profileUrl));
  const urls = silent.document.suppressed.map((/** @type {{ profileUrl: string }} */ each) => each.profileUrl);
  report("people --suppressed", silent, {
    found: new Set(urls.filter((/** @type {string} */ url) => keys.has(url))).size,
    wrong: urls.filter((/** @type {string} */ url) => !keys.has(url)).length,
    planted: suppressed,
  });
  const one = await run(["person", wanted[0]?.email ?? ""]);
  const found = one.document.found.length;
  report("person", { ...one, pages: one.pages }, { found, wrong: 0, planted: 1 });
} finally {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isMet ? 0 : 1;
