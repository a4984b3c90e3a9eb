import type * as crypto from "node:crypto";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { verifyWebhook } from "../../../provider/src/webhook";
import { delivery, now, refusal } from "../../support/webhook/deliveries";
import { contactVector, secret } from "../../support/webhook/vectors";

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

describe("the comparison", () => {
  const digit = fc.constantFrom(..."0123456789abcdef");

  it("is Node.js's constant-time one, over whole digests, for every well-formed signature", () => {
    fc.assert(
      fc.property(fc.array(digit, { minLength: 64, maxLength: 64 }), fc.nat({ max: 64 }), (digits, shared) => {
        compared.mockClear();
        // From no matching byte to all.
        const hexadecimal = contactVector.hexadecimal.slice(0, shared) + digits.slice(shared).join("");
        const headers = { ...delivery.headers, "x-service-signature": `sha256=${hexadecimal}` };
        const verify = () => verifyWebhook({ ...delivery, headers, secret: ["first", secret, "last"] });
        if (hexadecimal === contactVector.hexadecimal) verify();
        else refusal("wrong-signature", verify);
        expect(compared.mock.calls.map(([left, right]) => [left.length, right.length])).toEqual([
          [32, 32],
          [32, 32],
          [32, 32],
        ]);
        for (const [, right] of compared.mock.calls) expect(Buffer.from(right).toString("hex")).toBe(hexadecimal);
      }),
    );
  });

  it("is done with every secret, also after the right one", () => {
    verifyWebhook({ ...delivery, secret: [secret, "another"] });
    expect(compared).toHaveBeenCalledTimes(2);
  });

  it("is done before the age, the user and the content are checked", () => {
    const stale = new Date(now.getTime() + 600_000);
    for (const rawBody of ["", "[".repeat(1000), "not JSON"]) {
      refusal("wrong-signature", () => verifyWebhook({ ...delivery, rawBody, now: stale, userId: 7 }));
    }
    expect(compared).toHaveBeenCalledTimes(3);
  });
});
