import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { reviewSchema } from "../../../provider/src/review/model";
import { workingFolder } from "../../support/folders";
import { bruno, olivia, outreachOf } from "../../support/organization";
import {
  campaignValues,
  listStep,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";
import { stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0 }));

let folder: string;
beforeEach(() => {
  folder = workingFolder();
});

const ada = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
const bo = { firstName: "Bo", lastName: "Kim", email: "bo@example.com" };

/** A new list of this name with these arguments, and a campaign that starts on it. */
const program = (more: Readonly<Record<string, unknown>>, name: unknown = "New  leads") => [
  listStep({ op: "create", name: "leads", id: undefined, before: undefined, after: { name, ...more } }),
  campaign({
    ...{ op: "create", id: undefined, before: undefined },
    dependencies: { listIds: [urnOf(ofKind("List"), "leads")] },
    after: campaignValues({ listIds: [unknown], active: true }),
  }),
];

/** A preview in which everything is under a provider of the program with these settings of its own. */
function under(settings: Readonly<Record<string, unknown>>, steps: readonly Told[]): string {
  const raw = JSON.parse(previewOf(steps));
  const urn = "urn:pulumi:test::outreach-test::pulumi:providers:pulumi-nodejs::own";
  for (const step of raw.steps) if (step.op === "create") step.newState.provider = `${urn}::${unknown}`;
  const named = Object.entries(settings).map(([name, value]) => [`outreach:${name}`, value]);
  const inputs = { ...Object.fromEntries(named), "outreach:explicit": Object.keys(settings).join(",") };
  const side = { urn, type: "pulumi:providers:pulumi-nodejs", inputs };
  raw.steps.push({ op: "same", urn, oldState: side, newState: side });
  return JSON.stringify(raw);
}

/** The codes of what the people of the account bring. */
async function found(preview: readonly Told[] | string): Promise<string[]> {
  const file = join(folder, "preview.json");
  writeFileSync(file, typeof preview === "string" ? preview : previewOf(preview));
  const { stdout } = await stage().run(["review", file, "--live", "--json"]);
  const { findings } = reviewSchema.parse(JSON.parse(stdout));
  return findings.flatMap(({ code }) => (/contacted|suppressed|unread/.test(code) ? [code] : []));
}
const both = ["suppressed-person", "already-contacted"];

describe("the people of a list without an id", () => {
  beforeEach(async () => {
    await outreachOf(stage(), bruno, "Banking", [ada], true);
    await outreachOf(stage(), olivia, "New", [ada, bo]);
    writeFileSync(join(folder, "outreach.do-not-contact"), "bo@example.com");
  });

  it("are those of the list of this name that the update takes over", async () => {
    expect(await found(program({ adopt: "twin" }))).toEqual(both);
    // A setting does so as well, as after a run that was cut off.
    vi.stubEnv("OUTREACH_ADOPT", "twin");
    expect(await found(program({}))).toEqual(both);
  });

  it("are none of a new list, of one that has no equal, and of a colleague's", async () => {
    expect(await found(program({}))).toEqual([]);
    expect(await found(program({ adopt: "twin" }, "Others"))).toEqual([]);
    await outreachOf(stage(), bruno, "Other", [bo]);
    expect(await found(program({ adopt: "twin" }, "Other leads"))).toEqual([]);
  });

  it("are those of the member for whom a provider of the program acts", async () => {
    await outreachOf(stage(), bruno, "Other", [bo]);
    await outreachOf(stage(), olivia, "Other", [ada]);
    const twin = program({ adopt: "twin" }, "Other leads");
    expect(await found(under({ impersonateUserId: "103" }, twin))).toEqual(["suppressed-person"]);
    expect(await found(under({ impersonateEmail: "BRUNO@fernhill.example.com" }, twin))).toEqual(["suppressed-person"]);
    expect(await found(under({ impersonateEmail: "nobody@example.com" }, twin))).toEqual(["unread-people"]);
    expect(await found(under({ impersonateUserId: secret }, twin))).toEqual(["unread-people"]);
    expect(await found(under({ launch: "never" }, twin))).toEqual(["already-contacted"]);
  });

  it("are not known if the list may be any", async () => {
    expect(await found(program({ adopt: "twin" }, unknown))).toEqual(["unread-people"]);
    expect(await found(program({ adopt: unknown }))).toEqual(["unread-people"]);
  });
});

describe("the people of campaigns under a provider of the program", () => {
  const starts = (listId: number) => [
    campaign({
      ...{ op: "create", id: undefined, before: undefined },
      after: campaignValues({ listIds: [listId], active: true }),
    }),
  ];

  it("are not known if it acts with a key of its own, or at another service", async () => {
    const { listId } = await outreachOf(stage(), olivia, "New", [ada]);
    writeFileSync(join(folder, "outreach.do-not-contact"), "ada@example.com");
    expect(await found(under({ impersonateUserId: "101" }, starts(listId)))).toEqual(["suppressed-person"]);
    expect(await found(under({ baseUrl: stage().sandbox.url }, starts(listId)))).toEqual(["suppressed-person"]);
    expect(await found(under({ apiKey: secret }, starts(listId)))).toEqual(["unread-people"]);
    expect(await found(under({ baseUrl: "https://other.example.com" }, starts(listId)))).toEqual(["unread-people"]);
    expect(await found(under({ baseUrl: secret }, starts(listId)))).toEqual(["unread-people"]);
  });
});
