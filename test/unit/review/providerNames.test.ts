import { describe, expect, it } from "vitest";
import { explicitSetting } from "../../../provider/src/host/settings";
import { previewOf, type Told, urnOf } from "../../support/review/previews";
import { codesIn, on, review } from "../../support/review/reviewing";

const type = "pulumi:providers:pulumi-nodejs";
type Inputs = Readonly<Record<string, unknown>>;

/**
 * A preview of a campaign that starts, and of its provider, which has the second inputs after the change.
 *
 * @param isShown false if the preview omits unchanged resources, `never` if it omits only this provider
 */
function plan(name: string, before: Inputs, after: Inputs = before, isShown: boolean | "never" = true): string {
  const create: Told = { op: "create", name: "q1", after: on };
  const raw = JSON.parse(previewOf([create], [], isShown === false ? 3 : undefined));
  const urn = urnOf(type, name);
  raw.steps[1].newState.provider = `${urn}::id`;
  const op = before === after ? "same" : "update";
  if (isShown === true) {
    raw.steps.push({ op, urn, oldState: { urn, type, inputs: before }, newState: { urn, type, inputs: after } });
  }
  return JSON.stringify(raw);
}
const acting = (user: string) => ({ "outreach:impersonateUserId": user, [explicitSetting]: "impersonateUserId" });

describe("one of the program's providers whose name begins like the engine's own", () => {
  it.each(["default-alice", "defaults", "default_alice", "default"])("is reviewed like any other: %s", (name) => {
    expect(codesIn(plan(name, acting("101"), acting("102")))).toEqual(["danger other-member", "danger starts-sending"]);
    const [one, other] = ["101", "102"].map((user) => review(plan(name, acting(user))));
    expect(one?.findings[0]?.text).toMatch(/ acts for user 101\.$/);
    expect(one?.fingerprint).not.toBe(other?.fingerprint);
  });

  it("is the program's, if only the end of its name is like the engine's", () => {
    for (const name of ["alice::default", "alice::default_1_0_0"]) {
      const mapped = { __internal: { envVarMappings: { JOB_MINUTES: "OUTREACH_IMPERSONATE_USER_ID" } } };
      expect(codesIn(plan(name, {}, mapped))).toEqual(["danger not-understood", "danger starts-sending"]);
      expect(review(plan(name, mapped)).fingerprint).not.toBe(review(plan("default", {})).fingerprint);
      expect(codesIn(plan(name, {}, {}, "never"))).toContain("danger hidden-member");
    }
  });

  it("is the program's, if it has a parent, whatever its name", () => {
    for (const name of ["default", "default_1_0_0"]) {
      const given = JSON.parse(plan(name, {}, {}, "never"));
      const { newState } = given.steps[1];
      newState.provider = newState.provider.replace("::pulumi:providers:", "::my:Team$pulumi:providers:");
      expect(codesIn(JSON.stringify(given))).toEqual(["danger hidden-member", "danger starts-sending"]);
    }
  });

  // The CLI prints none of them, also with --show-sames.
  it.each(["default-alice", "defaults", "default_alice", "default_1_0_0", "default_3_259_0"])(
    "is reported as missing if the preview omits it, whatever else it shows: %s",
    (name) => {
      expect(codesIn(plan(name, acting("101"), acting("101"), false))).toContain("danger hidden-member");
      const given = review(plan(name, acting("101"), acting("101"), "never"));
      expect(given.findings.map(({ code, uncovered }) => [code, uncovered])).toEqual([
        ["hidden-member", true],
        ["starts-sending", undefined],
      ]);
      expect(given.findings[0]?.text).toContain("Give it another name");
      expect(given.fingerprint).not.toBe(review(plan("default", {}, {}, "never")).fingerprint);
    },
  );

  it.each<[string, Inputs]>([
    ["default", {}],
    ["default_3_259_0", { version: "3.259.0" }],
  ])("is not the program's, if the engine has created it: %s", (name, inputs) => {
    expect(codesIn(plan(name, inputs))).toEqual(["danger starts-sending"]);
    expect(codesIn(plan(name, inputs, { ...inputs, version: "3.260.0" }))).toEqual(["danger starts-sending"]);
    expect(review(plan(name, inputs)).fingerprint).toBe(review(plan("default", {})).fingerprint);
  });

  it("is not the program's, if it has a name that only the engine can give", () => {
    expect(codesIn(plan("default", {}, {}, false))).toEqual(["danger starts-sending"]);
    expect(codesIn(plan("default", {}, {}, "never"))).toEqual(["danger starts-sending"]);
  });
});
