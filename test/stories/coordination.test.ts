import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import {
  everythingIn,
  expectCleanFailure,
  expectSuccess,
  occurrences,
  reported,
  settingsFor,
} from "../support/acceptance";
import { itWithPostgres, startPostgres } from "../support/postgres";
import { Project } from "../support/project";

const program = `
const { List } = require("pulumi-outreach");
for (const name of ["a", "b", "c"]) new List(name, { name: "Leads " + name });
`;
/** A limit so low that every run waits. */
const few = { OUTREACH_REQUESTS_PER_MINUTE: "3", OUTREACH_RATE_WINDOW_SECONDS: "12" };

let sandbox: Sandbox;
let project: Project;
let settings: Record<string, string>;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false });
  settings = settingsFor(sandbox);
  project = await new Project({ program }).init();
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

const requests = async () => (await sandbox.log()).total;
const waiting =
  /waiting \d+ s, until \d\d:\d\d:\d\d, for the limit of 3 requests per 12 s[^\n]*; \d requests? queued\. After one Ctrl-C[^\n]*nothing that waits is sent/;

describe("a run that waits for the request limit", () => {
  it("reports the reason, the end and the effect of Ctrl-C, at up and at preview", async () => {
    const up = await project.up([], { ...settings, ...few });
    expectSuccess(up);
    expect(up.text).toMatch(waiting);
    const again = ["preview", "--refresh", "--non-interactive", "-s", project.stack];
    const preview = await project.run(again, { ...settings, ...few });
    expectSuccess(preview);
    expect(preview.text).toMatch(waiting);
  });
});

describe("a coordination database", () => {
  const password = "a-secret-word";
  const url = `postgres://somebody:${password}@127.0.0.1:9/team`;

  it("with a password in plain stack config is refused, and not repeated", async () => {
    const before = await requests();
    // The engine's history keeps old config values, so the other cases look for a different password.
    await project.config("outreach:coordination", url.replace(password, "a-plain-word"));
    const outcome = await project.up([], settings);
    await project.run(["config", "rm", "outreach:coordination", "-s", project.stack]);
    expectCleanFailure(outcome);
    expect(occurrences(reported(outcome), "in plain text and contains a password")).toBe(1);
    expect(outcome.text).toContain("pulumi config set --secret outreach:coordination");
    expect(outcome.text).not.toContain("a-plain-word");
    expect(await requests()).toBe(before);
  });

  it("with a URL that is not one of a database fails at preview, and is not repeated", async () => {
    const outcome = await project.run(["preview", "--non-interactive", "-s", project.stack], {
      ...settings,
      OUTREACH_COORDINATION: `mysql://somebody:${password}@127.0.0.1/team`,
    });
    expectCleanFailure(outcome);
    expect(reported(outcome)).toContain(
      "outreach:coordination (or OUTREACH_COORDINATION) must be the URL of a PostgreSQL",
    );
    expect(outcome.text).not.toContain(password);
  });

  it("that is unreachable stops the run before anything is sent; a preview without changes does not need it", async () => {
    const before = await requests();
    await project.config("outreach:coordination", url, true);
    project.write(`${program}new List("d", { name: "Leads d" });`);
    const outcome = await project.up([], settings);
    expectCleanFailure(outcome);
    expect(reported(outcome)).toMatch(/nothing was sent: the coordination database cannot be used: .*ECONNREFUSED/);
    expect(outcome.text).not.toContain(password);
    project.write(program);
    const preview = await project.run(
      ["preview", "--expect-no-changes", "--non-interactive", "-s", project.stack],
      settings,
    );
    expectSuccess(preview);
    expect(await requests()).toBe(before);
    expect(everythingIn(project.scratch).includes(password)).toBe(false);
    await project.run(["config", "rm", "outreach:coordination", "-s", project.stack]);
  });

  itWithPostgres("is used by an explicit provider, which keeps its URL as a secret", async () => {
    const server = await startPostgres();
    await project.config("outreach:coordination", server.url, true);
    project.write(`
const { List, Provider } = require("pulumi-outreach");
for (const name of ["a", "b", "c"]) new List(name, { name: "Leads " + name });
const alice = new Provider("alice", { impersonateUserId: 102 });
new List("hers", { name: "Hers" }, { provider: alice });
`);
    expectSuccess(await project.up([], settings));
    expect(everythingIn(project.scratch).includes("only-for-tests")).toBe(false);
    const providers = (await project.state()).resources.filter(({ type }) => type === "pulumi:providers:pulumi-nodejs");
    expect(providers.map(({ inputs }) => inputs?.["outreach:coordination"])).toEqual([
      expect.objectContaining({ ciphertext: expect.any(String) }),
      expect.objectContaining({ ciphertext: expect.any(String) }),
    ]);
    await server.close();
  });
});
