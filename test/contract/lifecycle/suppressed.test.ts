import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { emailHash } from "../../../provider/src/api/normal";
import { temporaryFolder } from "../../support/folders";
import { modes, type Stage, stageOn } from "../rows/stage";

let stage: Stage;
let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), "outreach.do-not-contact");
});

const person = (name: string, more: object = {}) => ({
  ...{ firstName: name, lastName: "Kim", email: `${name}@example.com` },
  profileUrl: `https://network.example.com/in/${name}`,
  ...more,
});

async function withPeople(listId: number, ...people: ReturnType<typeof person>[]): Promise<void> {
  await stage.sandbox.addContacts({ userId: 101, contacts: people.map((each) => ({ ...each, listId })) });
}

const contactReads = async () => (await stage.reads()).filter((read) => read === "GET /v1/contact");

/** The setting is on, and the class passes the file. */
function checking(lines: string): void {
  writeFileSync(file, lines);
  stage.engine.doNotContact = file;
  stage.engine.restart({ checkSuppressed: true });
}

describe.each(modes)("with checkSuppressed, on a service that is %s", (mode) => {
  beforeEach(async () => {
    stage = await stageOn(mode);
  });

  it("refuses a start if a line names somebody, before the request, naming only the line number", async () => {
    const list = await stage.madeList();
    await withPeople(list, person("ada"), person("bo"), person("cy", { company: "Harbour Bank" }));
    checking(`# customers\nHarbour bank\n${emailHash("bo@example.com")}\n`);
    await stage.forget();
    const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
    expect(text).toContain(
      `list ${list} has 2 people who are not to be contacted (lines 2, 3 of outreach.do-not-contact). Nothing was sent.`,
    );
    expect(text).toContain("`pulumi-outreach people --suppressed` names them");
    expect(text).not.toMatch(/Kim|example\.com|Harbour/);
    expect(await stage.writes()).toEqual([]);
    // One for who was in other campaigns, and one for this. A campaign that does not start reads no people.
    await stage.engine.up("draft", stage.campaign(list, { name: "Draft" }));
    expect(await contactReads()).toHaveLength(1 + 1);
  });

  it("starts once nobody is left, and reads one page for each 100 people", async () => {
    const list = await stage.madeList();
    await withPeople(list, ...Array.from({ length: 150 }, (_, index) => person(`p${index}`)));
    checking("ada@example.com\n");
    await stage.forget();
    await stage.engine.up("q1", stage.campaign(list, { active: true }));
    expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    // And one that shows who was in other campaigns.
    expect(await contactReads()).toHaveLength(2 + 1);
  });

  it("refuses a file that is missing or that names nobody, and starts with an empty one", async () => {
    const list = await stage.madeList();
    await withPeople(list, person("ada"));
    stage.engine.restart({ checkSuppressed: true });
    const start = stage.campaign(list, { active: true });
    await stage.refuses(stage.engine.up("q1", start), "the project has no such file");
    checking("ada@\n");
    expect(await stage.refusal(stage.engine.up("q1", start))).toContain(
      "could not be checked: could not read outreach.do-not-contact: 1 line names nobody.",
    );
    checking("# nobody yet\n");
    await stage.forget();
    await stage.engine.up("q1", start);
    // Only the one that shows who was in other campaigns.
    expect(await contactReads()).toHaveLength(1);
  });

  it("never treats unreadable data as nobody", async () => {
    const list = await stage.madeList();
    await withPeople(list, person("ada"), person("bo"));
    checking("zoe@example.com\n");
    const start = stage.campaign(list, { active: true });
    await stage.answers("GET /v1/contact", 404, { count: 9 });
    expect(await stage.refusal(stage.engine.up("q1", start))).toContain(
      `who of list ${list} is not to be contacted could not be checked`,
    );
    await stage.sandbox.clearFaults();
    await stage.sandbox.addContacts({ userId: 101, contacts: [{ firstName: "Cy", lastName: "Kim", listId: list }] });
    const { warnings } = await stage.engine.up("q1", start);
    expect(warnings.join("\n")).toContain(
      `of 1 of the people of list ${list}, the service shows neither an e-mail address nor a profile nor a company`,
    );
  });

  it("is off by default", async () => {
    const list = await stage.madeList();
    await withPeople(list, person("ada"));
    checking("ada@example.com\n");
    stage.engine.restart();
    await stage.engine.up("q1", stage.campaign(list, { active: true }));
    expect((await stage.sandbox.counts()).campaigns).toBe(1);
  });
});

describe("with checkSuppressed", () => {
  it("refuses a new list for a running campaign, and ignores excluded people", async () => {
    stage = await stageOn("full");
    const [first, second] = [await stage.madeList("first"), await stage.madeList("second")];
    await withPeople(second, person("ada"));
    await stage.made("q1", stage.campaign(first, { active: true }));
    checking("ada@example.com\n");
    const both = stage.campaign(first, { active: true, listIds: [first, second] });
    await stage.forget();
    await stage.refuses(stage.engine.up("q1", both), `list ${second} has 1 person who is not to be contacted`);
    expect(await stage.writes()).toEqual([]);
    const { contacts } = await stage.sandbox.objects();
    const [ada] = contacts.filter(({ listId }) => listId === second);
    await stage.patchByHand(`/v1/contact/${ada?.id}`, { state: "excluded" });
    await stage.engine.up("q1", both);
    expect(await stage.writes()).toContain("PATCH /v1/campaign/ID");
  });
});
