import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it } from "vitest";
import { emailHash } from "../../../provider/src/api/normal";
import { suppressedShape } from "../../../provider/src/follow/people/shapes";
import { workingFolder } from "../../support/folders";
import { alice, bruno, outreachOf } from "../../support/organization";
import { stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0 }));

let folder: string;
beforeEach(() => {
  folder = workingFolder();
});

const write = (...lines: string[]) => writeFileSync(join(folder, "outreach.do-not-contact"), lines.join("\n"));
const someone = (name: string, company: string) => ({
  ...{ firstName: name, lastName: "Kim", company, email: `${name.toLowerCase()}@${company.toLowerCase()}.example` },
  profileUrl: `https://network.example.com/in/${name.toLowerCase()}`,
});
const [ada, bo, cleo, dov, eve] = [
  someone("Ada", "Engines"),
  someone("Bo", "Looms"),
  someone("Cleo", "Harbours"),
  someone("Dov", "Mills"),
  someone("Eve", "Quarries"),
];

const read = async (...words: string[]) => {
  const { code, stdout, stderr } = await stage().run(["people", "--suppressed", "--json", ...words]);
  return { code, stderr, found: suppressedShape.parse(JSON.parse(stdout)) };
};

describe("pulumi-outreach people --suppressed", () => {
  it("finds people in lists by each kind of line, with running campaigns first, and says where to go in the app", async () => {
    await outreachOf(stage(), alice, "Fintech Q1", [ada, bo, cleo], true);
    await outreachOf(stage(), bruno, "Banking", [dov, eve, { ...ada, email: "other@elsewhere.example" }]);
    write("# wrote on 3 March", ada.profileUrl, `sha256:${emailHash(bo.email)}`, "", "mills.example", "QUARRIES");
    const { code, found } = await read("--fail-on", "running");
    expect(code).toBe(3);
    expect(found).toMatchObject({ entries: 4, contacts: 6, people: 5, isComplete: true });
    expect(found.suppressed.map(({ name, level, lines }) => [name, level, lines])).toEqual([
      ["Ada Kim", "one-running", [{ line: 2, type: "profile" }]],
      ["Bo Kim", "one-running", [{ line: 3, type: "hash" }]],
      ["Dov Kim", "none-running", [{ line: 5, type: "domain" }]],
      ["Eve Kim", "none-running", [{ line: 6, type: "company" }]],
    ]);
    expect(found.suppressed[0]?.inTheApp).toEqual([
      expect.stringMatching(
        /^as Alice Moreau: open the list "Fintech Q1 leads", search "Ada Kim" \(contact \d+\), and exclude or remove the contact$/,
      ),
      expect.stringMatching(/^as Bruno Keller: open the list "Banking leads", search "Ada Kim" /),
    ]);
    const { stdout } = await stage().run(["people", "--suppressed"]);
    expect(stdout).toMatch(
      /^LINE +PERSON +WHOSE +LIST +CAMPAIGN +LAST STEP +STATE\n2 +Ada Kim, Engines +Alice Moreau +Fintech Q1 leads +Fintech Q1 +runs, starts next\n/,
    );
    expect(stdout).toContain(
      "\nIn the app: the service has no operation that removes a person\nas Alice Moreau: open the list",
    );
    expect(stdout).toContain(
      "\n4 people in lists or campaigns are not to be contacted (6 contacts of 3 members, 4 entries).\n",
    );
  });

  it("skips a contact that was excluded in the app, and a person whose contacts all were", async () => {
    await outreachOf(stage(), alice, "Fintech Q1", [ada, bo], true);
    await outreachOf(stage(), bruno, "Banking", [{ ...ada, email: "other@elsewhere.example" }]);
    write(ada.email, bo.email);
    const exclude = async (name: string, owner: string) => {
      const { suppressed } = (await read()).found;
      const person = suppressed.find((each) => each.name === name);
      const contact = person?.contacts.find(({ member }) => member === owner);
      await stage().sandbox.editContact({ contactId: Number(contact?.contactId), state: "excluded" });
    };
    await exclude("Ada Kim", `${alice}`);
    // The line names the excluded contact's address.
    const left = (await read("--fail-on", "any")).found.suppressed;
    expect(left.map(({ name, contacts }) => [name, contacts.map(({ member }) => member)])).toEqual([
      ["Bo Kim", [`${alice}`]],
      ["Ada Kim", [`${bruno}`]],
    ]);
    expect(left[1]?.inTheApp).toEqual([expect.stringContaining("as Bruno Keller")]);
    await exclude("Bo Kim", `${alice}`);
    await exclude("Ada Kim", `${bruno}`);
    expect(await read("--fail-on", "any")).toMatchObject({ code: 0, found: { suppressed: [], contacts: 3 } });
  });

  it("passes if nobody is named, reads another file, and fails on any", async () => {
    await outreachOf(stage(), alice, "Fintech Q1", [ada]);
    write("nobody@example.com");
    const none = await stage().run(["people", "--suppressed", "--fail-on", "any"]);
    expect([none.code, none.stdout]).toEqual([
      0,
      "Nobody in lists or campaigns is on the list of those who are not to be contacted (1 contact of 3 members, 1 entry).\n",
    ]);
    writeFileSync(join(folder, "others"), ada.email);
    expect((await read("--from", join(folder, "others"), "--fail-on", "running")).code).toBe(0);
    expect((await read("--from", join(folder, "others"), "--fail-on", "any")).code).toBe(3);
  });

  it("never says nobody if something could not be read", async () => {
    await outreachOf(stage(), alice, "Fintech Q1", [ada], true);
    write(ada.email);
    await stage().sandbox.configure({ specOnly: true });
    expect((await read()).found).toMatchObject({ isComplete: false, suppressed: [{ level: "unknown" }] });
    await stage().sandbox.fault({ kind: "status", status: 403, path: "/v1/contact", count: 9, userId: alice });
    const { code, stdout } = await stage().run(["people", "--suppressed"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Among what could be read, nobody is on the list");
  });

  it("sends nothing if a line names nobody, and reports each such line's number without its content", async () => {
    write("example.com", "ada@", "compny: Acme");
    await stage().requests();
    const { code, stdout, stderr } = await stage().run(["people", "--suppressed"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: could not read outreach\.do-not-contact: 2 lines name nobody\.\nline 2: an e-mail address has .*\nline 3: the word before the colon /,
    );
    expect(stderr).not.toMatch(/ada@ |Acme/);
    expect(await stage().requests()).toEqual([]);
  });

  it("says what is missing", async () => {
    const { code, stderr } = await stage().run(["people", "--suppressed"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: could not find outreach\.do-not-contact in .*\nWrite one entry a line/),
    ]);
    expect((await stage().run(["people", "--suppressed", "--from", join(folder, "none")])).code).toBe(2);
    expect((await stage().run(["people", "--collisions", "--from", "x"])).stderr).toContain(
      "--from <file> goes with --suppressed",
    );
  });
});
