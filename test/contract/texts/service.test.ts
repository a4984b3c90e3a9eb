import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { agent, campaign, list, visit } from "../../support/declaredResources";
import { openStage, type Stage } from "./stage";

describe("the messages about the service's responses", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.sandbox.reset());
  afterAll(() => stage.close());

  it("a web page instead of the acting user stops the run before anything is sent", async () => {
    await stage.sandbox.fault({ kind: "foreign", method: "GET", path: "/v1/user/me", status: 200 });
    const stack = stage.stack();
    stack.declare({ leads: list("Leads") });
    expect(await stack.refused("up")).toMatchInlineSnapshot(`
      "List (leads):
        error: could not ask which user the key acts as: GET /v1/user/me → 200
        the answer is a web page, not JSON
        this address answers with a web page: check baseUrl (OUTREACH_BASE_URL)"
    `);
    expect(await stage.posts()).toBe(0);
  });

  it("a refused create and a refused change name the request, the response and the next step; the state stays", async () => {
    const body = { message: "too many agents for this plan" };
    await stage.sandbox.fault({ kind: "status", method: "POST", path: "/v1/agent", status: 422, body });
    const stack = stage.stack();
    const program = { leads: list("Leads"), finder: agent("Finder", "$leads") };
    stack.declare(program);
    expect(await stack.refused("up")).toMatchInlineSnapshot(`
      "SourceAgent (finder):
        error: creating source agent "Finder": could not create the source agent: POST /v1/agent → 422
        the service answered: too many agents for this plan
        correct what the service names and try again"
    `);
    expect(await stack.fine("up")).toMatchInlineSnapshot(`"done: create finder"`);

    await stage.sandbox.fault({ kind: "status", method: "PATCH", path: "/v1/agent/*", status: 403, body: "" });
    stack.declare({ ...program, finder: agent("Finder, renamed", "$leads") });
    expect(await stack.refused("up")).toMatchInlineSnapshot(`
      "SourceAgent (finder):
        error: updating source agent "Finder" (id #finder): could not change the source agent: PATCH /v1/agent/#finder → 403
        the answer is empty
        the key is valid, but its user may not do this: check which user the key belongs to, and which user owns the object"
    `);
    stack.declare(program);
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`""`);
  });

  it("a create without a response stays pending until a refresh settles it", async () => {
    await stage.sandbox.fault({
      kind: "status",
      method: "POST",
      path: "/v1/list",
      status: 500,
      body: { message: "oh" },
    });
    const stack = stage.stack();
    stack.declare({ more: list("More") });
    expect(await stack.refused("up")).toMatchInlineSnapshot(`
      "List (more):
        error: Creating list "More": the answer was lost (POST /v1/list: the service answered 500: oh), and no such object is listed yet, which proves nothing this soon.
        It is recorded as pending, so nothing is sent twice. Run \`pulumi up --refresh\`: it adopts the object if it exists and creates it if it certainly does not."
    `);
    expect(await stack.fine("up", { refresh: true })).toMatchInlineSnapshot(`
      "List (more):
        warning: list "More": its pending creation did not take effect; the next \`pulumi up\` creates it.
      done: gone more, create more"
    `);
    expect((await stage.sandbox.objects()).lists.map(({ name }) => name)).toEqual(["More"]);
  });

  it("an e-mail address that no member has, or a deactivated member, stops the run before anything is sent", async () => {
    const stack = stage.stack();
    stack.declare({ leads: list("Leads") });
    const actAs = (impersonateEmail: string) => stack.refused("up", { settings: { impersonateEmail } });
    expect(await actAs("nobody@fernhill.example.com")).toMatchInlineSnapshot(`
      "List (leads):
        error: could not list the organization's members: GET /v1/organization/members → 200
        none of the 4 members has the address in impersonateEmail (OUTREACH_IMPERSONATE_EMAIL)
        correct the address (\`npx pulumi-outreach members\` lists the members), or set impersonateUserId"
    `);
    expect(await actAs("casper@fernhill.example.com")).toMatchInlineSnapshot(`
      "List (leads):
        error: could not list the organization's members: GET /v1/organization/members → 200
        the member with the address in impersonateEmail (OUTREACH_IMPERSONATE_EMAIL) (user 104) is deactivated
        activate the member in the app, or configure another one"
    `);
    expect(await stage.posts()).toBe(0);
  });

  it("a database that cannot be reached stops the run before anything is sent; no changes need none", async () => {
    const stack = stage.stack();
    stack.declare({ leads: list("Leads") });
    await stack.fine("up");
    const password = "a-secret-word";
    const settings = { coordination: `postgres://somebody:${password}@127.0.0.1:9/team` };
    const posts = await stage.posts();
    stack.declare({ leads: list("Leads"), more: list("More") });
    const refusal = await stack.refused("up", { settings });
    expect(refusal).toMatchInlineSnapshot(`
      "List (more):
        error: nothing was sent: the coordination database cannot be used: connect ECONNREFUSED 127.0.0.1:9
        check outreach:coordination (OUTREACH_COORDINATION), the network, and the rights of its user; without the setting, only this machine is coordinated"
    `);
    expect(refusal).not.toContain(password);
    stack.declare({ leads: list("Leads") });
    expect(await stack.fine("preview", { settings })).toMatchInlineSnapshot(`""`);
    expect(await stage.posts()).toBe(posts);
  });
});

describe("the messages about arguments", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it("an undefined text, or a resource instead of its id, is a problem, and nothing is sent", async () => {
    const stack = stage.stack();
    // The class sets the mode of a step whose text turns out to be undefined.
    stack.declare({
      leads: list("Leads"),
      lost: campaign("Lost", "$leads", { steps: [visit(), { type: "message", messageMode: "same" }] }),
    });
    expect(await stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (lost):
        error: 1 problem in campaign "lost":
        steps[1].message: is missing: a step whose messageMode is \`same\` needs \`message\`"
    `);
    // The class's placeholder for a resource that becomes known late.
    const lists = campaign("Lists", "[object Resource]");
    stack.declare({ lists });
    expect(await stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (lists):
        error: 1 problem in campaign "lists":
        listIds[0]: is a resource and not a value: write the property that is meant, for an id \`list.id\`"
    `);
    // Already reported by the class.
    const line = "listIds[0]: is a resource and not a value: write the property that is meant, for an id `list.id`";
    stack.declare({ lists: { ...lists, args: { ...lists.args, __problems: [line] } } });
    expect(await stack.refused("preview")).toMatchInlineSnapshot(`
      "Campaign (lists):
        error: 1 problem in campaign "lists", listed under the stack"
    `);
    expect((await stage.sandbox.log()).total).toBe(0);
  });

  it("an agent without signals has nothing to run, and an acknowledgement comes and goes without a request", async () => {
    const stack = stage.stack();
    const finder = agent("Finder", "$leads", { variables: undefined });
    stack.declare({ leads: list("Leads"), finder });
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`
      "SourceAgent (finder):
        warning: source agent "finder": variables is missing: an \`autopilot\` agent without signals has nothing to run
      planned: create leads, create finder"
    `);
    expect(await stack.fine("up")).toMatchInlineSnapshot(`
      "SourceAgent (finder):
        warning: source agent "finder": variables is missing: an \`autopilot\` agent without signals has nothing to run
      done: create leads, create finder"
    `);
    const before = (await stage.sandbox.log()).total;
    stack.declare({ leads: list("Leads", { acknowledge: ["twin:5"] }), finder });
    expect(await stack.fine("preview")).toMatchInlineSnapshot(`
      "List (leads):
        warning: list "Leads" (id #leads): acknowledge: "twin:5" no longer applies; remove it.
      SourceAgent (finder):
        warning: source agent "finder": variables is missing: an \`autopilot\` agent without signals has nothing to run
      planned: update leads"
    `);
    await stack.fine("up");
    const { requests } = await stage.sandbox.log({ after: before });
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("another id in adopt has no effect on a managed object, and the way out is named", async () => {
    const other = stage.stack("other");
    other.declare({ mistyped: list("Mistyped"), meant: list("Meant") });
    await other.fine("up");
    const [mistyped, meant] = [Number(other.id("mistyped")), Number(other.id("meant"))];
    const stack = stage.stack();
    stack.declare({ taken: list("Mistyped", { adopt: mistyped }) });
    await stack.fine("up");
    stack.declare({ taken: list("Mistyped", { adopt: meant }) });
    expect(await stack.fine("up")).toMatchInlineSnapshot(`
      "List (taken):
        warning: list "Mistyped" (id #taken): adopt: #meant has no effect, because this resource exists already; remove it from the program. To adopt #meant instead: \`pulumi state delete 'urn:pulumi:test::outreach-test::pulumi-nodejs:dynamic/outreach:List::taken'\`, then adopt: #meant, and \`pulumi up\`."
    `);
    expect(stack.id("taken")).toBe(String(mistyped));
    stack.forget("taken");
    stack.declare({ taken: list("Meant", { adopt: meant }) });
    await stack.fine("up");
    expect(stack.id("taken")).toBe(String(meant));
  });
});
