import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openContacts } from "../../examples/webhook/contacts.mjs";
import type { WebhookEvent } from "../../provider/src/webhook";
import { startSandbox } from "../../sandbox/src/index";
import { runProgram } from "../../tools/pulumi/program.mjs";
import { repository } from "../support/project";

const example = join(repository, "examples/webhook");

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "outreach-webhook-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "contacts.db");
}

function opened(file: string) {
  const contacts = openContacts(file);
  onTestFinished(() => contacts.close());
  return contacts;
}

const event = (contact: WebhookEvent["contact"], timestamp = new Date(0)): WebhookEvent => ({
  ...{ contact, payload: contact, userId: "101", signed: true, timestamp, signature: "sha256=" },
});

describe("examples/webhook", () => {
  it("shows on the local service that repeated deliveries are handled once", async () => {
    const { code, output, errorOutput } = await runProgram(process.execPath, ["demo.mjs"], { folder: example });
    expect(errorOutput).toBe("");
    expect(output.trim().split("\n")).toEqual([
      "3 new contacts: 3 rows",
      "the same delivery 100 times: 1 handled, 99 repeated",
      "100 changes of one contact: 100 deliveries, 3 rows",
      'an old delivery that arrives late: answered 200, the row still says "CTO, change 100"',
    ]);
    expect(code).toBe(0);
  });

  it("runs as a process until it is terminated", async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const file = newFile();
    const settings = { WEBHOOK_SECRET: "not-a-real-secret", CONTACTS_FILE: file, PORT: "0" };
    const receiver = spawn(process.execPath, ["receiver.mjs"], { cwd: example, env: { ...process.env, ...settings } });
    onTestFinished(() => void receiver.kill("SIGKILL"));
    const ended = new Promise((resolve) => void receiver.on("close", resolve));
    const line = await new Promise<string>((resolve) => createInterface(receiver.stdout).once("line", resolve));
    const [, url = ""] = /^receiving at (\S+), writing to /.exec(line) ?? [];
    await sandbox.setWebhook({ userId: 101, url, secret: settings.WEBHOOK_SECRET });
    const [contact] = await sandbox.addContacts({ userId: 101, contacts: [{ firstName: "Ada", lastName: "Example" }] });
    expect(await sandbox.webhookDeliveries()).toMatchObject([{ status: 200 }]);
    receiver.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(opened(file).find(contact?.id ?? 0)).toMatchObject({ firstName: "Ada", lastName: "Example" });
  });

  it("names a missing setting", async () => {
    const file = newFile();
    const environment = { ...process.env, CONTACTS_FILE: file, WEBHOOK_SECRET: "" };
    const given = { folder: example, environment };
    const { code, errorOutput } = await runProgram(process.execPath, ["receiver.mjs"], given);
    expect(code).toBe(1);
    expect(errorOutput).toMatch(
      /^could not start the receiver: the signing secret is missing\nWEBHOOK_SECRET is the signing secret.*\n$/,
    );
    expect(existsSync(file)).toBe(false);
  });
});

describe("its table of contacts", () => {
  it("keeps the newest version of each contact, in any order of arrival", () => {
    const contacts = opened(newFile());
    const versions = ["2026-03-02T08:00:00.000Z", "2026-03-02T10:00:00+02:00", "2026-03-02T08:00:01Z"];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      for (const index of order) contacts.save(event({ id: order.join(), updatedAt: versions[index], version: index }));
      expect(contacts.find(order.join())).toMatchObject({ version: 2 });
    }
    expect(contacts.count()).toBe(3);
  });

  it("uses the time of the delivery if a contact has none", () => {
    const contacts = opened(newFile());
    contacts.save(event({ id: 1, version: "new" }, new Date(2000)));
    contacts.save(event({ id: 1, version: "old" }, new Date(1000)));
    expect(contacts.find(1)).toMatchObject({ version: "new" });
  });
});

describe("its replay store", () => {
  const until = new Date(Date.now() + 300_000);

  it("is shared by all processes that open the file", () => {
    const file = newFile();
    const [first, second] = [opened(file).replays, opened(file).replays];
    expect(first.claim("a", until)).toBe("claimed");
    expect(second.claim("a", until)).toBe("in-progress");
    first.release("a");
    expect(second.claim("a", until)).toBe("claimed");
    second.complete("a", until);
    expect(first.claim("a", until)).toBe("handled");
  });

  it("forgets expired deliveries, and a claim whose process was killed", () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const { replays } = opened(newFile());
    replays.claim("handled", new Date(300_000));
    replays.complete("handled", new Date(300_000));
    replays.claim("killed", new Date(300_000));
    vi.setSystemTime(60_000);
    expect(replays.claim("killed", until)).toBe("in-progress");
    vi.setSystemTime(60_001);
    expect(replays.claim("killed", until)).toBe("claimed");
    expect(replays.claim("handled", until)).toBe("handled");
    vi.setSystemTime(300_001);
    expect(replays.claim("handled", until)).toBe("claimed");
  });
});
