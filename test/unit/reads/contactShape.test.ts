import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { contactFields, contactIn } from "../../../provider/src/reads/contactShape";

/** The reader's rule, as a zod schema: a field with another type counts as missing. */
const id = z.union([z.number().int().nonnegative().safe(), z.string().regex(/^[\w.:~-]{1,128}$/)]);
const schemas: Record<string, z.ZodType> = { text: z.string(), flag: z.boolean(), quantity: z.number(), id };
const expected = z.looseObject({
  id,
  ...Object.fromEntries(
    Object.entries(contactFields).flatMap(([name, type]) =>
      name === "id" || type === "progresses" ? [] : [[name, (schemas[type] ?? z.never()).optional().catch(undefined)]],
    ),
  ),
});

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(undefined),
  fc.array(fc.integer()),
  fc.dictionary(fc.string(), fc.integer()),
  fc.constantFrom("12", "a b", -1, 2 ** 53, 1.5, ""),
);
const names = Object.keys(contactFields).filter((name) => name !== "campaignStatus");
const served = fc.oneof(
  fc.dictionary(fc.constantFrom(...names, "somethingElse"), value),
  fc
    .record({ id: fc.nat() })
    .chain((known) =>
      fc.dictionary(fc.constantFrom(...names, "somethingElse"), value).map((rest) => ({ ...rest, ...known })),
    ),
  value,
);

describe("a contact in a response", () => {
  it("is read field by field: one with another type is omitted, unknown ones are kept", () => {
    let found = 0;
    fc.assert(
      fc.property(served, (answer) => {
        const contact = contactIn(answer);
        expect(contact).toEqual(expected.safeParse(answer).data);
        if (contact !== undefined) found += 1;
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(300);
  });

  it.each([
    ["none", [], []],
    ["one without an array", { campaignId: 5, stepNumber: 2 }, [{ campaignId: 5, stepNumber: 2 }]],
    [
      "entries beside one that cannot be read",
      ["odd", { campaign: { id: "7" }, status: "SENT" }, { campaignId: 8, status: 3, more: true }],
      [
        { campaign: { id: "7" }, status: "SENT", campaignId: "7" },
        { campaignId: 8, more: true },
      ],
    ],
    ["nothing if no entry can be read", [{ status: "SENT" }], undefined],
  ])("shows its campaigns: %s", (_what, campaignStatus, shown) => {
    expect(contactIn({ id: 1, campaignStatus })).toEqual({ id: 1, campaignStatus: shown });
  });

  it("is not a contact without a readable id", () => {
    expect([undefined, [], "12", {}, { id: -1 }, { id: "a b" }].map(contactIn)).toEqual(Array(6).fill(undefined));
  });
});
