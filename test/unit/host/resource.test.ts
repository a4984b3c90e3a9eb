import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Campaign, List, Provider, type ProviderArgs, step } from "../../../provider/src/index";

/** What the engine was handed, by the name of the resource. */
const registered = new Map<string, Record<string, unknown>>();
const said: string[] = [];

beforeEach(async () => {
  registered.clear();
  said.length = 0;
  pulumi.runtime.setAllConfig({});
  for (const severity of ["warn", "error"] as const) {
    vi.spyOn(pulumi.log, severity).mockImplementation(async (text) => void said.push(`${severity}: ${text}`));
  }
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => {
        registered.set(name, inputs);
        return { id: "12", state: inputs };
      },
      call: () => ({}),
    },
    "fintech",
    `stack-${Math.random()}`,
  );
});

const args = { name: "Q1", listIds: [12], linkedinSeatId: 7, steps: [step.message({ message: "Hi." })] };

async function inputsOf(resource: pulumi.CustomResource, name: string): Promise<Record<string, unknown>> {
  await new Promise((resolve) => pulumi.output(resource.urn).apply(resolve));
  return registered.get(name) ?? {};
}

describe("the problems of a resource", () => {
  it("are said once by the program, and check is told which", async () => {
    const campaign = new Campaign("bad", { ...args, name: "" });
    const { __problems } = await inputsOf(campaign, "bad");
    const line = "name: is empty: it must hold at least one character that is not blank";
    expect(said).toEqual([`error: 1 problem in campaign "bad":\n  ${line}`]);
    expect(__problems).toEqual([line]);
  });

  it("leave nothing behind where there are none", async () => {
    const campaign = new Campaign("good", args);
    expect(Object.keys(await inputsOf(campaign, "good")).filter((key) => key.startsWith("__"))).toEqual([
      "__provider",
      "__urn",
    ]);
    expect(said).toEqual([]);
  });

  it("are none where the stack's config or a provider of the program acknowledges them", async () => {
    const steps = [step.message({ message: "Hi [FristName]." })];
    pulumi.runtime.setAllConfig({ "outreach:acknowledge": "as-is:steps[0].message" });
    expect(await inputsOf(new Campaign("meant", { ...args, steps }), "meant")).not.toHaveProperty("__problems");

    pulumi.runtime.setAllConfig({});
    const provider = new Provider("alice", { acknowledge: ["as-is:steps[0].message"] });
    const hers = new Campaign("hers", { ...args, steps }, { provider });
    expect(await inputsOf(hers, "hers")).not.toHaveProperty("__problems");
    expect(said).toEqual([]);
  });
});

describe("a resource in the arguments", () => {
  it("reaches check as a mark, however late it is known", async () => {
    const leads = new List("leads", { name: "Leads" });
    for (const [index, listIds] of [
      pulumi.output([leads]),
      [Promise.resolve(leads)],
      pulumi.output(3).apply(() => [leads]),
    ].entries()) {
      // What a program in JavaScript may write.
      const wrong = Object.assign({ ...args }, { listIds });
      const inputs = await inputsOf(new Campaign(`late${index}`, wrong), `late${index}`);
      expect(inputs.listIds).toEqual(["[object Resource]"]);
    }
    expect(said).toEqual([]);
  });

  it("leaves every other value as it is", async () => {
    const leads = new List("leads", { name: "Leads" });
    const late = new Campaign("late", {
      ...args,
      listIds: [leads.id, pulumi.output(13)],
      steps: pulumi.output([step.message({ message: pulumi.secret("Hi.") })]),
    });
    const inputs = await inputsOf(late, "late");
    expect(inputs.listIds).toEqual(["12", 13]);
    expect(JSON.stringify(inputs.steps)).toContain("Hi.");
  });
});

describe("the name of a resource", () => {
  it("is a text that is known", () => {
    const late = pulumi.output("12");
    expect(() => new List(`leads-${late}`, { name: "Leads" })).toThrow(
      "the name of a list in the program contains the placeholder text",
    );
  });
});

describe("the options of other kinds of resource", () => {
  it.each(["import", "id"])("%s is refused, and adopt named", (option) => {
    expect(() => new List("taken", { name: "Taken" }, { [option]: "123" })).toThrow(
      `list "taken": the option ${option} does not work with resources of a dynamic provider.`,
    );
    expect(registered.has("taken")).toBe(false);
  });
});

describe("what is almost a setting", () => {
  it("stops the program, in the stack's config and as an argument of a provider", () => {
    pulumi.runtime.setAllConfig({ "outreach:lauch": "never" });
    expect(() => new List("leads", { name: "Leads" })).toThrow("did you mean outreach:launch?");
    expect(() => new Provider("alice")).toThrow("did you mean outreach:launch?");
    pulumi.runtime.setAllConfig({});
    // What a program in JavaScript may write.
    const wrong = Object.assign<ProviderArgs, object>({}, { baseURL: "https://outreach.example.com" });
    expect(() => new Provider("alice", wrong)).toThrow(
      'Provider "alice": baseURL is not an argument of a Provider; did you mean baseUrl?',
    );
    const leads = pulumi.output("12");
    expect(() => new Provider("alice", { impersonateUserId: `${leads}` })).toThrow("pulumi.interpolate");
  });

  it("is a warning elsewhere, said once", () => {
    vi.stubEnv("OUTREACH_BASEURL", "https://outreach.example.com");
    pulumi.runtime.setAllConfig({ "outreach:region": "eu", "fintech:lauch": "never" });
    for (const name of ["a", "b", "c"]) new List(name, { name });
    vi.unstubAllEnvs();
    expect(said).toEqual([
      expect.stringContaining("warn: outreach:region in the stack's config is not a setting"),
      expect.stringContaining("warn: OUTREACH_BASEURL in the environment is not a setting"),
    ]);
  });
});
