import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Campaign, List, step } from "../../../provider/src/index";
import { inputsOf, mockEngine, registered } from "./mockedEngine";

const said: string[] = [];

const campaignType = "pulumi-nodejs:dynamic/outreach:Campaign";
const urn = (name: string) => `urn:pulumi:stack::fintech::${campaignType}::${name}`;

/** A campaign that runs on list 12, and that a service with only the specification's operations does not show. */
const running = {
  type: campaignType,
  outputs: {
    name: "Q1",
    active: true,
    listIds: [12],
    recorded: JSON.stringify({
      ...{ version: 1, origin: "https://api.example.com", actingUserId: "101", unseen: true },
      ...{ declared: ["name", "active", "listIds"], id: "7", urn: urn("q1") },
    }),
  },
};

beforeEach(async () => {
  said.length = 0;
  pulumi.runtime.setAllConfig({});
  vi.spyOn(pulumi.log, "error").mockImplementation(async (text) => void said.push(text));
  await mockEngine({ idOf: () => "13", call: () => ({ outputs: { [urn("q1")]: running } }), organization: "acme" });
});

// Later files share the SDK.
afterAll(() => pulumi.runtime.setAllConfig({}));

const args = { name: "Q2", listIds: [12], linkedinSeatId: 7, steps: [step.message({ message: "Hi." })] };

/** Its own transformation, or one of a component around it, as those of the stack are. */
type Where = (change: object) => pulumi.CustomResourceOptions;

const places: readonly [string, Where][] = [
  ["its own transformation", (change) => ({ transformations: [setting(change)] })],
  ["a transformation of its parent", (change) => ({ parent: team(setting(change)) })],
];

const team = (transformation: pulumi.ResourceTransformation) =>
  new pulumi.ComponentResource("acme:Team", "team", {}, { transformations: [transformation] });

function setting(change: object): pulumi.ResourceTransformation {
  return ({ type, props, opts }) => (type.includes("outreach") ? { props: { ...props, ...change }, opts } : undefined);
}

describe.each(places)("an argument that %s sets", (_, where) => {
  it("counts for the state's data about other campaigns", async () => {
    const still = new Campaign("still", args, where({}));
    // The state's running campaign does not matter to one that does not start, because the service does not show it.
    expect(JSON.parse(String((await inputsOf(still, "still")).__state)).stated).toEqual([]);
    const starts = new Campaign("starts", args, where({ active: true }));
    const { __state, active } = await inputsOf(starts, "starts");
    expect(active).toBe(true);
    expect(JSON.parse(String(__state)).stated).toMatchObject([
      { urn: urn("q1"), id: "7", targets: [12], is: "running" },
    ]);
  });

  it("is passed as a secret", async () => {
    const campaign = new Campaign("secret", args, where({ name: pulumi.secret("Q2") }));
    expect((await inputsOf(campaign, "secret")).__secret).toEqual(["name"]);
  });

  it("determines which problems the program reports", async () => {
    const broken = await inputsOf(new List("broken", { name: "Leads" }, where({ name: "" })), "broken");
    const line = "name: is empty: it must contain at least one character that is not whitespace";
    expect(broken.__problems).toEqual([line]);
    const mended = new Campaign("mended", { ...args, name: "" }, where({ name: "Q2" }));
    expect(await inputsOf(mended, "mended")).not.toHaveProperty("__problems");
    expect(said).toEqual([`1 problem in list "broken":\n  ${line}`]);
  });
});

describe("the class's additions for the provider", () => {
  it("are not inherited by child resources, and hidden from transformations", async () => {
    const seen: string[] = [];
    const leads = new List("leads", { name: pulumi.secret("Leads") });
    const campaign = new Campaign("child", args, {
      parent: leads,
      transformations: [({ props }) => void seen.push(...Object.keys(props))],
    });
    const { name, __provider, __secret } = await inputsOf(campaign, "child");
    expect([name, __secret]).toEqual(["Q2", undefined]);
    expect(__provider).toContain('require("pulumi-outreach/runtime").Campaign');
    expect((await inputsOf(leads, "leads")).__secret).toEqual(["name"]);
    expect(seen.filter((key) => key.startsWith("__"))).toEqual([]);
  });
});

describe("options that a transformation sets", () => {
  const options =
    (more: object): pulumi.ResourceTransformation =>
    ({ type, props, opts }) =>
      type.includes("outreach") ? { props, opts: { ...opts, ...more } } : undefined;
  const around = (more: object) => ({ parent: team(options(more)) });

  it("are refused like those in the program", () => {
    const first = around({ deleteBeforeReplace: false });
    expect(() => new Campaign("first", args, first)).toThrow(
      'campaign "first": deleteBeforeReplace: false would create the new campaign before the old one is checked',
    );
    const leads = new List("leads", { name: "Leads" });
    const dropped = around({ deletedWith: leads });
    expect(() => new Campaign("dropped", args, dropped)).toThrow(
      'campaign "dropped": with deletedWith the campaign would leave the state without its delete',
    );
    expect([registered.has("first"), registered.has("dropped")]).toEqual([false, false]);
  });
});
