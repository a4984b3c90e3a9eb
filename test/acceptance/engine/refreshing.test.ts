import { expect } from "vitest";
import { campaign, list, message, visit } from "../../support/declaredResources";
import { fine, preparedTest, recorded, refused } from "./properties";

preparedTest("drift", async (prepared) => {
  const { stack, sandbox, change } = prepared;
  change({});
  await sandbox.editCampaign({ campaignId: await stack.id("draft"), name: "Theirs" });
  await sandbox.deleteAgent({ agentId: await stack.id("finder") });
  const drift = await stack.run("refresh", ["--preview-only", "--diff"]);
  expect(drift.text).toMatch(/~ name: "Draft" => "Theirs"/);
  expect(drift.text.match(/^\s+~ \w+:/gm)).toHaveLength(1);
  expect(fine(await stack.run("refresh"))).toMatchInlineSnapshot(`
    "pulumi-nodejs:dynamic/outreach:SourceAgent (finder):
      warning: source agent "Finder" (id ID): it no longer exists at the service, so it leaves the state.
      ~ 1 updated
      - 1 deleted
      2 changes. 4 unchanged"
  `);
  const after = await recorded(prepared);
  expect([after.finder, after.draft?.inputs?.name]).toEqual([undefined, "Theirs"]);
  expect(await prepared.writes()).toEqual([]);
});

preparedTest("pendingCreate", async (prepared) => {
  const { stack, sandbox, change } = prepared;
  const env = { OUTREACH_REQUEST_TIMEOUT_SECONDS: "1" };
  await sandbox.fault({ kind: "status", method: "POST", path: "/v1/list", status: 500, body: { message: "oh" } });
  change({ more: list("More") });
  expect(refused(await stack.run("up", [], env))).toMatch(/list "More"[\s\S]*500: oh[\s\S]*pulumi up --refresh/);
  expect((await recorded(prepared)).more?.id).toMatch(/^pending-/);
  fine(await stack.run("up", ["--refresh"], env));
  const { lists } = await sandbox.objects();
  expect(lists.map(({ name }) => name)).toEqual(["Leads", "Hot leads", "More"]);
  expect((await recorded(prepared)).more?.id).toBe(String(lists[2]?.id));
});

preparedTest("partialFailure", async ({ stack, sandbox, change }) => {
  await sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
  change({ unasked: campaign("Unasked", "$leads", { active: false }) });
  const first = refused(await stack.run("up"));
  const id = await stack.id("unasked");
  expect(first).toContain("it is running now (id ID)");
  await sandbox.setActive({ campaignId: id, active: true });
  // The engine requests an update of the failed resource, although nothing differs.
  expect(refused(await stack.run("up"))).toContain("it is running, although the program did not ask for that");
  await sandbox.setActive({ campaignId: id, active: false });
  fine(await stack.run("up"));
  expect((await sandbox.counts()).campaigns).toBe(3);
});

preparedTest("unsettled", async (prepared) => {
  const { stack, sandbox, change, writes } = prepared;
  const textOf = async () => (await sandbox.objects()).campaigns.find(({ active }) => active)?.steps.at(-1)?.message;
  // Not repeated: another attempt would get the same page.
  await sandbox.fault({ kind: "foreign", method: "PATCH", path: "/v1/campaign/*", status: 200 });
  change({ running: campaign("Running", "$hot", { active: true, steps: [visit(), message("Wrong")] }) });
  expect(refused(await stack.run("up"))).toContain("The change of steps may have taken effect. Run `pulumi up` again");
  expect(await textOf()).toBe("Wrong");
  change({});
  const preview = fine(await stack.run("preview"));
  expect(preview).toContain("an earlier change of steps failed without a clear answer");
  expect(preview).toContain("~ 1 to update");
  fine(await stack.run("up"));
  expect(await textOf()).toBe("Hello");
  expect(await writes()).toHaveLength(2);
  expect((await recorded(prepared)).running?.outputs?.recorded).not.toContain("unsettled");
});

preparedTest("otherAddress", async ({ stack, sandbox, change, requests }) => {
  change({});
  const { code, text } = await stack.run("preview", ["--target", stack.urn("List", "leads")], {
    OUTREACH_BASE_URL: sandbox.url.replace("127.0.0.1", "localhost"),
  });
  expect(code).not.toBe(0);
  expect(text).toContain(`it belongs to the service at ${sandbox.url}`);
  expect(await requests()).toEqual([]);
});
