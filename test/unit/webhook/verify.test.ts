import { describe, expect, it } from "vitest";
import { type VerifyWebhookArgs, verifyWebhook } from "../../../provider/src/webhook";
import { delivery, headersOf, now, refusal, signed } from "../../support/webhook/deliveries";
import {
  contactVector,
  contactVectors,
  emptyVector,
  notUnicodeVector,
  secret,
  timestamp,
} from "../../support/webhook/vectors";

/** The same as from an untyped program. */
const untyped = (args: object) => verifyWebhook(args as VerifyWebhookArgs);
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("a signature by OpenSSL", () => {
  it.each(contactVectors)("is accepted: $what", ({ secret: key, body, command, hexadecimal }) => {
    expect(command).toContain(`openssl dgst -sha256 -hmac '${key}'`);
    const event = verifyWebhook({ rawBody: body, headers: headersOf(hexadecimal), secret: key, now });
    expect(event).toMatchObject({ contact: { id: 4711 }, userId: "101", signed: true, timestamp: now });
    expect(event.signature).toBe(`sha256=${hexadecimal}`);
    const text = body.toString("utf8");
    expect(verifyWebhook({ rawBody: text, headers: headersOf(hexadecimal), secret: key, now })).toEqual(event);
    const { buffer, byteOffset, byteLength } = body;
    const copy = buffer.slice(byteOffset, byteOffset + byteLength);
    expect(untyped({ rawBody: copy, headers: headersOf(hexadecimal), secret: key, now })).toEqual(event);
  });

  it("is correct, but the body is not a contact: it is empty, or not UTF-8", () => {
    for (const { body, hexadecimal } of [emptyVector, notUnicodeVector]) {
      refusal("unreadable-body", () => verifyWebhook({ ...delivery, rawBody: body, headers: headersOf(hexadecimal) }));
    }
    // A framework has replaced the byte.
    const replaced = notUnicodeVector.body.toString("utf8");
    refusal("wrong-signature", () =>
      verifyWebhook({ ...delivery, rawBody: replaced, headers: headersOf(notUnicodeVector.hexadecimal) }),
    );
  });
});

describe("the body", () => {
  it.each([
    ["body-is-parsed", { id: 4711 }],
    ["body-is-parsed", [1]],
    ["body-is-parsed", 4711],
    ["body-is-parsed", { type: "Buffer", data: [123, 125] }],
    ["missing-body", undefined],
    ["missing-body", null],
  ] as const)("must be raw: %s", (reason, rawBody) => {
    const { message } = refusal(reason, () => untyped({ ...delivery, rawBody }));
    expect(message).toContain("express.raw(");
  });

  it("is refused above maxBodyBytes, before anything is computed", () => {
    const large = Buffer.alloc(50_000_000, " ");
    refusal("too-large", () => verifyWebhook({ ...delivery, rawBody: large }));
    refusal("too-large", () => verifyWebhook({ ...delivery, maxBodyBytes: contactVector.body.length - 1 }));
    expect(verifyWebhook({ ...delivery, maxBodyBytes: contactVector.body.length }).contact.id).toBe(4711);
  });

  it("keeps unknown fields, drops null, and does not round ids", () => {
    const body = '{"id":90071992547409931,"email":null,"new":{"kept":[1,null]},"firstName":7,"listId":5}';
    const { contact } = verifyWebhook(signed(body));
    expect(contact).toEqual({ id: "90071992547409931", new: { kept: [1] }, listId: 5 });
  });

  it.each(["contact", "data"])("may wrap the contact in %s", (field) => {
    const event = verifyWebhook(signed(`{"event":"contact.created","${field}":{"id":7,"firstName":"Ada"}}`));
    expect(event.contact).toEqual({ id: 7, firstName: "Ada" });
    expect(event.payload).toEqual({ event: "contact.created", [field]: { id: 7, firstName: "Ada" } });
  });

  it.each(["[]", "7", "null", '"text"', "{}", '{"id":null}', '{"id":-1}', '{"id":""}', '[{"id":1}]'])(
    "is refused without a contact: %s",
    (body) => {
      refusal("not-a-contact", () => verifyWebhook(signed(body)));
    },
  );

  it.each([
    "",
    " ",
    "{",
    "id=1",
    '\uFEFF{"id":1}',
    `{"id":1,"deep":${"[".repeat(101)}${"]".repeat(101)}}`,
    "[".repeat(500_000),
  ])("is refused if it cannot be read (%#)", (body) => {
    refusal("unreadable-body", () => verifyWebhook(signed(body)));
  });

  it("changes no prototype", () => {
    const { contact } = verifyWebhook(
      signed('{"id":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    );
    expect(contact.polluted).toBeUndefined();
    expect(Object.getPrototypeOf(contact)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("the headers", () => {
  const { headers } = delivery;
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  const arrays = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const twice = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value, value]]));
  const joined = new Headers(headers);
  joined.append("X-Service-Signature", headers["x-service-signature"]);

  it.each([
    ["in upper case", upper],
    ["as arrays", arrays],
    ["as arrays of equal values", twice],
    ["as the Headers of fetch", new Headers(headers)],
    ["as the Headers of fetch, a value repeated", joined],
    ["as a Map", new Map(Object.entries(arrays))],
    ["as pairs", Object.entries(upper)],
    ["as the rawHeaders of Node.js", Object.entries(upper).flat()],
    ["without a prototype", Object.assign(Object.create(null), headers)],
  ])("are read %s", (_form, given) => {
    expect(untyped({ ...delivery, headers: given })).toMatchObject({ contact: { id: 4711 }, userId: "101" });
  });

  it.each(["x-service-user-id", "x-service-timestamp", "x-service-signature"])(
    "are refused with two values of %s",
    (name) => {
      const value = headers[name] ?? "";
      const repeated = new Headers(headers);
      repeated.append(name, "7");
      const forms = [
        { ...headers, [name]: [value, "7"] },
        { ...headers, [name]: `${value}, 7` },
        { ...headers, [name.toUpperCase()]: "7" },
        [...Object.entries(headers).flat(), name, "7"],
        repeated,
      ];
      for (const form of forms) refusal("duplicate-header", () => verifyWebhook({ ...delivery, headers: form }));
    },
  );

  it.each([
    ["unsigned", { "x-service-user-id": "101" }],
    ["unsigned", { ...headers, "x-service-timestamp": undefined, "x-service-signature": "" }],
    ["missing-signature", { "x-service-timestamp": timestamp }],
    ["missing-timestamp", { "x-service-signature": headers["x-service-signature"] }],
  ] as const)("are refused: %s", (reason, given) => {
    const { message } = refusal(reason, () => verifyWebhook({ ...delivery, headers: given }));
    expect(message).toContain("x-service-");
  });

  it.each([undefined, null, "x-service-signature: 1"])("are required: %s", (given) => {
    expect(() => untyped({ ...delivery, headers: given })).toThrow(TypeError);
  });

  it("may have another prefix, and then only that one", () => {
    const branded = Object.entries(headers).map(([name, value]) => [name.replace("service", "brand"), value] as const);
    expect(verifyWebhook({ ...delivery, headers: branded, headerPrefix: "X-Brand-" }).userId).toBe("101");
    refusal("unsigned", () => verifyWebhook({ ...delivery, headers: branded }));
    refusal("unsigned", () => verifyWebhook({ ...delivery, headerPrefix: "x-brand-" }));
  });
});

describe("the timestamp", () => {
  it.each([
    "1e9",
    " 1767225600",
    "1767225600 ",
    "+1767225600",
    "-1",
    "0x6955b900",
    "1767225600.0",
    "01767225600",
    "١٧٦٧",
    "now",
    "1767225600123456",
  ])("is refused in any form except plain digits: %j", (form) => {
    refusal("malformed-timestamp", () => verifyWebhook(signed(contactVector.body, form)));
  });

  it.each([-300, -299.5, 0, 300])("may be %s seconds away", (seconds) => {
    expect(verifyWebhook({ ...delivery, now: at(seconds) }).timestamp).toEqual(now);
  });

  it("is refused with a clock that is ten minutes off, with a message for each direction", () => {
    const fast = refusal("timestamp-too-old", () => verifyWebhook({ ...delivery, now: at(600) }));
    expect(fast.message).toContain("600 s ago");
    const slow = refusal("timestamp-in-future", () => verifyWebhook({ ...delivery, now: at(-600).getTime() }));
    expect(slow.message).toContain("600 s in the future");
    for (const { message } of [fast, slow]) expect(message).toContain("check that the machine synchronises its clock");
  });

  it("is accepted within the given tolerance, and refused just outside it", () => {
    refusal("timestamp-too-old", () => verifyWebhook({ ...delivery, now: at(300.001) }));
    refusal("timestamp-in-future", () => verifyWebhook({ ...delivery, now: at(-300.001) }));
    refusal("timestamp-too-old", () => verifyWebhook({ ...delivery, now: at(1), toleranceSeconds: 0 }));
    expect(verifyWebhook({ ...delivery, now: at(3000), toleranceSeconds: 3600 }).signed).toBe(true);
    expect(verifyWebhook({ ...signed('{"id":1}', "100000000"), now: 100_000_000_000 }).signed).toBe(true);
  });

  it("in milliseconds is in the future", () => {
    refusal("malformed-timestamp", () => verifyWebhook(signed(contactVector.body, `${timestamp}000`)));
  });
});

describe("the secret", () => {
  it("may be one of several, while it is being changed", () => {
    expect(verifyWebhook({ ...delivery, secret: ["another", secret] }).signed).toBe(true);
    expect(verifyWebhook({ ...delivery, secret: [secret, "another"] }).signed).toBe(true);
    refusal("wrong-signature", () => verifyWebhook({ ...delivery, secret: ["another", "a third"] }));
  });

  it("is used as given; spaces around it are reported, and are not accepted", () => {
    const { message } = refusal("wrong-signature", () => verifyWebhook({ ...delivery, secret: ` ${secret}\n` }));
    expect(message).toContain("without the whitespace around it");
    const other = refusal("wrong-signature", () => verifyWebhook({ ...delivery, secret: " another " }));
    expect(other.message).not.toContain("whitespace");
  });

  it("is in no error, and neither is the body", () => {
    const { message, stack } = refusal("wrong-signature", () => verifyWebhook({ ...delivery, secret: "open sesame" }));
    for (const text of [message, stack]) {
      expect(text).not.toContain("open sesame");
      expect(text).not.toContain("ada@");
      expect(text).not.toContain(contactVector.hexadecimal);
    }
  });

  it.each([undefined, "", "  ", [], ["right", ""], 7, null])("must not be missing or empty: %j", (given) => {
    expect(() => untyped({ ...delivery, secret: given })).toThrow(/^secret must be the signing secret/);
  });
});

describe("the user", () => {
  it("is any, unless one is expected", () => {
    expect(verifyWebhook(delivery).userId).toBe("101");
    expect(verifyWebhook({ ...delivery, userId: 101 }).userId).toBe("101");
    expect(verifyWebhook({ ...delivery, userId: "101" }).userId).toBe("101");
    const { "x-service-user-id": _user, ...headers } = delivery.headers;
    expect(verifyWebhook({ ...delivery, headers }).userId).toBeUndefined();
    refusal("missing-user", () => verifyWebhook({ ...delivery, headers, userId: 101 }));
    refusal("wrong-user", () => verifyWebhook({ ...delivery, userId: 102 }));
  });

  it("is checked after the signature", () => {
    refusal("wrong-signature", () => verifyWebhook({ ...delivery, userId: 102, rawBody: "{}" }));
  });
});

describe("an unsigned delivery", () => {
  const unsigned = { ...delivery, headers: { "x-service-user-id": "101" } };

  it("is accepted with allowUnsigned and for one user only", () => {
    const args = { ...unsigned, secret: undefined, allowUnsigned: true, userId: 101 };
    const { signed: isSigned, timestamp: sent, signature } = verifyWebhook(args);
    expect({ isSigned, sent, signature }).toEqual({ isSigned: false, sent: undefined, signature: undefined });
    refusal("wrong-user", () => verifyWebhook({ ...args, userId: 102 }));
    refusal("missing-user", () => verifyWebhook({ ...args, headers: {} }));
    expect(() => verifyWebhook({ ...args, userId: undefined })).toThrow("allowUnsigned requires userId");
    refusal("unsigned", () => verifyWebhook(unsigned));
    refusal("unsigned", () => untyped({ ...unsigned, allowUnsigned: "yes", userId: 101 }));
  });

  it("may be allowed beside signed ones, which are still verified", () => {
    const both = { ...delivery, allowUnsigned: true, userId: 101 };
    expect(verifyWebhook(both).signed).toBe(true);
    refusal("wrong-signature", () => verifyWebhook({ ...both, rawBody: '{"id":1}' }));
    refusal("missing-signature", () => verifyWebhook({ ...both, headers: { "x-service-timestamp": timestamp } }));
  });

  it("is allowed without a secret: a signed one cannot be checked", () => {
    const { message } = refusal("no-secret", () =>
      verifyWebhook({ ...delivery, secret: undefined, allowUnsigned: true, userId: 101 }),
    );
    expect(message).toContain("the app has a signing secret now");
  });
});

describe("the options", () => {
  it.each([
    ["toleranceSeconds", -1],
    ["toleranceSeconds", Number.NaN],
    ["toleranceSeconds", Number.POSITIVE_INFINITY],
    ["toleranceSeconds", "300s"],
    ["maxBodyBytes", 0],
    ["maxBodyBytes", 1.5],
    ["headerPrefix", ""],
    ["headerPrefix", "x service"],
    ["userId", ""],
    ["userId", 1.5],
    ["userId", {}],
    ["now", Number(timestamp)],
    ["now", new Date("never")],
    ["now", String(now.getTime())],
  ])("is checked: %s %j", (option, value) => {
    expect(() => untyped({ ...delivery, [option]: value })).toThrow(TypeError);
    expect(() => untyped({ ...delivery, [option]: value })).toThrow(new RegExp(`^${option} must be`));
  });
});
