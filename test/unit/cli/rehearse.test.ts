import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { printRehearsal } from "../../../provider/src/cli/rehearse/print";
import type { Rehearsal } from "../../../provider/src/rehearse/model";
import { commandLine, recordedTerminal } from "../../support/commandLine";

describe("the command line of a rehearsal", () => {
  it.each([
    [["--days", "0"], "--days <number> takes a whole number from 1 to 365"],
    [["--days", "1e2"], "--days <number> takes a whole number from 1 to 365"],
    [["--days", "366"], "--days <number> takes a whole number from 1 to 365"],
    [["--contacts", "many"], "--contacts <number> takes a whole number from 1 to 20000"],
    [["--contacts", "-5"], "--contacts <number> takes a whole number from 1 to 20000"],
    [["--answer-rate", "20%"], "--answer-rate <share> takes a share from 0 to 1, such as 0.2"],
    [["--incomplete", "1.5"], "--incomplete <share> takes a share from 0 to 1, such as 0.2"],
    [["--arrive-over", "10", "--days", "5"], "--arrive-over <days> takes no more than the days to play"],
    [["--html", ""], "--html <file> takes the name of a file"],
    [["--against", ""], "--against <ref> takes a branch, a tag or a commit"],
    [["--against", "main", "--against-state"], "--against-state and --against exclude each other"],
    [["--markdown"], "--markdown needs --against or --against-state: a whole rehearsal is text, JSON or a page"],
    [["--day", "5"], "there is no option --day; did you mean --days?"],
  ])("refuses %j", async (words, message) => {
    const { code, stdout, stderr } = await commandLine(["rehearse", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

/** Sequences that no terminal may interpret. */
const hostile = "\u001b[31mred\u202e\u0007";

const rehearsal: Rehearsal = {
  ...{ version: 1, project: "team", stack: "prod", days: 2, contacts: 3, seed: 1 },
  calendar: [
    {
      ...{ day: 1, date: "2026-03-02", answers: 0 },
      seats: [
        {
          ...{ seat: 7, kind: "linkedin", campaigns: [] },
          counts: { invitations: 3, messages: 0, emails: 0, profileVisits: 0, likes: 0 },
        },
      ],
    },
    { day: 2, date: "2026-03-03", answers: 0, seats: [] },
  ],
  seats: [],
  campaigns: [
    {
      ...{ key: "one", urn: "urn", name: `First ${hostile}`, declaredActive: false, lists: ["Leads"], linkedinSeat: 7 },
      ...{ emailSeats: [], people: { all: 3, finished: 0, answered: 0, leftOut: 1, running: 2, waiting: 0 } },
      sent: { invitations: 3, messages: 0, emails: 0, profileVisits: 0, likes: 0 },
      steps: [
        {
          ...{ number: 1, type: "message", label: "Message", sent: 3, firstDay: 1, lastDay: 1, writtenBy: "program" },
          texts: [{ field: "message", text: `Hi ${hostile}\nsecond line` }],
          emptyVariables: [{ variable: "Company", field: "message", contacts: 1, example: `Hi ${hostile}` }],
        },
      ],
      leftOut: [{ status: "connected", reason: "a first-degree connection", contacts: 1 }],
    },
  ],
  competitions: [],
  assumptions: ["Everything is assumed."],
  warnings: [`a warning ${hostile}`],
};

describe.each([undefined, 60, 120])("a rehearsal in %s columns", (columns) => {
  const { terminal, stdout } = recordedTerminal({ columns });
  printRehearsal(rehearsal, terminal);

  it("shows days, campaigns, texts and assumptions, and no terminal sequences", () => {
    for (const part of ["2026-03-02", "LinkedIn seat 7", "not within 2 days", "1 contact has no [Company]"]) {
      expect(stdout.text).toContain(part);
    }
    expect(stdout.text).toContain("Nothing is sent after day 1.");
    expect(stdout.text).toContain("Everything is assumed.");
    for (const sign of ["\u0007", "\u202e", "\u001b[31m"]) expect(stdout.text).not.toContain(sign);
  });

  it("fits", () => {
    const lines = stripVTControlCharacters(stdout.text).split("\n");
    if (columns !== undefined && columns > 100) {
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
    expect(lines.some((line) => line.startsWith(" - Everything"))).toBe(true);
  });
});
