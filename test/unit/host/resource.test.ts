import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Campaign, List, Provider, type ProviderArgs, SourceAgent, step } from "../../../provider/src/index";
import { inputsOf, mockEngine, registered } from "./mockedEngine";

const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  pulumi.runtime.setAllConfig({});
  for (const severity of ["warn", "error"] as const) {
    vi.spyOn(pulumi.log, severity).mockImplementation(async (text) => void said.push(`${severity}: ${text}`));
  }
  await mockEngine({ stack: `stack-${Math.random()}` });
});

// Later files share the SDK.
afterAll(() => pulumi.runtime.setAllConfig({}));

const args = { name: "Q1", listIds: [12], linkedinSeatId: 7, steps: [step.message({ message: "Hi." })] };

describe("a class", () => {
  it("recognizes its own resources", () => {
    const list = new List("leads", { name: "Leads" });
    const campaign = new Campaign("q1", { ...args });
    expect([List, SourceAgent, Campaign].map((kind) => [kind.isInstance(list), kind.isInstance(campaign)])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    const others = [undefined, {}, "list", { __pulumiType: List.__pulumiType }];
    expect(others.map((value) => List.isInstance(value))).toEqual(Array(4).fill(false));
  });

  it.each([
    [List, "List.get does not exist", "getListOutput({ id })"],
    [SourceAgent, "SourceAgent.get does not exist", "getSourceAgentOutput({ id })"],
    [Campaign, "Campaign.get does not exist", "getCampaignOutput({ id })"],
  ])("has no get, and says what to use: %o", (kind, what, instead) => {
    // A program in JavaScript can still call it.
    const call = () => Reflect.apply(kind.get, kind, ["leads", "12"]);
    for (const words of [what, instead, "adopt: <id>"]) expect(call).toThrow(words);
  });
});

describe("the problems of a resource", () => {
  it("are reported once by the program, and check knows which", async () => {
    const campaign = new Campaign("bad", { ...args, name: "" });
    const { __problems } = await inputsOf(campaign, "bad");
    const line = "name: is empty: it must contain at least one character that is not whitespace";
    expect(said).toEqual([`error: 1 problem in campaign "bad":\n  ${line}`]);
    expect(__problems).toEqual([line]);
  });

  it("are reported for all resources at once: an Output in a text, and a resource instead of its id", () => {
    const leads = new List("leads", { name: "Leads" });
    const greeting = step.message({ message: `Hi [FirstName], ${leads.id}.` });
    new Campaign("text", { ...args, steps: [greeting, step.invitationNote({ note: `${leads}` })] });
    // Possible in a JavaScript program.
    const wrong = <T extends object>(right: T, instead: object): T => Object.assign({ ...right }, instead);
    new Campaign("lists", wrong(args, { listIds: [leads] }));
    new List("taken", wrong({ name: "Taken" }, { adopt: leads }));
    new SourceAgent("finder", wrong({ name: "Finder", listId: 12 }, { listId: leads }));
    const meant = "is a resource and not a value: write the property that is meant, for an id `list.id`";
    expect(said).toEqual([
      [
        'error: 2 problems in campaign "text":',
        "  steps[0].message: holds the text that an Output becomes inside a string, which would be sent to people: write pulumi.interpolate`…` instead of a template text, or .apply",
        "  steps[1].note: holds `[object Object]`, the text that JavaScript makes of an object, which would be sent to people: write the property that is meant",
      ].join("\n"),
      `error: 1 problem in campaign "lists":\n  listIds[0]: ${meant}`,
      `error: 1 problem in list "taken":\n  adopt: ${meant}`,
      `error: 1 problem in source agent "finder":\n  listId: ${meant}`,
    ]);
  });

  it("leave no trace if there are none", async () => {
    const campaign = new Campaign("good", args);
    const names = Object.keys(await inputsOf(campaign, "good")).filter((key) => key.startsWith("__"));
    expect(names).toEqual(["__provider", "__state", "__urn"]);
    expect(said).toEqual([]);
  });

  it("are not reported if the stack's config or a provider in the program acknowledges them", async () => {
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
  it("reaches check as a marker, however late it is known", async () => {
    const leads = new List("leads", { name: "Leads" });
    const late = [pulumi.output([leads]), [Promise.resolve(leads)], pulumi.output(3).apply(() => [leads])];
    for (const [index, listIds] of late.entries()) {
      // Possible in a JavaScript program.
      const wrong = Object.assign({ ...args }, { listIds });
      const inputs = await inputsOf(new Campaign(`late${index}`, wrong), `late${index}`);
      expect(inputs.listIds).toEqual(["[object Resource]"]);
    }
    expect(said).toEqual([]);
  });

  it("leaves every other value unchanged", async () => {
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

describe("a step whose text turns out to be undefined", () => {
  const texts: { first?: string } = {};
  // Possible in a JavaScript program.
  const stepsWith = (last: unknown) => Object.assign({ ...args }, { steps: [step.visitProfile(), last] });

  it("is a problem that the program reports", () => {
    new Campaign("lost", stepsWith({ type: "message", message: texts.first }));
    expect(said).toEqual([
      'error: 1 problem in campaign "lost":\n  steps[1].message: is missing: a step whose messageMode is `same` needs `message`',
    ]);
  });

  it.each([
    ["as an Output", { type: "message", message: pulumi.output(texts).apply(({ first }) => first) }],
    ["inside an Output", pulumi.output({ type: "message", message: undefined })],
  ])("reaches check as a step that the AI must not write: %s", async (_, last) => {
    const { steps } = await inputsOf(new Campaign("lost", stepsWith(last)), "lost");
    expect(steps).toEqual([{ type: "visitProfile" }, { type: "message", messageMode: "same" }]);
    expect(said).toEqual([]);
  });
});

describe("the name of a resource", () => {
  it("is a known string", () => {
    const late = pulumi.output("12");
    expect(() => new List(`leads-${late}`, { name: "Leads" })).toThrow(
      "the name of a list in the program contains the placeholder text",
    );
  });
});

describe("the options of other kinds of resource", () => {
  it.each(["import", "id"])("%s is refused, and adopt named", (option) => {
    expect(() => new List("taken", { name: "Taken" }, { [option]: "123" })).toThrow(
      `list "taken": the option ${option} does not work with resources of a dynamic provider. To adopt an existing object, remove the option and write the argument adopt: <id>`,
    );
    expect(registered.has("taken")).toBe(false);
  });
});

describe("the option deleteBeforeReplace: false", () => {
  const options = { deleteBeforeReplace: false };

  it.each([
    ["campaign", () => new Campaign("run", args, options)],
    ["source agent", () => new SourceAgent("run", { name: "Finder", listId: 12 }, options)],
  ])("is refused for a %s, because two could run", (noun, declare) => {
    expect(declare).toThrow(
      `${noun} "run": deleteBeforeReplace: false would create the new ${noun} before the old one is checked, and both could run. Remove the option.`,
    );
    expect(registered.has("run")).toBe(false);
  });

  it("is allowed for a list, which contacts nobody", async () => {
    expect(await inputsOf(new List("leads", { name: "Leads" }, options), "leads")).toMatchObject({ name: "Leads" });
  });
});

describe("a secret in the stack's config in plain text", () => {
  const password = "a-plain-word";

  it.each([
    [
      "apiKey",
      "osk_plain_text",
      "outreach:apiKey is in the stack's config in plain text. Create a new key in the app (this one is in a file), then: pulumi config set --secret outreach:apiKey",
    ],
    [
      "coordination",
      `postgres://somebody:${password}@127.0.0.1:9/team`,
      "outreach:coordination is in the stack's config in plain text and contains a password. Change the password (this one is in a file), then: pulumi config set --secret outreach:coordination",
    ],
  ])("stops the program, and is not repeated: %s", (setting, value, text) => {
    const key = `outreach:${setting}`;
    pulumi.runtime.setAllConfig({ [key]: value });
    for (const declare of [() => new List("leads", { name: "Leads" }), () => new Provider("alice")]) {
      // Nothing before or after it: the value does not appear anywhere.
      expect(declare).toThrow(new pulumi.RunError(text));
    }
    pulumi.runtime.setAllConfig({ [key]: value }, [key]);
    expect(() => new List("leads", { name: "Leads" })).not.toThrow();
  });
});

describe("a misspelt setting", () => {
  it("stops the program, in the stack's config and as an argument of a provider", () => {
    pulumi.runtime.setAllConfig({ "outreach:lauch": "never" });
    expect(() => new List("leads", { name: "Leads" })).toThrow("did you mean outreach:launch?");
    expect(() => new Provider("alice")).toThrow("did you mean outreach:launch?");
    pulumi.runtime.setAllConfig({});
    // Possible in a JavaScript program.
    const wrong = Object.assign<ProviderArgs, object>({}, { baseURL: "https://outreach.example.com" });
    expect(() => new Provider("alice", wrong)).toThrow(
      'Provider "alice": baseURL is not an argument of a Provider; did you mean baseUrl?',
    );
    const leads = pulumi.output("12");
    expect(() => new Provider("alice", { impersonateUserId: `${leads}` })).toThrow("pulumi.interpolate");
  });

  it("is a warning elsewhere, printed once", () => {
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

describe("the option deletedWith", () => {
  it("is refused, because the engine would request no delete", () => {
    const leads = new List("leads", { name: "Leads" });
    expect(() => new Campaign("q1", args, { deletedWith: leads })).toThrow(
      'campaign "q1": with deletedWith the campaign would leave the state without its delete, and go on if it runs. Remove the option.',
    );
    expect(() => new SourceAgent("finder", { name: "Finder", listId: 12 }, { deletedWith: leads })).toThrow(
      "would leave the state without its delete",
    );
  });
});

describe("an object that two providers of the program adopt", () => {
  it("is refused immediately, even if another service has the same id", () => {
    const [one, two] = [new Provider("one"), new Provider("two")];
    new List("first", { name: "Leads", adopt: 12 }, { provider: one });
    expect(() => new List("second", { name: "Leads", adopt: "12" }, { provider: two })).toThrow(
      'list "second": list 12 is already managed by first of this program, under another provider',
    );
    const elsewhere = new Provider("elsewhere", { baseUrl: "https://other.example.com" });
    expect(() => new List("third", { name: "Leads", adopt: 12 }, { provider: elsewhere })).not.toThrow();
    expect(() => new SourceAgent("agent", { name: "Finder", listId: 1, adopt: 12 }, { provider: two })).not.toThrow();
  });
});

describe("secret arguments", () => {
  it("are passed to the check by name, and nothing if there are none", async () => {
    const message = pulumi.secret("Hi.");
    const secret = { name: pulumi.secret("Q1"), linkedinSeatId: pulumi.output(7), steps: [step.message({ message })] };
    const campaign = new Campaign("secret", { ...args, ...secret });
    expect((await inputsOf(campaign, "secret")).__secret).toEqual(["name", "steps"]);
    const late = new Campaign("late", { ...args, name: pulumi.output("Q1") });
    expect(await inputsOf(late, "late")).not.toHaveProperty("__secret");
    const hidden = new Campaign("hidden", { ...args, ...secret }, { additionalSecretOutputs: ["createdAt", "name"] });
    expect((await inputsOf(hidden, "hidden")).__secret).toEqual(["name", "steps"]);
    const marked = new Campaign("marked", args, { additionalSecretOutputs: ["steps"] });
    expect((await inputsOf(marked, "marked")).__secret).toEqual(["steps"]);
    const plain = new Campaign("plain", args);
    expect(await inputsOf(plain, "plain")).not.toHaveProperty("__secret");
  });
});
