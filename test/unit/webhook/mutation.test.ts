import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookError, type WebhookErrorReason } from "../../../provider/src/webhook";
import { delivery, now, signed } from "../../support/webhook/deliveries";
import { contactVector, secret, timestamp } from "../../support/webhook/vectors";

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

  it("of the dot between timestamp and body", () => {
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
