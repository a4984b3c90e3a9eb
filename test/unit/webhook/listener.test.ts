import { afterEach, describe, expect, it, vi } from "vitest";
import { createWebhookListener, type ReplayStore } from "../../../provider/src/webhook";
import { MemoryReplayStore } from "../../../provider/src/webhook/replay";
import { delivery, now, signed } from "../../support/webhook/deliveries";
import { listening } from "../../support/webhook/listening";

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

/** A handler whose runs end under the test's control. */
function handler() {
  const runs: { succeed(): void; fail(error: Error): void }[] = [];
  const onContact = () => new Promise<void>((succeed, fail) => void runs.push({ succeed, fail }));
  return { runs, onContact };
}

describe("a delivery", () => {
  it("is handled once, however often it arrives", async () => {
    const { listener, handled, reported } = listening();
    expect(await listener.receive(delivery)).toMatchObject({ status: 200, body: "handled\n" });
    for (let again = 0; again < 100; again++) {
      expect(await listener.receive(delivery)).toMatchObject({ status: 200, body: "repeated\n" });
    }
    expect(handled.map(({ contact }) => contact.id)).toEqual([4711]);
    expect(reported).toEqual([]);
  });

  it("is a different one with another body or time", async () => {
    const { listener, handled } = listening();
    for (const each of [signed('{"id":1}'), signed('{"id":2}'), signed('{"id":1}', "1767225601")]) {
      expect(await statusOf(listener.receive(each))).toBe(200);
    }
    expect(handled.map(({ contact }) => contact.id)).toEqual([1, 2, 1]);
  });

  it("is remembered by the listener's clock while others arrive", async () => {
    const { listener, handled } = listening();
    const [first, second] = [signed('{"id":1}'), signed('{"id":2}')];
    for (const each of [first, second, first]) await listener.receive(each);
    expect(handled.map(({ contact }) => contact.id)).toEqual([1, 2]);
  });

  it("that arrives again while it is handled waits for the outcome, and is not handled twice", async () => {
    const { runs, onContact } = handler();
    const { listener } = listening({ onContact });
    const answers = [1, 2, 3].map(() => listener.receive(delivery));
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    runs[0]?.succeed();
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body])).toEqual([
      [200, "handled\n"],
      [200, "repeated\n"],
      [200, "repeated\n"],
    ]);
    expect(runs).toHaveLength(1);
  });

  it("gets 500 for all copies if its handling fails, and may be repeated", async () => {
    const { runs, onContact } = handler();
    const { listener, reported } = listening({ onContact });
    const answers = [1, 2, 3].map(() => listener.receive(delivery));
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    const disk = new Error("the disk is full");
    runs[0]?.fail(disk);
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 500, body: "failed\n" });
    expect(reported).toMatchObject([{ status: 500, event: { contact: { id: 4711 } } }]);
    expect(reported[0]?.error).toMatchObject({ reason: "handler-failed", cause: disk });
    expect(reported[0]?.error.message).toContain("contact 4711: the disk is full");
    const again = listener.receive(delivery);
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    runs[1]?.succeed();
    expect(await again).toMatchObject({ status: 200, body: "handled\n" });
  });

  it("whose handler throws synchronously fails like one that rejects", async () => {
    const { listener, reasons } = listening({
      onContact: () => {
        throw "no error";
      },
    });
    expect(await statusOf(listener.receive(delivery))).toBe(500);
    expect(reasons).toEqual(["handler-failed"]);
  });

  it("without a signature is handled each time", async () => {
    const { listener, handled } = listening({ secret: undefined, allowUnsigned: true, userId: 101 });
    const unsigned = { rawBody: delivery.rawBody, headers: { "x-service-user-id": "101" } };
    await listener.receive(unsigned);
    await listener.receive(unsigned);
    expect(handled).toHaveLength(2);
  });
});

describe("a store that processes share", () => {
  it("lets one of them handle a delivery", async () => {
    const replays = new MemoryReplayStore(() => now.getTime());
    const { runs, onContact } = handler();
    const first = listening({ replays, onContact });
    const second = listening({ replays });
    const answer = first.listener.receive(delivery);
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    expect(await second.listener.receive(delivery)).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(second.reasons).toEqual(["in-progress"]);
    runs[0]?.succeed();
    expect(await statusOf(answer)).toBe(200);
    expect(await second.listener.receive(delivery)).toMatchObject({ status: 200, body: "repeated\n" });
    expect(second.handled).toEqual([]);
  });

  it("receives the time until which a repeated delivery would be accepted", async () => {
    const calls: unknown[][] = [];
    const replays: ReplayStore = {
      claim: (...given) => {
        calls.push(["claim", ...given]);
        return "claimed";
      },
      complete: (...given) => void calls.push(["complete", ...given]),
      release: (...given) => void calls.push(["release", ...given]),
    };
    const until = new Date(now.getTime() + 60_000);
    const signature = delivery.headers["x-service-signature"];
    await listening({ replays, toleranceSeconds: 60 }).listener.receive(delivery);
    expect(calls).toEqual([
      ["claim", signature, until],
      ["complete", signature, until],
    ]);
    calls.length = 0;
    const onContact = () => Promise.reject(new Error("no"));
    await listening({ replays, toleranceSeconds: 60, onContact }).listener.receive(delivery);
    expect(calls).toEqual([
      ["claim", signature, until],
      ["release", signature],
    ]);
  });

  const broken = () => Promise.reject(new Error("no connection"));
  const working: ReplayStore = { claim: () => "claimed", complete: () => {}, release: () => {} };

  it("may fail before a delivery is handled: 500, and nothing is handled", async () => {
    const { listener, handled, reported } = listening({ replays: { ...working, claim: broken } });
    expect(await statusOf(listener.receive(delivery))).toBe(500);
    expect(handled).toEqual([]);
    expect(reported[0]?.error.message).toContain("the delivery is not handled: no connection");
    expect(reported[0]?.error.cause).toMatchObject({ message: "no connection" });
  });

  it("may fail afterwards: the response shows what happened to the contact", async () => {
    const { listener, handled, reasons } = listening({ replays: { ...working, complete: broken } });
    expect(await statusOf(listener.receive(delivery))).toBe(200);
    expect(handled).toHaveLength(1);
    expect(reasons).toEqual(["replay-store-failed"]);
    const failing = listening({ replays: { ...working, release: broken }, onContact: broken });
    expect(await statusOf(failing.listener.receive(delivery))).toBe(500);
    expect(failing.reasons).toEqual(["handler-failed", "replay-store-failed"]);
  });
});

describe("a program that violates the types", () => {
  it("may throw a value without a message: the delivery gets a response, and may be repeated", async () => {
    const replays = new MemoryReplayStore(() => now.getTime());
    const onContact = () => Promise.reject(Object.create(null));
    const { listener, reported } = listening({ replays, onContact });
    expect(await statusOf(listener.receive(delivery))).toBe(500);
    expect(reported[0]?.error).toMatchObject({
      reason: "handler-failed",
      message: expect.stringContaining("it threw a value that is not an error"),
    });
    expect(replays.size).toBe(0);
  });

  it.each([undefined, true, 1, "handle"])("may claim a delivery with %j: it is not handled", async (word) => {
    const options: object = { replays: { claim: () => word, complete: () => {}, release: () => {} } };
    const { listener, handled, reported } = listening(options);
    expect(await statusOf(listener.receive(delivery))).toBe(500);
    expect(handled).toEqual([]);
    expect(reported[0]?.error.message).toContain("claim must answer");
  });
});

describe("a response", () => {
  const { headers } = delivery;
  const later = new Date(now.getTime() + 600_000);
  const earlier = new Date(now.getTime() - 600_000);

  it.each([
    ["unsigned", {}, { headers: {} }],
    ["missing-signature", {}, { headers: { ...headers, "x-service-signature": undefined } }],
    ["malformed-signature", {}, { headers: { ...headers, "x-service-signature": "sha256=" } }],
    ["malformed-timestamp", {}, { headers: { ...headers, "x-service-timestamp": "1e9" } }],
    ["duplicate-header", {}, { headers: { ...headers, "x-service-timestamp": ["1", "2"] } }],
    ["wrong-signature", {}, { rawBody: "{}" }],
    ["timestamp-too-old", { now: () => later }, {}],
    ["timestamp-in-future", { now: () => earlier }, {}],
    ["wrong-user", { userId: 7 }, {}],
  ] as const)("does not reveal why a delivery is not genuine: %s", async (reason, options, changed) => {
    const { listener, handled, reported } = listening(options);
    const answer = await listener.receive({ ...delivery, ...changed });
    expect(answer).toEqual({
      status: 401,
      headers: { "content-type": "text/plain; charset=utf-8", "content-length": "13" },
      body: "unauthorized\n",
    });
    expect(handled).toEqual([]);
    expect(reported).toEqual([{ status: 401, error: expect.objectContaining({ reason }) }]);
  });

  it.each([
    ["body-is-parsed", 500, { rawBody: { id: 1 } }],
    ["missing-body", 500, { rawBody: undefined }],
    ["too-large", 413, { rawBody: "x".repeat(2_000_000) }],
    ["unreadable-body", 400, signed("not JSON")],
    ["not-a-contact", 400, signed("{}")],
  ] as const)("is short for others, too: %s", async (reason, status, changed) => {
    const { listener, reasons } = listening();
    const answer = await listener.receive({ ...delivery, ...changed });
    expect(answer.status).toBe(status);
    expect(answer.body.length).toBeLessThan(20);
    expect(reasons).toEqual([reason]);
  });

  it("is sent even if reporting or the clock fails", async () => {
    const { listener } = listening({ onError: () => Promise.reject(new Error("no log")) });
    expect(await statusOf(listener.receive({ ...delivery, rawBody: "{}" }))).toBe(401);
    const { listener: stopped, reported } = listening({ now: () => new Date("never") });
    expect(await statusOf(stopped.receive(delivery))).toBe(500);
    expect(reported[0]?.error.message).toContain("now must be");
    expect(reported[0]?.error.cause).toBeInstanceOf(TypeError);
  });
});

describe("without onError", () => {
  afterEach(() => vi.restoreAllMocks());

  it("one line reports a refusal", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const { listener } = listening({ onError: undefined });
    await listener.receive({ ...delivery, rawBody: "{}" });
    await listener.fetch(new Request("http://localhost/"));
    const elsewhere = listening({ onError: undefined, path: "/webhooks" });
    await elsewhere.listener.fetch(new Request("http://localhost/", { method: "POST" }));
    expect(print.mock.calls).toEqual([
      [expect.stringMatching(/^pulumi-outreach webhook: wrong-signature, answered 401\. The signature [^\n]*$/)],
    ]);
  });
});

describe("the printed output", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is one line without control characters, whatever the error's message", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const onContact = () => Promise.reject(new Error("no\n\u001b[2Jpulumi-outreach webhook: all is well\u202e"));
    await listening({ onError: undefined, onContact }).listener.receive(delivery);
    expect(print.mock.calls).toEqual([
      [
        "pulumi-outreach webhook: handler-failed, answered 500. onContact failed for contact 4711: no pulumi-outreach webhook: all is well",
      ],
    ]);
  });
});

describe("the options", () => {
  it.each([
    ["secret", ""],
    ["secret", undefined],
    ["onContact", undefined],
    ["path", "webhooks"],
    ["path", "webhooks/outreach"],
    ["path", "/webhooks?x=1"],
    ["bodyTimeoutSeconds", 0],
    ["bodyTimeoutSeconds", 3601],
    ["bodyTimeoutSeconds", Number.POSITIVE_INFINITY],
    ["maxBodyBytes", -1],
  ])("are checked when the listener is created: %s %j", (option, value) => {
    expect(() => listening({ [option]: value })).toThrow(TypeError);
    expect(() => listening({ [option]: value })).toThrow(new RegExp(`^${option} must be`));
  });

  it.each([undefined, null, "secret"])("are required: %j", (given) => {
    expect(() => Reflect.apply(createWebhookListener, undefined, [given])).toThrow(
      /^createWebhookListener takes an object/,
    );
  });

  it("may allow a sender up to an hour for the body", () => {
    expect(() => listening({ bodyTimeoutSeconds: 3600 })).not.toThrow();
  });
});
