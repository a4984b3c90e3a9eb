import { afterAll, beforeAll, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { TestStack } from "../support/testStack";
import { settingsFor } from "../unit/api/opening";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false, variablesAsText: true });
});

afterAll(async () => {
  await sandbox.close();
});

const signals = (keyword: string) => [
  { type: "SEARCH_KEYWORD", value: `"${keyword}"` },
  { type: "HIRING", value: "true" },
  { type: "RECENTLY_CHANGED_JOB", value: "true" },
  { type: "TECHNOLOGY", value: "stripe" },
];

it("refuses a change of signals that the service returns as strings, since they could not be sent completely", async () => {
  const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
  const engine = new TestStack(settingsFor(sandbox.url, { apiKey, waitBudgetSeconds: 5 }));
  await engine.up("leads", { kind: "List", args: { name: "Leads of the test" } });
  const listId = engine.stored("List", "leads").id;
  const agent = (keyword: string) => ({
    kind: "SourceAgent" as const,
    args: { name: "Finder of the test", listId, variables: signals(keyword) },
  });
  await engine.up("finder", agent("open banking"));
  expect(await engine.refresh("SourceAgent", "finder")).toEqual([]);
  const sent = (await sandbox.log({ method: "PATCH" })).requests.length;
  await expect(engine.up("finder", agent("card issuing"))).rejects.toThrow(/no operation that changes variables/);
  expect((await sandbox.log({ method: "PATCH" })).requests.length).toBe(sent);
});
