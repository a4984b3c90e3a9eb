import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usePage } from "./page/pageBench.js";
import { person } from "./support.js";

const bench = usePage();
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let receiver: Server;
let address: string;
let answer = 200;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));
beforeEach(async () => {
  answer = 200;
  await bench.sandbox.webhookDeliveries();
  received.length = 0;
});

describe("a webhook", () => {
  it("gets the whole contact after its creation and each change, with a signature", async () => {
    const secret = "not-a-real-secret";
    expect(await bench.sandbox.setWebhook({ userId: 101, url: address, secret })).toEqual({
      url: address,
      signed: true,
    });
    const contact = await bench.create("/v1/contact", person());
    await bench.call("PATCH", `/v1/contact/${contact.id}`, { jobTitle: "CTO" });
    const deliveries = await bench.sandbox.webhookDeliveries();
    expect(deliveries.map(({ event, status, signed }) => [event, status, signed])).toEqual([
      ["created", 200, true],
      ["updated", 200, true],
    ]);
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([contact, { id: contact.id, jobTitle: "CTO" }]);
    for (const { headers, body } of received) {
      const timestamp = String(headers["x-service-timestamp"]);
      const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
      expect(headers["x-service-signature"]).toBe(`sha256=${expected}`);
      expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
      expect(headers["x-service-user-id"]).toBe("101");
      expect(headers["content-type"]).toBe("application/json");
    }
    const [delivery] = await bench.read("deliveries");
    const { body, headers } = await bench.read("delivery", { id: delivery?.number ?? 0 });
    expect(body).toBe(received[1]?.body);
    expect(received[1]?.headers).toMatchObject(headers);
    expect(Object.keys(headers)).toContain("x-service-signature");
    expect(JSON.stringify(await bench.sandbox.objects())).not.toContain(secret);
  });

  it("is not signed without a secret", async () => {
    await bench.sandbox.setWebhook({ userId: 101, url: address });
    await bench.create("/v1/contact", person());
    await bench.sandbox.webhookDeliveries();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers).not.toHaveProperty("x-service-signature");
    expect(received[0]?.headers).not.toHaveProperty("x-service-timestamp");
  });

  it("gets only its user's contacts, including imported leads", async () => {
    await bench.sandbox.setWebhook({ userId: 102, url: address });
    await bench.sandbox.setWebhook({ userId: 101, url: null });
    await bench.create("/v1/contact", person());
    const listId = await bench.list("Alice's", { as: 102 });
    await bench.create("/v1/agent", { name: "Finder", listId, agentType: "lookalike" }, { as: 102 });
    await bench.sandbox.advance({ hours: 1 });
    await bench.sandbox.webhookDeliveries();
    expect(received.length).toBeGreaterThan(0);
    expect(new Set(received.map(({ headers }) => headers["x-service-user-id"]))).toEqual(new Set(["102"]));
    await bench.sandbox.setWebhook({ userId: 102, url: null });
  });

  it("gets each event once, whatever its response, and none for a rejected request", async () => {
    await bench.sandbox.setWebhook({ userId: 101, url: address });
    answer = 500;
    const known = person();
    await bench.create("/v1/contact", known);
    expect((await bench.call("POST", "/v1/contact", known)).status).toBe(400);
    expect((await bench.sandbox.webhookDeliveries()).at(-1)).toMatchObject({ event: "created", status: 500 });
    expect(received).toHaveLength(1);
    await bench.sandbox.setWebhook({ userId: 101, url: "http://127.0.0.1:1/closed" });
    await bench.create("/v1/contact", person());
    expect((await bench.sandbox.webhookDeliveries()).at(-1)).toMatchObject({ status: null });
  });

  it.each(["http://hooks.example.com/a", "https://10.0.0.1/a", "file:///tmp/a", "nowhere"])(
    "must be on this machine: not %s",
    async (url) => {
      await expect(bench.sandbox.setWebhook({ userId: 101, url })).rejects.toThrow(/this machine/);
    },
  );
});
