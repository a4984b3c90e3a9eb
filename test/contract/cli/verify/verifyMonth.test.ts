import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { verifyShape } from "../../../../provider/src/follow/verify/model";
import { isLong } from "../../../support/long";
import { stubPulumiExport } from "../../../support/promised";
import { send, stageOf, startTime } from "../../../support/runningAccount";
import { addPeople, type FairAccount, fairAccount } from "./fairMonth";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000 }));
beforeEach(() => void vi.stubEnv("OUTREACH_REQUESTS_PER_MINUTE", "100000"));

const read = async (...words: string[]) => {
  const { code, stdout, stderr } = await stage().run(["verify", "--json", ...words]);
  if (stdout === "") throw new Error(stderr);
  return { code, verified: verifyShape.parse(JSON.parse(stdout)) };
};

describe("a fair month of the local service", () => {
  it.each(isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1])(
    "has no deviation, with seed %i",
    async (number) => {
      const { sandbox } = stage();
      await sandbox.configure({ seed: number });
      const exports = stubPulumiExport();
      const account = await fairAccount(sandbox);
      exports(account.state());
      let [sent, skipped, answered, waited] = [0, 0, 0, 0];
      for (let day = 1; day <= 30; day++) {
        // A list is imported, and a campaign is added to the program and launched.
        if (day === 11) await addPeople(sandbox, account.lists.letters ?? 0, "import", 60);
        if (day === 16) await addCampaign(account);
        exports(account.state());
        await sandbox.advance({ days: 1 });
        const { code, verified } = await read();
        expect([day, code, verified.deviations, verified.warnings]).toEqual([day, 0, [], []]);
        const steps = verified.campaigns.flatMap((each) => each.steps ?? []);
        sent += steps.reduce((sum, step) => sum + step.sent, 0);
        skipped += steps.reduce((sum, step) => sum + step.skipped, 0);
        answered += verified.replies.people;
        waited += verified.seats.filter((seat) => seat.days.some(({ waiting }) => waiting > 0)).length;
      }
      // It is a month in which the rules have something to judge.
      expect(sent).toBeGreaterThan(800);
      expect(skipped).toBeGreaterThan(40);
      expect(answered).toBeGreaterThan(30);
      expect(waited).toBeGreaterThan(40);
      expect((await read("--since", "4w")).verified.deviations).toEqual([]);
    },
    120_000,
  );

  const addCampaign = async ({ campaigns, lists }: FairAccount) => {
    const listId = lists.likes ?? 0;
    const { id: second } = await send(stage().sandbox, "POST", "/v1/list", { name: "Second leads" });
    await addPeople(stage().sandbox, second, "second", 50);
    const inputs = { ...campaigns[0]?.inputs, name: "Second", listIds: [second, listId].slice(0, 1) };
    const { id } = await send(stage().sandbox, "POST", "/v1/campaign", inputs);
    campaigns.push({ resource: "second", id, inputs });
  };
});

describe("what was planted is found within a simulated day", () => {
  it.each<[string, string, (account: FairAccount) => Promise<void>]>([
    [
      "undeclared-campaign",
      "a campaign that somebody launched in the app",
      async ({ campaigns, lists }) => {
        const inputs = { ...campaigns[0]?.inputs, name: "Private", listIds: [lists.likes] };
        await send(stage().sandbox, "POST", "/v1/campaign", inputs);
      },
    ],
    [
      "undeclared-step",
      "a campaign that was launched in the app and is off again",
      async ({ campaigns, lists }) => {
        const { sandbox } = stage();
        const inputs = { ...campaigns[3]?.inputs, name: "Private", listIds: [lists.slow], emailSeatIds: [22] };
        const { id } = await send(sandbox, "POST", "/v1/campaign", inputs);
        await sandbox.advance({ hours: 5 });
        await sandbox.setActive({ campaignId: id, active: false });
      },
    ],
    [
      "not-running",
      "a campaign that was switched off",
      async (account) => void (await stage().sandbox.setActive({ campaignId: account.idOf("invites"), active: false })),
    ],
    [
      "stopped-seat",
      "a LinkedIn seat that lost its connection",
      async () => {
        const quotas = { invitations: 0, messages: 0, profileVisits: 0, likes: 0 };
        await stage().sandbox.setLinkedinSeat({ seatId: 8, quotas });
      },
    ],
    [
      "stopped-seat",
      "an e-mail seat that lost its connection",
      async () => void (await stage().sandbox.setEmailSeat({ seatId: 23, dailyQuota: 0 })),
    ],
    [
      "under-quota",
      "a LinkedIn seat that sends a half",
      async () => {
        const quotas = { invitations: 3, messages: 4, profileVisits: 5, likes: 4 };
        await stage().sandbox.setLinkedinSeat({ seatId: 7, quotas });
      },
    ],
    [
      "under-quota",
      "an e-mail seat that sends less than its quota",
      async () => {
        await stage().sandbox.setEmailSeat({ seatId: 23, dailyQuota: 4 });
        await stage().sandbox.fault({
          ...{ kind: "alter", method: "GET", path: "/v1/email-seat", count: 9 },
          set: { dailyQuota: 12 },
        });
      },
    ],
    [
      "skipped-share",
      "a list of people without addresses",
      async ({ lists }) => {
        const contacts = Array.from({ length: 120 }, (_, number) => ({
          ...{ listId: lists.letters ?? 0, firstName: "Bo", lastName: `Poor ${number}` },
        }));
        await stage().sandbox.addContacts({ userId: 101, contacts });
      },
    ],
  ])("%s: %s", async (code, _, plant) => {
    const { sandbox } = stage();
    const exports = stubPulumiExport();
    const account = await fairAccount(sandbox);
    exports(account.state());
    // Half an hour after midnight, a fortnight later.
    await sandbox.advance({ days: 8, hours: 16, minutes: 30 });
    expect((await read()).verified.deviations).toEqual([]);
    await plant(account);
    const hours = (Date.parse("2027-03-11T00:30:00Z") - Date.parse((await sandbox.state()).now)) / 3_600_000;
    await sandbox.advance({ minutes: Math.round(hours * 60) });
    const found = await read();
    expect([found.code, found.verified.deviations.map((each) => each.code)]).toEqual([3, [code]]);
    expect(found.verified.deviations[0]?.text).toMatchSnapshot();
  });
});
