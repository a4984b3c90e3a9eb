import type * as crypto from "node:crypto";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { verifyWebhook, WebhookError, type WebhookErrorReason } from "../../../provider/src/webhook";
import { delivery, now, refused, signed } from "../../support/webhook/deliveries";
import { contactVector, secret, timestamp } from "../../support/webhook/vectors";

const compared = vi.hoisted(() => vi.fn());
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  const timingSafeEqual = (left: Uint8Array, right: Uint8Array) => {
    compared(left, right);
    return real.timingSafeEqual(left, right);
  };
  return { ...real, timingSafeEqual };
});

beforeEach(() => compared.mockClear());

function reasonOf(args: Parameters<typeof verifyWebhook>[0]): WebhookErrorReason | "accepted" {
  try {
    verifyWebhook(args);
    return "accepted";
  } catch (error) {
    if (error instanceof WebhookError) return error.reason;
    throw error;
  }
}

const replaced = (text: string, at: number, length: number, by: string) => {
  const from = at % (text.length + 1);
  return text.slice(0, from) + by + text.slice(from + length);
};
const mutation = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 3, unit: "binary" }));
const body = fc.oneof(
  fc.json().map((json) => `{"id":1,"any":${json}}`),
  fc.string(),
);

describe("no mutation is accepted", () => {
  it("of the body, as bytes or as a string", () => {
    fc.assert(
      fc.property(body, mutation, (text, [at, length, by]) => {
        const { rawBody, ...rest } = signed(text);
        const mutated = replaced(String(rawBody), at, length, by);
        fc.pre(mutated !== text);
        expect(reasonOf({ ...rest, rawBody: mutated })).toMatch(/^(wrong-signature|unreadable-body)$/);
        const bytes = Buffer.from(mutated);
        if (!bytes.equals(Buffer.from(text))) expect(reasonOf({ ...rest, rawBody: bytes })).toBe("wrong-signature");
      }),
      { numRuns: 1000 },
    );
  });

  it("of one bit of the body, the timestamp or the signature", () => {
    const inputs = { body: contactVector.body.toString(), timestamp, signature: `sha256=${contactVector.hexadecimal}` };
    for (const field of ["body", "timestamp", "signature"] as const) {
      for (let bit = 0; bit < inputs[field].length * 8; bit++) {
        const bytes = Buffer.from(inputs[field]);
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const mutated = { ...inputs, [field]: bytes.toString("latin1") };
        const rawBody = field === "body" ? bytes : inputs.body;
        const headers = { "x-service-timestamp": mutated.timestamp, "x-service-signature": mutated.signature };
        expect(reasonOf({ rawBody, headers, secret, now })).toMatch(
          /^(wrong-signature|malformed-(signature|timestamp)|duplicate-header)$/,
        );
      }
    }
  });

  it.each(["x-service-timestamp", "x-service-signature"] as const)("of %s", (name) => {
    fc.assert(
      fc.property(mutation, ([at, length, by]) => {
        const mutated = replaced(delivery.headers[name], at, length, by);
        fc.pre(mutated !== delivery.headers[name]);
        expect(reasonOf({ ...delivery, headers: { ...delivery.headers, [name]: mutated } })).not.toBe("accepted");
      }),
      { numRuns: 1000 },
    );
  });

  it("of the point between timestamp and body", () => {
    const { headers } = delivery;
    const shifted = { ...headers, "x-service-timestamp": timestamp.slice(0, -1) };
    expect(reasonOf({ ...delivery, rawBody: `0.${contactVector.body}`, headers: shifted })).toBe("wrong-signature");
  });

  it("of a string into another one with the same bytes", () => {
    const { rawBody, ...rest } = signed('{"id":1,"firstName":"\uFFFD"}');
    expect(reasonOf({ ...rest, rawBody })).toBe("accepted");
    expect(reasonOf({ ...rest, rawBody: '{"id":1,"firstName":"\uD800"}' })).toBe("unreadable-body");
  });
});

describe("the comparison", () => {
  const digit = fc.constantFrom(..."0123456789abcdef");

  it("is the constant-time one of Node.js, over whole digests, for every well-formed signature", () => {
    fc.assert(
      fc.property(fc.array(digit, { minLength: 64, maxLength: 64 }), fc.nat({ max: 64 }), (digits, shared) => {
        compared.mockClear();
        // Between nothing and all of it is right.
        const hexadecimal = contactVector.hexadecimal.slice(0, shared) + digits.slice(shared).join("");
        const headers = { ...delivery.headers, "x-service-signature": `sha256=${hexadecimal}` };
        reasonOf({ ...delivery, headers, secret: ["first", secret, "last"] });
        expect(compared.mock.calls.map(([left, right]) => [left.length, right.length])).toEqual([
          [32, 32],
          [32, 32],
          [32, 32],
        ]);
        for (const [, right] of compared.mock.calls) expect(Buffer.from(right).toString("hex")).toBe(hexadecimal);
      }),
    );
  });

  it("happens with every secret, also after the right one", () => {
    verifyWebhook({ ...delivery, secret: [secret, "another"] });
    expect(compared).toHaveBeenCalledTimes(2);
  });

  it("happens before the age, the user and the content are looked at", () => {
    const stale = new Date(now.getTime() + 600_000);
    for (const rawBody of ["", "[".repeat(1000), "not JSON"]) {
      refused("wrong-signature", () => verifyWebhook({ ...delivery, rawBody, now: stale, userId: 7 }));
    }
    expect(compared).toHaveBeenCalledTimes(3);
  });
});
