import { afterAll, beforeAll, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { agentArgs, HostRun, listArgs, make } from "../support/hostRun";

let run: HostRun;
/** Plays the real service. */
let real: Sandbox;
beforeAll(async () => {
  [run, real] = await Promise.all([HostRun.open(), startSandbox({ rateLimit: false })]);
});
afterAll(async () => {
  await run.close();
  await real.close();
});

it("sends a rehearsal's requests only to its local service, including those of an explicit provider", async () => {
  const [realKey = ""] = real.accounts.owner.apiKeys;
  const rehearsal = { OUTREACH_REHEARSAL: run.sandbox.url, OUTREACH_REHEARSAL_KEY: run.key };
  const env = { ...run.env, ...rehearsal, OUTREACH_BASE_URL: real.url, OUTREACH_API_KEY: realKey };
  const config = {
    "outreach:baseUrl": real.url,
    "outreach:apiKey": realKey,
    "outreach:explicit": "apiKey,baseUrl,impersonateUserId",
    "outreach:impersonateUserId": "102",
    "outreach:coordination": "postgres://somebody@db.example.com/team",
  };
  const host = await run.host({ env, config });
  const list = await make(host, "List", listArgs);
  await host.read(list.urn, list.id, list.outputs);
  await host.stop("SIGINT");
  expect(await run.requests()).toContain("POST /v1/list");
  expect((await run.sandbox.objects()).lists).toMatchObject([{ name: listArgs.name, userId: 102 }]);
  expect((await real.log()).requests).toEqual([]);
});

it("creates objects that the program would adopt, because a rehearsal's account is empty", async () => {
  const env = { ...run.env, OUTREACH_REHEARSAL: run.sandbox.url, OUTREACH_REHEARSAL_KEY: run.key };
  const host = await run.host({ env });
  const list = await make(host, "List", { name: "Adopted", adopt: 4711 });
  await make(host, "SourceAgent", { ...agentArgs(list.id), adopt: "twin" });
  expect(list.inputs).not.toHaveProperty("adopt");
  const { lists, agents } = await run.sandbox.objects();
  expect(lists.map(({ name }) => name)).toContain("Adopted");
  expect(agents).toHaveLength(1);
});

it("sends nothing if the rehearsal's address is on another machine", async () => {
  const env = { ...run.env, OUTREACH_REHEARSAL: "https://outreach.example.com", OUTREACH_REHEARSAL_KEY: run.key };
  await run.sandbox.clearLog();
  const host = await run.host({ env });
  await expect(make(host, "List", { name: "Elsewhere" })).rejects.toThrow("is not an address of this machine");
  expect(await run.requests()).toEqual([]);
});
