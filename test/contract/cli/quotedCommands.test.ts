import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { workingFolder } from "../../support/folders";
import { alice, bruno, olivia, outreachOf } from "../../support/organization";
import { type PromisedCampaign, stateWith, stubPulumiExport } from "../../support/promised";
import {
  type AtTerminal,
  isLikeQuoted,
  quoted,
  quotedCommands,
  replayedByStories,
  screenOf,
  wordsOf,
} from "../../support/quotedCommands";
import { campaignValues, previewOf } from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";
import { cycle, send, signals, stageOf, startTime, steps } from "../../support/runningAccount";
import { addPeople } from "./verify/fairMonth";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0.2 }));

let folder: string;
beforeEach(() => {
  folder = workingFolder();
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const someone = (firstName: string, lastName: string, company: string) => ({
  ...{ firstName, lastName, company },
  email: `${firstName}@${company.replace(/\W/g, "-")}.example.com`.toLowerCase(),
  profileUrl: `https://network.example.com/in/${firstName}-${lastName}`.toLowerCase(),
});
const ada = someone("Ada", "Byron", "Engines");

/** The demo organization has a member who has left; the one of the pages has none. */
const values = { "": "warning: Casper Wye: inactive, and so not read. What their campaigns send is not known here.\n" };

/** The commands that these tests have run, as `page: command`. */
const replayed: string[] = [];
const named = ({ page, command }: { readonly page: string; readonly command: string }) => `${page}: ${command}`;

interface Circumstances extends AtTerminal {
  /** What the page writes, and what it is here. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Runs a quoted command, and compares what a terminal shows with the page. Returns the exit code. */
async function replay(page: string, command: string, { values = {}, ...at }: Circumstances = {}): Promise<number> {
  const block = quoted(page, command);
  replayed.push(named(block));
  const now = Date.parse((await stage().sandbox.state()).now);
  const { code, shown } = await screenOf(wordsOf(command), now, at);
  const asQuoted = Object.entries(values).reduce((text, [written, real]) => text.replaceAll(real, written), shown);
  if (!isLikeQuoted(asQuoted, block.output)) expect(asQuoted).toBe(block.output);
  return code;
}

describe("docs/following.md", () => {
  const page = "docs/following.md";

  it("quotes status", async () => {
    const { sandbox } = stage();
    await cycle(sandbox, "Fintech Q1");
    const emails = { linkedinSeatId: null, emailSeatIds: [21], steps: [{ type: "email", messageMode: "ai" }] };
    await cycle(sandbox, "Logistics Q1", emails);
    await cycle(sandbox, "Draft", { active: false });
    await sandbox.advance({ days: 4, hours: 7 });
    await replay(page, "pulumi-outreach status", { columns: 120 });
  });

  it("quotes queue", async () => {
    const { sandbox } = stage();
    await sandbox.configure({ leadsPerSignal: 0 });
    const { listId } = await cycle(sandbox, "Fintech Q1", { steps: [steps[2]] });
    const people = [
      { ...ada, jobTitle: "CTO" },
      { ...someone("Bo", "Kim", ""), email: "bo@example.com", company: null },
    ];
    const contacts = people.map((each) => ({ ...each, listId, connectionDegree: 1 }));
    await sandbox.addContacts({ userId: olivia, contacts });
    await sandbox.advance({ hours: 1, minutes: 30 });
    expect(await replay(page, 'pulumi-outreach queue "Fintech Q1"', { keys: "y\n" })).toBe(0);
  });

  it("quotes logs and contacts", async () => {
    await cycle(stage().sandbox, "Fintech Q1");
    await stage().sandbox.advance({ days: 3, hours: 4 });
    await replay(page, 'pulumi-outreach logs "Fintech Q1" "Fintech Q1 finder" --since 1d');
    await replay(page, 'pulumi-outreach contacts --list "Fintech Q1 leads" --limit 2');
    await replay(page, "pulumi-outreach contacts 5011");
  });

  it("quotes stop", async () => {
    const { sandbox } = stage();
    const { listId } = await cycle(sandbox, "Fintech Q1");
    await cycle(sandbox, "Logistics Q1", { active: false });
    await send(sandbox, "POST", "/v1/agent", { name: "Old finder", listId, variables: signals, paused: true });
    await replay(page, "pulumi-outreach stop", { keys: "y\n" });
  });

  it("quotes doctor", async () => {
    // At the time of this machine, by which the clock is judged.
    const sandbox = await startSandbox({ rateLimit: false });
    onTestFinished(() => sandbox.close());
    vi.stubEnv("OUTREACH_BASE_URL", sandbox.url);
    await cycle(sandbox, "Fintech Q1");
    vi.stubEnv("PATH", folder);
    for (const name of ["https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, "");
    write("Pulumi.yaml", "name: outreach\nruntime: nodejs\n");
    write("Pulumi.production.yaml", "config:\n  outreach:baseUrl: https://outreach.example.com\n");
    write("node_modules/@pulumi/pulumi/package.json", '{ "version": "3.248.0" }');
    write("node_modules/pulumi-outreach/package.json", '{ "version": "0.1.0" }');
    const values = { "https://outreach.example.com": sandbox.url, "22.14.0": process.versions.node };
    expect(await replay(page, "pulumi-outreach doctor", { values })).toBe(0);
  });
});

describe("docs/people.md", () => {
  const page = "docs/people.md";
  const [bo, cleo, dov, ira] = [
    someone("Bo", "Kim", "Looms"),
    someone("Cleo", "Marsh", "Harbour Bank"),
    someone("Dov", "Levi", "Mills"),
    someone("Ira", "Fox", "Foxes"),
  ];

  it("quotes people --collisions", async () => {
    const other = { ...ira, email: "ira@elsewhere.example.com", profileUrl: `${ira.profileUrl}-2` };
    await outreachOf(stage(), olivia, "Founders", [bo, other]);
    await outreachOf(stage(), alice, "Old Fintech", [cleo]);
    await outreachOf(stage(), alice, "Fintech Q1", [ada, bo, ira], true);
    await stage().sandbox.advance({ days: 1, hours: 3 });
    await outreachOf(stage(), bruno, "Banking", [ada, cleo, dov], true);
    await stage().sandbox.advance({ days: 1, hours: 2 });
    await replay(page, "npx pulumi-outreach people --collisions", { values });
  });

  it("quotes people --suppressed", async () => {
    write(
      "outreach.do-not-contact",
      ["# asked on the phone", ada.profileUrl, "nobody@example.com", "Zeppelin Freight", "Vuurtoren Works"].join("\n"),
    );
    await outreachOf(stage(), alice, "Fintech Q1", [ada, bo, cleo], true);
    await outreachOf(stage(), bruno, "Banking", [{ ...ada, email: "ada@home.example.com" }, dov, ira]);
    await stage().sandbox.advance({ days: 2, hours: 5 });
    expect(await replay(page, "npx pulumi-outreach people --suppressed", { values })).toBe(0);
  });

  it("quotes person", async () => {
    await stage().sandbox.configure({ answerRate: 1 });
    await outreachOf(stage(), alice, "Fintech Q1", [ada], true);
    await outreachOf(stage(), bruno, "Banking", [{ ...ada, email: undefined }, bo]);
    await stage().sandbox.advance({ days: 15 });
    await replay(page, "npx pulumi-outreach person ada@engines.example.com", { values });
  });
});

it("docs/verifying.md quotes verify", async () => {
  const { sandbox } = stage();
  vi.stubEnv("OUTREACH_REQUESTS_PER_MINUTE", "100000");
  const exports = stubPulumiExport();
  const quotas = { invitations: 6, messages: 8, profileVisits: 10, likes: 9 };
  for (const seatId of [7, 8]) await sandbox.setLinkedinSeat({ seatId, quotas });
  for (const seatId of [21, 22]) await sandbox.setEmailSeat({ seatId, dailyQuota: 12 });
  const message = { messageMode: "same", message: "Hello [FirstName] of [Company]" };
  const email = { type: "email", subject: "Hello", ...message };
  const declared = {
    "Fintech Q1": {
      steps: [{ type: "likePosts" }, { type: "visitProfile", delayAfterLastStep: 1 }],
      linkedinSeatId: 7,
    },
    Founders: {
      steps: [{ type: "visitProfile" }, { ...email, delayAfterLastStep: 3 }, { type: "invitation" }],
      ...{ linkedinSeatId: 8, emailSeatIds: [21] },
    },
    Letters: { steps: [email, { ...email, delayAfterLastStep: 4 }], emailSeatIds: [21, 22] },
  };
  const campaigns: PromisedCampaign[] = [];
  const lists: number[] = [];
  for (const [name, given] of Object.entries(declared)) {
    const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: `${name} leads` });
    lists.push(listId);
    await addPeople(sandbox, listId, name, 90);
    await send(sandbox, "POST", "/v1/agent", { name: `${name} finder`, listId, variables: signals });
    const inputs = { name, listIds: [listId], language: "en-US", active: true, ...given };
    campaigns.push({ resource: name, id: (await send(sandbox, "POST", "/v1/campaign", inputs)).id, inputs });
  }
  exports(stateWith(sandbox, campaigns));
  await sandbox.advance({ days: 8, hours: 16, minutes: 30 });
  // Somebody launches a campaign in the app, and a seat loses its connection.
  await sandbox.setLinkedinSeat({ seatId: 8, quotas: { invitations: 0, messages: 0, profileVisits: 0, likes: 0 } });
  const steps = [{ type: "visitProfile" }, { type: "invitation" }];
  await send(sandbox, "POST", "/v1/campaign", {
    ...{ name: "Private", listIds: [lists[0]], language: "en-US", active: true, linkedinSeatId: 7, steps },
  });
  await sandbox.advance({ days: 1 });
  expect(await replay("docs/verifying.md", "npx pulumi-outreach verify --stack production")).toBe(3);
});

it("docs/review.md quotes an approval that names a danger of --live", async () => {
  const page = "docs/review.md";
  const { listId } = await outreachOf(stage(), olivia, "New", [ada]);
  await outreachOf(stage(), bruno, "Banking", [ada], true);
  const after = campaignValues({ listIds: [listId], active: true });
  const created = { ...campaign({ op: "create", id: undefined, before: undefined, after }) };
  const plan = previewOf([created]).replaceAll("::q1", "::launch");
  for (const name of ["preview.json", "later.json"]) write(name, plan);
  const run = async (command: string, approval = "") => {
    replayed.push(named(quoted(page, command)));
    const words = wordsOf(command).map((word) => word.replace("$(cat approved.txt)", approval));
    const inFolder = words.map((word) => (/\.(json|txt)$/.test(word) ? join(folder, word) : word));
    return (await screenOf(inFolder, Date.parse(startTime))).code;
  };
  expect(await run("npx pulumi-outreach review preview.json --live --fingerprint approved.txt")).toBe(3);
  const approval = readFileSync(join(folder, "approved.txt"), "utf8").trimEnd();
  const { output } = quoted(page, "cat approved.txt");
  replayed.push(named(quoted(page, "cat approved.txt")));
  expect(approval.replace(/^sha256:[0-9a-f]{64}/, "sha256:9f2c…")).toBe(output);
  const command =
    'npx pulumi-outreach review later.json --live --approved "$(cat approved.txt)"   # exit 3 if there is a new one';
  expect(await run(command, approval)).toBe(0);
});

it("an ellipsis on a line of a page stands for one line or more, and nothing else may differ", () => {
  const page = "first\n…\nlast (id 5)";
  expect(isLikeQuoted("first\nsecond\nthird\nlast (id 5)", page)).toBe(true);
  for (const other of ["first\nlast (id 5)", "first\nsecond\nlast (id 6)", "first\nsecond\nlast (id 5)\nmore"]) {
    expect(isLikeQuoted(other, page)).toBe(false);
  }
});

it("every quoted command is replayed, by these tests or by a story", () => {
  const all = [...replayed, ...replayedByStories.map(named)];
  expect(all.sort()).toEqual(quotedCommands.map(named).sort());
});
