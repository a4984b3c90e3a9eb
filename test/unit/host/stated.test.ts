import * as pulumi from "@pulumi/pulumi";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { List, Provider } from "../../../provider/src/index";
import { fromStateHint } from "../../../provider/src/lifecycle/stateHint";
import { inputsOf, mockEngine, registered } from "./mockedEngine";

const urn = (type: string, name: string) => `urn:pulumi:stack::fintech::${type}::${name}`;
const providerType = "pulumi:providers:pulumi-nodejs";
const listType = "pulumi-nodejs:dynamic/outreach:List";
const owner = { origin: "https://api.example.com", actingUserId: "101", actor: "0a1b2c3d" };
const recorded = JSON.stringify({ version: 1, ...owner, declared: ["name"] });

// Later files share the SDK.
afterAll(() => pulumi.runtime.setAllConfig({}));

const stateIn = (inputs: Record<string, unknown> | undefined) => fromStateHint(inputs?.__state);

/** The registration of the new list, and how often the state was requested from the engine. */
async function ownersOf(providers: readonly string[], make: () => List, fails = false) {
  const asked: string[] = [];
  pulumi.runtime.setAllConfig({});
  const call = ({ token }: pulumi.runtime.MockCallArgs) => {
    asked.push(token);
    if (fails) throw new Error("no state");
    const held = providers.map((name) => {
      const [, parent = "", own = ""] = /^(?:(.*)\$)?(.*)$/.exec(name) ?? [];
      const type = parent === "" ? providerType : `${parent}$${providerType}`;
      return [urn(type, own), { type: providerType, outputs: {} }];
    });
    const lists = ["a", "b"].map((name) => [urn(listType, name), { type: listType, outputs: { recorded } }]);
    return { outputs: Object.fromEntries([...held, ...lists]) };
  };
  await mockEngine({ call, organization: "acme" });
  const made = [make(), new List("last", { name: "Last" })];
  for (const each of made) await new Promise((resolve) => each.urn.apply(resolve));
  return { owners: stateIn(registered.get("new")).owners, asked };
}

describe("the state's objects with a new resource's name, as passed by the class", () => {
  const listUrn = (name: string) => urn(listType, name);
  const unseen = (id: string) => JSON.stringify({ version: 1, ...owner, declared: ["name"], unseen: true, id });
  const hidden = { urn: listUrn("hidden"), id: "7", ...owner };
  const held = {
    [listUrn("hidden")]: { type: listType, outputs: { name: "Leads", recorded: unseen("7") } },
    [listUrn("other")]: { type: listType, outputs: { name: "Others", recorded: unseen("8") } },
    // The service shows this one, so the update checks the account.
    [listUrn("shown")]: { type: listType, outputs: { name: "Leads", recorded } },
  };

  it.each<[string, string, pulumi.Input<string>, unknown]>([
    ["includes objects that the service does not show", "new", "Leads", [hidden]],
    ["is found under a late name", "new", pulumi.output(" Leads"), [hidden]],
    ["is nothing under another name", "new", "Leads 2", undefined],
    ["is empty for a resource in the state", "hidden", "Leads", undefined],
  ])("%s", async (_, resource, name, expected) => {
    pulumi.runtime.setAllConfig({});
    await mockEngine({ call: () => ({ outputs: held }), organization: "acme" });
    expect(stateIn(await inputsOf(new List(resource, { name }), resource)).namesakes).toEqual(expected);
  });
});

it("the creates without a response that may have made a resource's object are passed by the class, as secrets", async () => {
  pulumi.runtime.setAllConfig({});
  const pending = { since: "2026-01-01T00:00:00.000Z" };
  const lost = { name: "Leads", recorded: JSON.stringify({ version: 1, ...owner, declared: ["name"], pending }) };
  const held = { [urn(listType, "lost")]: { type: listType, outputs: lost } };
  await mockEngine({ call: () => ({ outputs: held }), organization: "acme" });
  const inputs = await inputsOf(new List("new", { name: "Leads" }), "new");
  const secret = z.object({ "4dabf18193072939515e22adb298388d": z.string(), value: z.string() });
  const { value } = secret.parse(inputs?.__state);
  expect(stateIn({ __state: value }).lost).toEqual([{ urn: urn(listType, "lost"), outputs: lost }]);
});

describe("the owners of the state's objects, as the class passes them to a new resource", () => {
  const plain = () => new List("new", { name: "New" });
  const under = (name: string) => () => new List("new", { name: "New" }, { provider: new Provider(name) });
  const toAlice: pulumi.ResourceTransformation = ({ props, opts }) => ({
    ...{ props, opts: { ...opts, provider: new Provider("alice") } },
  });
  const transformed = () => new List("new", { name: "New" }, { transformations: [toAlice] });

  it.each<[string, readonly string[], () => List]>([
    ["the default provider", ["default"], plain],
    ["the default provider of a version", ["default_3_248_0"], plain],
    ["the one explicit provider", ["alice"], under("alice")],
  ])("are those under %s, with one request to the engine", async (_, providers, make) => {
    const asked = ["pulumi:pulumi:readStackResourceOutputs"];
    expect(await ownersOf(providers, make)).toEqual({ owners: [owner], asked });
  });

  it.each<[string, readonly string[], () => List]>([
    ["of another provider", ["alice"], under("bruno")],
    ["of an explicit provider", ["alice"], plain],
    ["of the default provider", ["default"], under("alice")],
    ["of the default provider, if a transformation sets another one", ["default"], transformed],
    ["of several providers", ["alice", "bruno"], under("alice")],
    ["of several providers, with the default one", ["default", "alice"], plain],
    ["of an explicit provider whose name ends as that of the default one", ["alice::default"], plain],
    ["of an explicit provider of the name of the default one, with a parent", ["my:Team$default"], plain],
    ["of providers that are missing in the response", [], plain],
  ])("are unknown if the state contains those %s", async (_, providers, make) => {
    expect((await ownersOf(providers, make)).owners).toBeUndefined();
  });

  it("are unknown if the engine does not respond", async () => {
    expect((await ownersOf(["default"], plain, true)).owners).toBeUndefined();
  });
});
