import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { emailHash } from "../../../provider/src/api/normal";
import { personReportShape } from "../../../provider/src/follow/people/shapes";
import { alice, bruno, createAs, outreachOf } from "../../support/organization";
import { cycle, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 1 }));

const profileUrl = "https://network.example.com/in/ada-byron";
const named = { firstName: "Ada", lastName: "Byron", company: "Engines" };
const ada = { ...named, email: "ada@engines.example.com", profileUrl };

const person = async (...words: string[]) => {
  const { code, stdout, stderr } = await stage().run(["person", "--json", ...words]);
  return { code, stderr, report: personReportShape.parse(JSON.parse(stdout)) };
};

/** Ada with two members: Alice's campaign has written to her, and Bruno has only her profile. */
async function twoMembers() {
  const { campaignId } = await outreachOf(stage(), alice, "Fintech Q1", [ada], true);
  await outreachOf(stage(), bruno, "Banking", [
    { ...named, profileUrl },
    { ...named, lastName: "Kim", email: "kim@x.example" },
  ]);
  await stage().sandbox.advance({ days: 15 });
  return { campaignId };
}

describe("pulumi-outreach person", () => {
  it("shows all members' data about a person, with the current texts and the answer", async () => {
    const { campaignId } = await twoMembers();
    const { code, report } = await person("ADA@engines.example.com");
    expect(code).toBe(0);
    expect(report).toMatchObject({ isComplete: true, contacts: 3, people: 2, perhaps: [] });
    const [held] = report.found;
    expect(report.found).toHaveLength(1);
    expect(held?.contacts.map(({ member, list }) => [member, list?.name])).toEqual([
      ["102", "Fintech Q1 leads"],
      ["103", "Banking leads"],
    ]);
    const events = held?.contacts[0]?.events ?? [];
    expect(events.map(({ step, type, status, text }) => [step, type, status, text])).toEqual([
      [1, "visitProfile", "sent", { is: "none" }],
      [2, "invitation", "sent", { is: "none" }],
      [3, "message", "sent", { is: "today", message: "Hi [FirstName], how is [Company]?" }],
      [undefined, undefined, "finished", undefined],
      [3, "message", "answered", undefined],
    ]);
    expect(events.every(({ at, campaign }) => at !== undefined && campaign.id === String(campaignId))).toBe(true);
    expect(held?.answers).toEqual([events[4]]);
    expect(held?.contacts[0]?.contact).toMatchObject({ email: ada.email, state: "answered" });
    expect(held?.contacts[1]).toMatchObject({ events: [], campaigns: [], areAllCampaigns: true });
  });

  it("prints it for people", async () => {
    await twoMembers();
    const { code, stdout, stderr } = await stage().run(["person", profileUrl]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Ada Byron, Engines\n\nContact \d+ of Alice Moreau\njob +Engines\ne-mail +ada@engines\.example\.com\n/,
    );
    expect(stdout).toMatch(/ 3 message +sent +Hi \[FirstName\], how is \[Company\]\?\n/);
    expect(stdout).toMatch(/\nContact \d+ of Bruno Keller\n(.*\n)*In no campaign\.\n/);
    expect(stdout).toMatch(/\nFintech Q1 +3 message, 9 days ago +answered\n/);
    expect(stdout).toMatch(/\nAnswered: 2027-03-\d\d \d\d:\d\d to Fintech Q1 of Alice Moreau\.\n/);
    expect(stderr).toContain("Logs carry no texts: those above are what the campaigns say today.");
  });

  it.each([
    ["the SHA-256 of an e-mail address", `sha256:${emailHash(ada.email)}`],
    ["the address of the profile", "network.example.com/in/Ada-Byron/"],
    ["the name", "ada  BYRON"],
  ])("finds the person by %s", async (_, who) => {
    await outreachOf(stage(), alice, "Fintech Q1", [ada]);
    expect((await person(who)).report.found.map(({ email }) => email)).toEqual([ada.email]);
  });

  it("finds the person by the id of one contact, with the agent that found it", async () => {
    const { agentId } = await cycle(stage().sandbox, "Fintech", { active: false });
    await stage().sandbox.advance({ days: 1 });
    const [contact] = (await stage().sandbox.objects()).contacts;
    const { report } = await person(String(contact?.id));
    expect(report.found).toMatchObject([{ contacts: [{ agent: { id: String(agentId), name: "Fintech finder" } }] }]);
  });

  it("does not show the current text for a step that has changed, and marks texts by AI", async () => {
    await twoMembers();
    const fault = (steps: readonly object[]) =>
      stage().sandbox.fault({ kind: "alter", path: "/v1/campaign", userId: alice, set: { steps } });
    const texts = async () =>
      (await person(ada.email)).report.found[0]?.contacts[0]?.events.map(({ text }) => text?.is).slice(0, 3);
    await fault([{ type: "email" }, { type: "invitation" }, { type: "message", messageMode: "ai" }]);
    expect(await texts()).toEqual(["unknown", "none", "ai"]);
  });

  it("reports that nobody was found only if everything was read", async () => {
    await outreachOf(stage(), alice, "Fintech Q1", [ada]);
    const none = await stage().run(["person", "nobody@example.com"]);
    expect([none.code, none.stdout]).toEqual([0, "The account holds no such person (1 contact of 3 members).\n"]);
    await stage().sandbox.fault({ kind: "status", status: 403, path: "/v1/contact", count: 9, userId: alice });
    const unread = await stage().run(["person", ada.email]);
    expect(unread.code).toBe(1);
    expect(unread.stdout).toBe("Among what could be read, there is no such person (0 contacts of 3 members).\n");
    expect(unread.stderr).toContain("warning: Alice Moreau: could not list the contacts");
  });

  it("shows the data of a service with the operations of the specification only", async () => {
    await twoMembers();
    await stage().sandbox.configure({ specOnly: true });
    const { code, report, stderr } = await person(ada.email);
    expect([code, report.isComplete]).toEqual([0, false]);
    const [first] = report.found[0]?.contacts ?? [];
    expect(first?.events.map(({ status, text }) => [status, text?.is])).toEqual([
      ["sent", "unknown"],
      ["sent", "unknown"],
      ["sent", "unknown"],
      ["finished", undefined],
      ["answered", undefined],
    ]);
    expect(first?.contact?.email).toBe(ada.email);
    expect(stderr).toContain("this service lists no campaigns");
  });

  it("lists people with the same name separately, and shows each match of a name", async () => {
    await outreachOf(stage(), alice, "One", [ada]);
    await outreachOf(stage(), bruno, "Two", [{ ...named, email: "other@example.com" }]);
    const { report } = await person(ada.email);
    expect(report.perhaps).toMatchObject([{ email: "other@example.com" }]);
    const both = await person("Ada Byron");
    expect([both.report.found.length, both.report.perhaps]).toEqual([2, []]);
  });

  it("refuses a name that many people have, and words that name nobody", async () => {
    const contacts = Array.from({ length: 11 }, (_, index) => ({ ...named, email: `ada${index}@x.example` }));
    const listId = await createAs(stage(), alice, "/v1/list", { name: "Many" });
    await stage().sandbox.addContacts({ userId: alice, contacts: contacts.map((each) => ({ ...each, listId })) });
    expect(await stage().run(["person", "Ada Byron"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("could not identify the person: 11 people have this name."),
    });
    expect(await stage().run(["person", "ada@"])).toMatchObject({ code: 2, stdout: "" });
    expect(await stage().run(["person", " "])).toMatchObject({ code: 2, stdout: "" });
  });
});
