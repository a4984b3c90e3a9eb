// @ts-check
// `npm run demo`: the receiver beside the local service. Nobody is contacted, and nothing stays on the disk.
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { startReceiver } from "./server.mjs";

const secret = "not-a-real-secret";
const userId = "101";

/**
 * A delivery, signed like the service's, that can be sent repeatedly.
 * @param {object} contact
 */
function signed(contact) {
  const body = JSON.stringify(contact);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-service-user-id": userId,
    "x-service-timestamp": timestamp,
    "x-service-signature": `sha256=${digest}`,
  };
  return { method: "POST", headers, body };
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), "outreach-webhook-"));
const sandbox = await startSandbox({ startTime: "2026-03-02T08:00:00Z" });
const receiver = await startReceiver({ secret, userId, file: join(folder, "contacts.db"), port: 0 });
try {
  await sandbox.setWebhook({ userId: Number(userId), url: receiver.url, secret });

  const names = ["Ada", "Grace", "Alan"].map((firstName) => ({ firstName, lastName: "Example" }));
  const [contact] = await sandbox.addContacts({ userId: Number(userId), contacts: names });
  if (contact === undefined) throw new Error("the local service added no contact");
  await sandbox.webhookDeliveries();
  say(`3 new contacts: ${receiver.contacts.count()} rows`);

  const old = { id: contact.id, firstName: "Ada", jobTitle: "Analyst", updatedAt: "2026-03-02T07:00:00.000Z" };
  const delivery = signed({ ...old, updatedAt: "2026-03-02T08:30:00.000Z" });
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(receiver.url, delivery)));
  const words = await Promise.all(answers.map(async (answer) => (await answer.text()).trim()));
  const handled = words.filter((word) => word === "handled").length;
  say(
    `the same delivery 100 times: ${handled} handled, ${words.filter((word) => word === "repeated").length} repeated`,
  );

  for (let change = 1; change <= 100; change++) {
    await sandbox.advance({ minutes: 1 });
    await sandbox.editContact({ contactId: contact.id, jobTitle: `CTO, change ${change}` });
  }
  const deliveries = await sandbox.webhookDeliveries();
  say(`100 changes of one contact: ${deliveries.length - 3} deliveries, ${receiver.contacts.count()} rows`);

  const { status } = await fetch(receiver.url, signed(old));
  const kept = receiver.contacts.find(contact.id)?.jobTitle;
  say(`an old delivery that arrives late: answered ${status}, the row still says "${kept}"`);
} finally {
  await sandbox.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
