import { describe, expect, it } from "vitest";
import {
  agentValues,
  campaignValues,
  newAgent,
  newList,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { campaign, codes, codesIn, on, review } from "../../support/review/reviewing";

const made = (more: Record<string, unknown>, rest: Partial<Told> = {}) =>
  campaign({ op: "create", after: campaignValues(more), ...rest });

describe("hidden lists, seats and members", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a secret list", { listIds: [secret] }],
    ["secret lists", { listIds: secret }],
    ["a list that is known later, of no resource of the program", { listIds: [5, unknown] }],
    ["a secret seat", { linkedinSeatId: secret }],
    ["a seat that is known later", { linkedinSeatId: unknown }],
    ["a secret e-mail seat", { emailSeatIds: [3, secret] }],
  ])("of a campaign are a danger if it sends: %s", (_, more) => {
    expect(codes([made({ ...more, active: true })])).toEqual(["danger starts-sending", "danger hidden-reach"]);
    expect(codes([made(more)])).toEqual(["notice hidden-reach"]);
  });

  it("say what to do", () => {
    const { findings } = review(previewOf([made({ listIds: [secret], linkedinSeatId: secret })]));
    expect(findings.map(({ text, path }) => [path, text])).toEqual([
      [
        "listIds",
        "Campaign “Fintech Q1”: listIds and linkedinSeatId cannot be shown here (secret, or known only after the update), so this review cannot tell whom it reaches, or from which seat. Make it plain.",
      ],
    ]);
  });

  it("are known if the program creates the list", () => {
    const list = newList();
    const dependencies = { listIds: [urnOf(ofKind("List"), "fintech")] };
    const starts = made({ listIds: [unknown], active: true }, { dependencies });
    expect(codes([list, starts])).toEqual(["danger starts-sending"]);
  });

  it("of an agent are a danger unless it is paused", () => {
    const agent = (more: Record<string, unknown>) => newAgent({ after: agentValues({ listId: secret, ...more }) });
    expect(codes([agent({})])).toEqual(["danger hidden-reach"]);
    expect(codes([agent({ paused: true })])).toEqual(["notice hidden-reach"]);
  });

  it("of a provider are a danger: any member would match", () => {
    const urn = "urn:pulumi:test::outreach-test::pulumi:providers:pulumi-nodejs::alice";
    const type = "pulumi:providers:pulumi-nodejs";
    const plan = (op: string, before: unknown, after: unknown) => {
      const raw = JSON.parse(previewOf([]));
      const side = (user: unknown) => ({ urn, type, inputs: { "outreach:impersonateUserId": user } });
      const sides = before === undefined ? {} : { oldState: side(before) };
      raw.steps.push({ op, urn, ...sides, newState: side(after) });
      return JSON.stringify(raw);
    };
    expect(codesIn(plan("create", undefined, secret))).toEqual(["danger hidden-member"]);
    expect(codesIn(plan("create", undefined, "101"))).toEqual([]);
    expect(codesIn(plan("update", secret, secret))).toEqual(["danger hidden-member"]);
    expect(codesIn(plan("update", "101", secret))).toEqual(["danger hidden-member"]);
    expect(codesIn(plan("update", "101", "102"))).toEqual(["danger other-member"]);
  });

  it("in the stack's config are reported", () => {
    const withConfig = (config: Record<string, string>) =>
      JSON.stringify({ ...JSON.parse(previewOf([campaign({ op: "create", after: on })])), config });
    expect(codesIn(withConfig({ "outreach:impersonateUserId": "[secret]" }))).toEqual([
      "danger starts-sending",
      "notice hidden-member",
    ]);
    expect(codesIn(withConfig({ "outreach:impersonateUserId": "101" }))).toEqual(["danger starts-sending"]);
  });
});
