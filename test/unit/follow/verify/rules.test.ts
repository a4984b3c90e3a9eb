import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  allRules,
  type CampaignFacts,
  ruleFor,
  rules,
  type SeatFacts,
} from "../../../../provider/src/follow/verify/rules";
import { repository } from "../../../support/project";

const fair: CampaignFacts = { isDeclared: true, isToRun: true, isActive: true, isGone: false, undeclaredSteps: 0 };
const busy: SeatFacts = { sent: 10, quota: { allowed: 10, got: 10 }, hasWaiting: true };
const before = { count: 10, of: 100 };

describe("what counts as a deviation", () => {
  it.each<[string | undefined, string, Partial<CampaignFacts>]>([
    [undefined, "a declared campaign that runs", {}],
    [undefined, "one that the program leaves to the app, and that is off", { isToRun: false, isActive: false }],
    [undefined, "one for which the service does not show whether it runs", { isActive: undefined }],
    [
      undefined,
      "one that is not declared, is off and has sent nothing",
      { isDeclared: false, isToRun: false, isActive: false },
    ],
    [undefined, "an undeclared one with an unknown status", { isDeclared: false, isToRun: false, isActive: undefined }],
    [undefined, "one that is gone, and was not to run", { isToRun: false, isActive: undefined, isGone: true }],
    ["undeclared-campaign", "one that is not declared and runs", { isDeclared: false, isToRun: false }],
    ["undeclared-campaign", "the same after it has sent", { isDeclared: false, isToRun: false, undeclaredSteps: 3 }],
    [
      "undeclared-step",
      "one that is not declared, is off and has sent",
      { isDeclared: false, isToRun: false, isActive: false, undeclaredSteps: 1 },
    ],
    ["undeclared-step", "a declared one that has sent something else", { undeclaredSteps: 1 }],
    ["not-running", "one that is to run and is off", { isActive: false }],
    ["not-running", "one that is to run and is gone", { isActive: undefined, isGone: true }],
  ])("for a campaign: %s for %s", (code, _, facts) => {
    expect(ruleFor(rules.campaign, { ...fair, ...facts })?.code).toBe(code);
  });

  it.each<[string | undefined, string, Partial<SeatFacts>]>([
    [undefined, "a seat that has used its quota", {}],
    [
      undefined,
      "one that sent nothing, and nobody waited",
      { sent: 0, quota: { allowed: 10, got: 0 }, hasWaiting: false },
    ],
    [undefined, "one that sent less, and nobody waited", { quota: { allowed: 10, got: 9 }, hasWaiting: false }],
    [undefined, "one whose quota is not known", { quota: undefined }],
    ["stopped-seat", "one that sent nothing although people waited", { sent: 0, quota: { allowed: 10, got: 0 } }],
    ["stopped-seat", "the same without a known quota", { sent: 0, quota: undefined }],
    ["under-quota", "one that sent one less although people waited", { quota: { allowed: 10, got: 9 } }],
  ])("for a seat's day: %s for %s", (code, _, facts) => {
    expect(ruleFor(rules.seat, { ...busy, ...facts })?.code).toBe(code);
  });

  it.each<[string | undefined, string, { count: number; of: number }, { count: number; of: number }]>([
    [undefined, "the share before", { count: 4, of: 40 }, before],
    [undefined, "four people, whatever their share", { count: 4, of: 4 }, before],
    [undefined, "a share that nineteen earlier people cannot confirm", { count: 10, of: 10 }, { count: 0, of: 19 }],
    [undefined, "less than twice the share", { count: 190, of: 1000 }, { count: 100, of: 1000 }],
    [undefined, "twice the share of few, which chance makes", { count: 6, of: 20 }, before],
    ["skipped-share", "half of those who came in", { count: 20, of: 40 }, before],
    ["skipped-share", "some if nobody was skipped before", { count: 8, of: 40 }, { count: 0, of: 200 }],
  ])("for a step: %s for %s", (code, _, since, earlier) => {
    expect(ruleFor(rules.step, { step: 1, since, before: earlier, reasons: [] })?.code).toBe(code);
  });

  it("is in the guide, row by row", () => {
    const guide = readFileSync(join(repository, "docs", "verifying.md"), "utf8");
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \| (.*) \| (.*) \|$/gm)].map((row) => row.slice(1, 4));
    expect(rows).toEqual(allRules.map(({ code, what, reason }) => [code, what, reason]));
  });
});
