import { beforeAll, describe, expect, it } from "vitest";
import { documents } from "../../../provider/src/cli/documents";
import { printDifference } from "../../../provider/src/cli/rehearse/print";
import { differenceOf } from "../../../provider/src/rehearse/difference/difference";
import { differenceMarkdown } from "../../../provider/src/rehearse/output/differenceMarkdown";
import { differencePage } from "../../../provider/src/rehearse/output/page";
import type { Rehearsed } from "../../../provider/src/rehearse/people";
import { ListAgreement } from "../../../provider/src/rehearse/run/compare";
import type { Sandbox } from "../../../sandbox/src/index";
import { recordedTerminal } from "../../support/commandLine";
import { schemaProblems } from "../../support/publishedSchemas";
import { type PlayedCampaign, rehearsed } from "../../support/rehearse/played";

const steps = [
  { type: "visitProfile" },
  { type: "invitation", delayAfterLastStep: 1 },
  { type: "message", message: "Hi [FirstName], I saw what [Company] builds.", delayAfterLastStep: 1 },
];
const fintech: PlayedCampaign = { name: "Fintech Q1", list: "Leads", active: true, linkedinSeatId: 7, steps };
const banks: PlayedCampaign = {
  ...{ name: "Banks", list: "Bankers", active: true, emailSeatIds: [21] },
  steps: [{ type: "email", subject: "News", message: "Hello [FirstName]" }],
};
const program = [fintech, banks];

type Prepare = (sandbox: Sandbox) => Promise<unknown>;

const options = { days: 12, contacts: 50 };
/** Run once for each set of lists. */
const known = new Map<string, Promise<Rehearsed>>();

/** Both programs with their common lists, as in a comparison. */
async function bothOf(before: readonly PlayedCampaign[], after: readonly PlayedCampaign[], prepare?: Prepare) {
  const names = [...before, ...after].map(({ list = "" }) => list);
  const shared = [...new Set(names)];
  const sharedLists = async () => shared;
  const key = JSON.stringify([before, shared]);
  const old = known.get(key) ?? rehearsed(before, options, { sharedLists });
  known.set(key, old);
  return [await old, await rehearsed(after, options, { sharedLists, ...(prepare && { prepare }) })] as const;
}

const against = { reference: "main", commit: "0123456789abcdef" };

async function effects(after: readonly PlayedCampaign[], before = program, prepare?: Prepare): Promise<string[]> {
  const [old, now] = await bothOf(before, after, prepare);
  const difference = differenceOf(old, now, against);
  expect(difference.same).toBe(difference.effects.length === 0);
  return difference.effects.map(({ code, text }) => `${code}: ${text}`);
}

const edited = (changes: Partial<PlayedCampaign>) => [{ ...fintech, ...changes }, banks];
const withSteps = (change: (all: object[]) => object[]) => edited({ steps: change([...steps]) });

describe("the difference of two rehearsals", () => {
  let same: readonly [Rehearsed, Rehearsed];
  beforeAll(async () => {
    same = await bothOf(program, program);
  });

  it("is empty for equal programs", () => {
    expect(differenceOf(...same, against)).toMatchObject({ same: true, effects: [], contacts: 50, against });
  });

  it("is a pure function of two rehearsals", () => {
    const copy = structuredClone(same);
    expect(differenceOf(...copy, against)).toEqual(differenceOf(...same, against));
    expect(copy).toEqual(same);
  });

  it("is empty for another order of independent campaigns", async () => {
    expect(await effects([banks, fintech])).toEqual([]);
  });
});

describe("the lists of two programs", () => {
  it("are put into one order, so that a list of both gets the same people", async () => {
    const agreement = new ListAgreement();
    const both = [agreement.first(["Leads", "Old"]), agreement.second(["New", "Leads"])];
    expect(await Promise.all(both)).toEqual([
      ["Leads", "Old", "New"],
      ["Leads", "Old", "New"],
    ]);
  });

  it("are not awaited if one of the programs fails", async () => {
    const agreement = new ListAgreement();
    const waiting = agreement.second(["Leads"]);
    agreement.abandon(new Error("the program failed"));
    await expect(waiting).rejects.toThrow("the program failed");
  });
});

describe("one edit has its effect and no other", () => {
  it.each<[string, readonly PlayedCampaign[]]>([
    [
      "a delay",
      withSteps(([visit = {}, invitation = {}, message = {}]) => [
        visit,
        invitation,
        { ...message, delayAfterLastStep: 3 },
      ]),
    ],
    ["an added step", withSteps((all) => [...all, { type: "likePosts", numberOfPosts: 1, delayAfterLastStep: 1 }])],
    ["a removed step", withSteps((all) => all.slice(1))],
    ["another list", edited({ list: "Others" })],
    ["another seat", edited({ linkedinSeatId: 8 })],
    ["no longer active", edited({ active: false })],
    [
      "a text only",
      withSteps(([visit = {}, invitation = {}]) => [
        visit,
        invitation,
        { type: "message", message: "Good morning, [FirstName].", delayAfterLastStep: 1 },
      ]),
    ],
    ["a renamed resource", edited({ resource: "fintech" })],
    ["another name in the service", edited({ name: "Fintech Q2", resource: "fintech-q1" })],
    [
      "a second campaign on the same list",
      [...program, { ...banks, name: "Second", list: "Leads", emailSeatIds: [22] }],
    ],
    ["a campaign less", [fintech]],
  ])("%s", async (_, after) => {
    expect(await effects(after)).toMatchSnapshot();
  });

  it("other limits of a seat", async () => {
    const found = await effects(program, program, async (sandbox) => {
      await sandbox.setLinkedinSeat({ seatId: 7, quotas: { invitations: 5 } });
    });
    expect(found).toMatchSnapshot();
  });

  it("the end of a campaign", async () => {
    const mails = (delay: number) => [
      fintech,
      {
        ...banks,
        steps: [...banks.steps, { type: "email", subject: "Again", message: "Once more", delayAfterLastStep: delay }],
      },
    ];
    const ends = async (before: number, after: number) =>
      (await effects(mails(after), mails(before))).filter((effect) => effect.startsWith("ends"));
    expect(await ends(2, 4)).toEqual(["ends: “Banks” ends on 6 March instead of 4 March."]);
    expect(await ends(2, 60)).toEqual(["ends: “Banks” does not end within 12 days; it ended on 4 March."]);
    expect(await ends(60, 2)).toEqual(["ends: “Banks” ends on 4 March; it did not end within 12 days."]);
  });

  it("active again", async () => {
    expect(await effects(program, edited({ active: false }))).toEqual([
      "declared-active: “Fintech Q1” is declared active: the update starts it.",
    ]);
  });
});

/** Sequences that no page and no terminal may interpret. */
const hostile = "</details><img src=x>\u001b[31m @team";

describe("the output of a difference", () => {
  const difference = async (after: readonly PlayedCampaign[]) => {
    const made = differenceOf(...(await bothOf(program, after)), { ...against, reference: `main${hostile}` });
    const [document] = (documents.rehearse ?? []).filter(({ name }) => name === "rehearsal-difference");
    expect(document === undefined ? ["no schema"] : schemaProblems(document, made)).toEqual([]);
    return made;
  };

  it("is a folded section of Markdown", async () => {
    const text = differenceMarkdown(await difference(edited({ name: `Fintech ${hostile}`, resource: "fintech-q1" })));
    expect(text).toMatch(/^<details>\n<summary>Rehearsal against main.*: 1 difference<\/summary>\n\n- /);
    expect(text).toMatch(/\n<\/details>$/);
    expect(text.match(/<[^>]*>/g)).toEqual(["<details>", "<summary>", "</summary>", "</details>"]);
    for (const part of ["\u001b", "@team"]) expect(text).not.toContain(part);
  });

  it("is a page with the calendars of both programs", async () => {
    const after = edited({ name: `Fintech ${hostile}`, linkedinSeatId: 8 });
    const [before, now] = await bothOf(program, after);
    const compared = { difference: await difference(after), before: before.rehearsal, after: now.rehearsal };
    const page = differencePage(compared);
    expect(page).not.toMatch(/<img src=x>|<script/);
    expect(page.match(/id="calendar-(?:before|after)"/g)).toEqual(['id="calendar-after"', 'id="calendar-before"']);
    expect(page).toContain("LinkedIn seat 7");
    expect(page).toContain("LinkedIn seat 8");
    const same = { difference: await difference(program), before: before.rehearsal, after: before.rehearsal };
    expect(differencePage(same)).toContain("The rehearsal is the same.");
  });

  it.each([undefined, 60])("is text in %s columns", async (columns) => {
    const { terminal, stdout } = recordedTerminal({ columns });
    printDifference(await difference(edited({ name: `Fintech ${hostile}`, resource: "fintech-q1" })), terminal);
    expect(stdout.text).toContain("1 difference\n - “Fintech </details>");
    expect(stdout.text).toContain("(seed 1)");
    expect(stdout.text).not.toContain("\u001b[31m");
  });

  it("says that nothing is different", async () => {
    const { terminal, stdout } = recordedTerminal();
    printDifference(await difference(program), terminal);
    expect(stdout.text).toContain("\nThe rehearsal is the same.\n");
    expect(differenceMarkdown(await difference(program))).toContain(": The rehearsal is the same.</summary>");
  });
});
