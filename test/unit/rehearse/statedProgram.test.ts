import { expect, it } from "vitest";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { statedProgram } from "../../../provider/src/rehearse/run/statedProgram";

const resource = (kind: string, name: string, id: string, inputs: object, more: object = {}) => ({
  urn: `urn:pulumi:prod::acme::pulumi-nodejs:dynamic/outreach:${kind}::${name}`,
  type: `pulumi-nodejs:dynamic/outreach:${kind}`,
  ...{ custom: true, id, inputs, ...more },
});
const state = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });

it("declares a state's resources, with references to its lists, and without secrets", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
  const other = resource("List", "leads", "13", { name: "Other" });
  const program = statedProgram(
    state(
      { urn: "urn:pulumi:prod::acme::pulumi:pulumi:Stack::acme-prod", type: "pulumi:pulumi:Stack" },
      resource("Campaign", "spring", "12", {
        name: "Spring",
        listIds: [11, 99],
        adopt: 12,
        steps: [{ message: secret }],
      }),
      resource("List", "leads", "11", { name: "`$evil`\u2028", __provider: "text" }),
      // A resource with a parent has the type of that before its own.
      { ...other, urn: other.urn.replace("::pulumi-nodejs", "::acme:Team$pulumi-nodejs") },
      resource("SourceAgent", "finder", "14", { name: "Finder", listId: "11" }),
      resource("Campaign", "old", "15", { name: "Old", listIds: [11] }, { delete: true }),
    ),
  );
  expect(program.split("\n")).toEqual([
    'const outreach = require("pulumi-outreach");',
    'const resource0 = new outreach.List("leads", { "name": "`$evil`\\u2028" });',
    'const resource1 = new outreach.List("leads-2", { "name": "Other" });',
    'const resource2 = new outreach.SourceAgent("finder", { "name": "Finder", "listId": resource0.id });',
    'const resource3 = new outreach.Campaign("spring", { "name": "Spring", "listIds": [resource0.id, 99], "steps": [{"message":"rehearsal-placeholder"}] });',
    "",
  ]);
});

it("is empty for an empty state, and refuses an invalid one", () => {
  expect(statedProgram(JSON.stringify({ deployment: {} }))).toBe('const outreach = require("pulumi-outreach");\n\n');
  expect(() => statedProgram("no JSON")).toThrow(Refusal);
});
