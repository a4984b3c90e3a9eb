import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it, vi } from "vitest";
import { collisionsShape } from "../../../provider/src/follow/people/shapes";
import { alice, bruno, olivia, outreachOf as outreach, type Someone } from "../../support/organization";
import { stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0 }));

const outreachOf = (userId: 101 | 102 | 103, name: string, people: readonly Someone[], active?: boolean) =>
  outreach(stage(), userId, name, people, active);

const ada = { firstName: "Ada", lastName: "Byron", company: "Engines" };
const profile = "https://network.example.com/in/ada-byron";

const read = async (...words: string[]) => {
  const { code, stdout, stderr } = await stage().run(["people", "--collisions", "--json", ...words]);
  return { code, stderr, found: collisionsShape.parse(JSON.parse(stdout)) };
};

describe("pulumi-outreach people --collisions", () => {
  it("finds a person in running campaigns of two members, by the profile address", async () => {
    await outreachOf(alice, "Fintech Q1", [{ ...ada, profileUrl: `${profile}/` }], true);
    await outreachOf(
      bruno,
      "Banking",
      [{ ...ada, profileUrl: `http://www.NETWORK.example.com/in/Ada-Byron?x=1` }],
      true,
    );
    await stage().sandbox.advance({ days: 1, hours: 1 });
    const { code, stdout } = await stage().run(["people", "--collisions"]);
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.replace(/ {2,}/g, "  "))).toEqual([
      "Two campaigns run for these people: 1",
      "PERSON  WHOSE  LIST  CAMPAIGN  LAST STEP  STATE",
      expect.stringMatching(
        /^Ada Byron, Engines {2}Alice Moreau {2}Fintech Q1 leads {2}Fintech Q1 {2}1 visitProfile, \d+ h ago {2}runs$/,
      ),
      expect.stringMatching(/^ {2}Bruno Keller {2}Banking leads {2}Banking {2}1 visitProfile, \d+ h ago {2}runs$/),
      "",
      "1 person is in lists of several members or in several campaigns (2 contacts of 3 members, 1 person).",
      "",
    ]);
    const { found } = await read();
    expect(found).toMatchObject({
      ...{ contacts: 2, people: 1, isComplete: true, withoutAddress: 0, perhaps: [] },
      members: [{ id: "101" }, { id: "102", name: "Alice Moreau", contacts: 1 }, { id: "103", contacts: 1 }],
      collisions: [{ level: "both-running", sameBy: ["profile"], name: "Ada Byron" }],
    });
    expect(found.collisions[0]?.contacts.map(({ campaigns }) => campaigns)).toMatchObject([
      [{ name: "Fintech Q1", active: true, step: 1, type: "visitProfile", status: "running", isOver: false }],
      [{ name: "Banking", active: true, step: 1 }],
    ]);
  });

  it("orders by the number of running campaigns, and fails with --fail-on if one runs", async () => {
    const person = (name: string) => ({ firstName: name, lastName: "Kim", email: `${name.toLowerCase()}@example.com` });
    const shouted = (name: string) => ({ ...person(name), email: ` ${person(name).email.toUpperCase()} ` });
    await outreachOf(alice, "Running", [person("Both"), person("One")], true);
    await outreachOf(alice, "Off", [person("Never")], false);
    await outreachOf(bruno, "Running too", [shouted("Both")], true);
    await outreachOf(bruno, "No campaign", [shouted("One"), shouted("Never"), person("Alone")]);
    const { code, found } = await read("--fail-on", "running");
    expect(code).toBe(3);
    expect(found.collisions.map(({ name, level }) => [name, level])).toEqual([
      ["Both Kim", "both-running"],
      ["One Kim", "one-running"],
      ["Never Kim", "none-running"],
    ]);
    expect(found).toMatchObject({ contacts: 7, people: 4 });
    const two = await read("--members", "101,alice@fernhill.example.com", "--fail-on", "running");
    expect([two.code, two.found.collisions]).toEqual([0, []]);
  });

  it("passes --fail-on running when no campaign runs for anybody, and fails on any", async () => {
    await outreachOf(alice, "Off", [{ ...ada, profileUrl: profile }], false);
    await outreachOf(bruno, "Also off", [{ ...ada, profileUrl: profile }], false);
    expect((await read("--fail-on", "running")).code).toBe(0);
    expect((await read("--fail-on", "any")).code).toBe(3);
  });

  it("counts a campaign that has ended for the person as not running", async () => {
    const { campaignId } = await outreachOf(alice, "Over", [{ ...ada, profileUrl: profile }], true);
    await stage().sandbox.advance({ days: 9 });
    await outreachOf(bruno, "List", [{ ...ada, profileUrl: profile }]);
    const { found } = await read();
    expect(found.collisions).toMatchObject([{ level: "none-running" }]);
    const [first] = found.collisions[0]?.contacts ?? [];
    expect(first?.campaigns).toMatchObject([{ id: String(campaignId), active: true, isOver: true, step: 3 }]);
    expect(first?.campaigns[0]?.at).toMatch(/^2027-03-/);
  });

  it("finds two contacts of one member in two campaigns", async () => {
    await outreachOf(olivia, "First", [{ ...ada, email: "ada@example.com" }], true);
    await outreachOf(olivia, "Second", [{ ...ada, profileUrl: profile, email: "ada@example.com" }], true);
    const { found } = await read("--as", "101");
    expect(found).toMatchObject({
      members: [{ id: "101" }],
      collisions: [{ level: "both-running", sameBy: ["e-mail"] }],
    });
  });

  it("reads the people of the user alone who is in no organization, and refuses other members", async () => {
    await outreachOf(olivia, "One", [{ ...ada, email: "ada@example.com", profileUrl: profile }], true);
    await outreachOf(olivia, "Two", [{ ...ada, email: "ada@example.com" }], true);
    await stage().sandbox.fault({ kind: "alter", path: "/v1/user/me", set: { organizationId: null }, count: 20 });
    const nobody = { message: "Organization not found", statusCode: 404 };
    await stage().sandbox.fault({
      ...{ kind: "status", status: 404, body: nobody, path: "/v1/organization/members", count: 9 },
    });
    const { code, found, stderr } = await read();
    expect([code, stderr]).toEqual([0, ""]);
    expect(found).toMatchObject({
      members: [{ id: "101", name: "Olivia Hart", contacts: 2 }],
      collisions: [{ level: "both-running" }],
    });
    const refused = await stage().run(["people", "--collisions", "--members", "102"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("could not act for 102: the organization lists no such member.");
  });

  it("lists namesakes separately and never as one person", async () => {
    await outreachOf(alice, "One", [{ ...ada, email: "ada@example.com" }], true);
    await outreachOf(bruno, "Two", [
      { ...ada, firstName: "ADA", email: "byron@example.com" },
      { ...ada, lastName: "Kim" },
    ]);
    const { code, found } = await read("--fail-on", "any");
    expect([code, found.collisions, found.withoutAddress]).toEqual([0, [], 1]);
    expect(found.perhaps).toMatchObject([
      { isSameCompany: true, people: [{ name: "Ada Byron" }, { name: "ADA Byron" }] },
    ]);
    const { stdout, stderr } = await stage().run(["people", "--collisions"]);
    expect(stdout).toMatch(/^Perhaps one person, by the name alone: 1\n/);
    expect(stdout).toContain(
      "\nNobody is in lists of several members or in several campaigns (3 contacts of 3 members, 3 people).\n",
    );
    expect(stderr).toContain("1 contact has neither a profile address nor an e-mail address");
  });

  it("sends a request for each hundred contacts and for each needed log, and reads no queue", async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      firstName: "Bo",
      lastName: `${index}`,
      email: `bo${index}@example.com`,
    }));
    await outreachOf(alice, "Many", many, true);
    await outreachOf(alice, "Unrelated", [{ ...ada, email: "unrelated@example.com" }], true);
    await outreachOf(bruno, "Few", many.slice(0, 3), true);
    await stage().sandbox.advance({ hours: 2 });
    await stage().requests();
    await stage().run(["people", "--collisions"]);
    const requests = await stage().requests();
    const countOf = (wanted: RegExp) => requests.filter((line) => wanted.test(line)).length;
    expect(countOf(/^GET \/v1\/contact$/)).toBe(1 + 2 + 1);
    expect(countOf(/\/logs$/)).toBe(2);
    expect(countOf(/queue/)).toBe(0);
    expect(countOf(/^GET /)).toBe(requests.length);
    // The members, the organization, and for each member the acting user and two listings.
    expect(requests.length).toBe(4 + 2 + 2 + 3 + 3 * 2);
  });

  it("reports what is unknown on a service with the operations of the specification only", async () => {
    await outreachOf(alice, "One", [{ ...ada, profileUrl: profile }], true);
    await outreachOf(bruno, "Two", [{ ...ada, profileUrl: profile }]);
    await stage().sandbox.advance({ days: 1, hours: 1 });
    await stage().sandbox.configure({ specOnly: true });
    const { code, found, stderr } = await read("--fail-on", "running");
    expect(code).toBe(3);
    expect(found).toMatchObject({ isComplete: false, collisions: [{ level: "unknown" }] });
    expect(found.collisions[0]?.contacts[0]?.campaigns).toMatchObject([{ step: 1, status: "running" }]);
    expect(stderr).toContain(
      "Alice Moreau: this service lists no campaigns, so it is unknown which of them are running and which lists they use.",
    );
    const { stdout } = await stage().run(["people", "--collisions"]);
    expect(stdout).toContain("Whether campaigns run for these people is unknown: 1\n");
    expect(stdout).toMatch(/Bruno Keller +\d+ +unknown\n/);
    expect(stdout).toContain("Not everything could be read: there may be more.");
  });

  it("never says nobody if a member's contacts cannot be read", async () => {
    await outreachOf(alice, "One", [{ ...ada, profileUrl: profile }], true);
    await stage().sandbox.fault({ kind: "status", status: 403, path: "/v1/contact", count: 99, userId: bruno });
    const { code, stdout, stderr } = await stage().run(["people", "--collisions"]);
    expect(code).toBe(1);
    expect(stderr).toContain("warning: Bruno Keller: could not list the contacts");
    expect(stdout).toContain("Among what could be read, nobody is in lists of several members or in several campaigns");
    expect(stdout).toContain("Not everything could be read: there may be more.");
  });

  it("does not mistake the owner's people for a member's if the header gets lost", async () => {
    await outreachOf(olivia, "One", [{ ...ada, profileUrl: profile }], true);
    await stage().sandbox.fault({ kind: "alter", path: "/v1/user/me", set: { id: olivia }, count: 99 });
    const { code, found } = await read();
    expect([code, found.collisions]).toEqual([1, []]);
    expect(found.members.map(({ isComplete }) => isComplete)).toEqual([true, false, false]);
    expect(found.warnings.join("\n")).toContain("the service answers for user 101");
  });

  it("reads the campaigns from the logs if the contacts do not show them", async () => {
    await outreachOf(alice, "One", [{ ...ada, profileUrl: profile }], true);
    await outreachOf(bruno, "Two", [{ ...ada, profileUrl: profile }], true);
    await stage().sandbox.advance({ days: 1, hours: 1 });
    const { contacts } = await stage().sandbox.objects();
    for (const contact of contacts) {
      const { id, userId, listId, firstName, lastName, profileUrl } = contact;
      const body = {
        contacts: [{ id, userId, listId, firstName, lastName, profileUrl }],
        total: 1,
        page: 1,
        totalPages: 1,
      };
      await stage().sandbox.fault({ kind: "status", status: 200, path: "/v1/contact", userId, body });
    }
    const { found } = await read();
    expect(found).toMatchObject({
      isComplete: true,
      warnings: expect.any(Array),
      collisions: [{ level: "both-running" }],
    });
    expect(found.collisions[0]?.contacts[0]?.campaigns).toMatchObject([{ name: "One", step: 1, active: true }]);
  });

  it("names former members, and refuses a key that may not act for others", async () => {
    const { stderr } = await stage().run(["people", "--collisions"]);
    expect(stderr).toContain("warning: Casper Wye: inactive, and so not read.");
    vi.stubEnv("OUTREACH_API_KEY", stage().sandbox.accounts.members[0]?.apiKeys[0]);
    const refused = await stage().run(["people", "--collisions"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toBe(
      "error: could not read the people of other members: the key belongs to user 102, who is not the owner of the organization (user 101 is).\nUse the owner's key (OUTREACH_API_KEY), or read your own people alone with --as 102.\n",
    );
    expect((await stage().run(["people", "--collisions", "--as", "102"])).code).toBe(0);
  });

  it.each([
    [[], "--collisions or --suppressed: say one of the two"],
    [
      ["--collisions", "--members", "alice"],
      "--members <members> takes user ids or e-mail addresses with commas between them",
    ],
    [["--collisions", "--as", "102", "--members", "103"], "--as <member> excludes --members"],
    [["--collisions", "--fail-on", "walking"], "--fail-on <what>"],
  ])("explains the error in %j", async (words, expected) => {
    const { code, stdout, stderr } = await stage().run(["people", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(expected);
  });

  it("refuses a member whom the organization does not list", async () => {
    const { code, stderr } = await stage().run(["people", "--collisions", "--members", "999"]);
    expect([code, stderr]).toEqual([
      1,
      "error: could not act for 999: the organization lists no such member.\n`pulumi-outreach members --all` lists them.\n",
    ]);
  });
});
