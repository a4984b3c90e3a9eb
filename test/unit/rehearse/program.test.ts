import { describe, expect, it } from "vitest";
import { readPreview } from "../../../provider/src/rehearse/program";

const urn = (type: string, name: string) => `urn:pulumi:test::outreach::${type}::${name}`;
const own = (kind: string) => `pulumi-nodejs:dynamic/outreach:${kind}`;
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Declared {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: object;
  readonly provider?: string;
  readonly custom?: boolean;
}

/** An explicit provider whose program sets these settings. */
const provider = (name: string, explicit: string, inputs: object): Declared => ({
  ...{ type: "pulumi:providers:pulumi-nodejs", name, inputs: { ...inputs, "outreach:explicit": explicit } },
});

function preview(resources: readonly Declared[], messages: readonly string[] = []): string {
  const steps = resources.map(({ type, name = "it", inputs = {}, provider, custom = true }) => ({
    op: "create",
    urn: urn(type, name),
    ...(provider === undefined ? {} : { provider: `${urn("pulumi:providers:pulumi-nodejs", provider)}::${unknown}` }),
    newState: { type, custom, inputs },
  }));
  return JSON.stringify({ steps, diagnostics: messages.map((message) => ({ message, severity: "error" })) });
}

const read = (resources: readonly Declared[], messages?: readonly string[], member?: { readonly userId: string }) =>
  readPreview(preview(resources, messages), member);

describe("the ids in a program", () => {
  it("are seats of campaigns and signals, and lists that it does not declare, each once", () => {
    const variables = [{ type: "VISITED_PROFILE", linkedinSeatId: 11 }, { type: "HIRING" }];
    const found = read([
      { type: own("List"), inputs: { name: "Leads" } },
      { type: own("SourceAgent"), inputs: { listId: unknown, variables } },
      { type: own("SourceAgent"), inputs: { listId: 501 } },
      { type: own("Campaign"), inputs: { linkedinSeatId: 7, listIds: [unknown, 500, "501"] } },
      { type: own("Campaign"), inputs: { linkedinSeatId: 7, emailSeatIds: [21, 22], listIds: [500] } },
    ]);
    expect(found?.named).toMatchObject({ linkedinSeats: [11, 7], emailSeats: [21, 22] });
    expect(found?.named.lists.map(({ id }) => id)).toEqual([501, 500]);
  });

  it("are members in the settings and in each provider, and a list belongs to the member that uses it", () => {
    const found = read(
      [
        provider("alice", "impersonateUserId", { "outreach:impersonateUserId": "102" }),
        provider("bruno", "baseUrl,impersonateEmail", { "outreach:impersonateEmail": " Bruno@example.com " }),
        { type: own("Campaign"), inputs: { listIds: [1] }, provider: "alice" },
        { type: own("Campaign"), inputs: { listIds: [2] } },
      ],
      [],
      { userId: "7" },
    );
    expect(found?.named.members).toEqual([{ userId: "7" }, { userId: "102" }, { email: "bruno@example.com" }]);
    expect(found?.named.lists).toEqual([
      { id: 1, owner: { userId: "102" } },
      { id: 2, owner: { userId: "7" } },
    ]);
  });

  it("do not include ids that are unknown, unsafe or not numbers", () => {
    const strange = [unknown, -1, 0, 1.5, Number.MAX_SAFE_INTEGER + 1, "9007199254740993", "[secret]", { id: 1 }, true];
    const found = read([
      { type: own("Campaign"), inputs: { linkedinSeatId: "x", listIds: strange, emailSeatIds: strange } },
      { type: own("Campaign"), inputs: { linkedinSeatId: unknown, listIds: "none", variables: [5] } },
    ]);
    expect(found?.named).toMatchObject({ linkedinSeats: [], emailSeats: [], lists: [] });
  });
});

describe("resources that a rehearsal does not bring up", () => {
  it("include every resource of other packages", () => {
    const found = read([
      { type: "pulumi:pulumi:Stack", name: "outreach-test", custom: false },
      { type: "outreach:index:FullCycle", custom: false },
      { type: "my:own:Component", custom: false },
      { type: "pulumi:providers:pulumi-nodejs", name: "alice" },
      { type: "pulumi:providers:pulumi", name: "default" },
      { type: own("List") },
      { type: own("Widget"), name: "widget" },
      { type: "pulumi-nodejs:dynamic:Resource", name: "bucket" },
      { type: "pulumi:providers:aws", name: "eu" },
      { type: "pulumi:pulumi:StackReference", name: "acme/infrastructure/prod" },
    ]);
    expect(found?.foreign.map(({ what, name }) => `${what} ${name}`)).toEqual([
      "resource widget",
      "resource bucket",
      "resource eu",
      "stackReference acme/infrastructure/prod",
    ]);
  });

  it("include a provider without a plugin in a rehearsal", () => {
    const message = "error: no resource plugin 'pulumi-resource-azure-native' found in the workspace\n";
    expect(read([], [message, message])?.foreign).toEqual([{ what: "provider", type: "azure-native" }]);
  });

  it("include a provider to which the program passes an address or a key", () => {
    const inputs = { "outreach:baseUrl": "https://outreach.example.com" };
    const found = read([provider("own", "baseUrl", inputs), provider("copy", "launch", inputs)]);
    expect(found?.overridden).toEqual(["own"]);
  });
});

it.each(["", "error: no stack", "[]", "{", '{"steps": 5}'])(
  "an output that is not a preview is rejected: %j",
  (text) => {
    expect(readPreview(text, undefined)).toBeUndefined();
  },
);
