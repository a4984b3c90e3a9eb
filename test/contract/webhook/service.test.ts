import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { listening } from "../../support/webhook/listening";
import { servers } from "../../support/webhook/servers";

const secret = "a secret with spaces ";
const userId = 101;
/** The local service signs with the machine's time. */
const now = Date.now;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** Adds a contact and returns the status of its delivery. */
async function addContact(name: string) {
  const [contact] = await sandbox.addContacts({
    userId,
    contacts: [
      { firstName: name, lastName: "Example", profileUrl: `https://www.example.com/in/${crypto.randomUUID()}` },
    ],
  });
  const delivered = (await sandbox.webhookDeliveries()).at(-1);
  return { id: contact?.id, delivered };
}

describe.each(Object.entries(servers))("%s", (_name, serve) => {
  it("receives the local service's deliveries, signed with the secret", async () => {
    const { listener, handled, reasons } = listening({ now, secret, userId });
    await sandbox.setWebhook({ userId, url: await serve(listener), secret });
    const { id, delivered } = await addContact("Zoë 🦉");
    expect(delivered).toMatchObject({ event: "created", status: 200, signed: true });
    expect(handled).toMatchObject([{ signed: true, userId: "101", contact: { id, firstName: "Zoë 🦉" } }]);
    expect(handled[0]?.contact).toEqual(handled[0]?.payload);
    expect(reasons).toEqual([]);
  });
});

describe("the local service's deliveries", () => {
  it("are refused with another secret, for another user, and without a signature", async () => {
    for (const [expected, sent, reason] of [
      [{ secret: secret.trim() }, secret, "wrong-signature"],
      [{ secret, userId: 102 }, secret, "wrong-user"],
      [{ secret }, null, "unsigned"],
      [{ secret: undefined, userId, allowUnsigned: true }, secret, "no-secret"],
    ] as const) {
      const { listener, handled, reasons } = listening({ now, ...expected });
      await sandbox.setWebhook({ userId, url: await servers["node:http"](listener), secret: sent });
      expect((await addContact("Ada")).delivered).toMatchObject({ status: 401 });
      expect([reasons, handled]).toEqual([[reason], []]);
    }
  });

  it("are accepted without a signature with allowUnsigned", async () => {
    const { listener, handled } = listening({ now, userId, secret: undefined, allowUnsigned: true });
    await sandbox.setWebhook({ userId, url: await servers["node:http"](listener) });
    expect((await addContact("Ada")).delivered).toMatchObject({ status: 200, signed: false });
    expect(handled).toMatchObject([{ signed: false, timestamp: undefined, contact: { firstName: "Ada" } }]);
  });
});
