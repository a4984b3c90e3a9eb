import { afterEach, describe, expect, it } from "vitest";
import { countPeople, readNames } from "../../../provider/src/cli/review/live";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { readPlan } from "../../../provider/src/review/input/read";
import { campaignValues, previewOf } from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";
import { open } from "../api/opening";
import { json, me, type PlainService, plainService } from "../api/plainService";

let service: PlainService;
afterEach(() => service.close());

const plan = readPlan({
  source: "test",
  text: previewOf([campaign({ op: "create", before: undefined, after: campaignValues({ listIds: [5] }) })]),
});

const contact = (id: number, more: object = {}) => ({ id, listId: 5, state: "finished", ...more });

async function counted(...bodies: readonly unknown[]) {
  let number = 0;
  service = await plainService({
    ...me,
    "GET /v1/contact": (...call) => json(200, bodies[Math.min(number++, bodies.length - 1)])(...call),
  });
  const { counts, leftOut } = await countPeople(open(service.origin).account, plan);
  return [counts.get("5"), ...leftOut];
}

const hundred = (from: number) => Array.from({ length: 100 }, (_, index) => contact(from + index));

describe("the people of a list are counted", () => {
  it.each<[string, unknown[], unknown[]]>([
    [
      "as the service documents it",
      [{ contacts: [contact(1), contact(2, { state: undefined })], total: 2, totalPages: 1 }],
      [{ people: 2, states: { finished: 1 } }],
    ],
    ["in an array", [[contact(1), contact(2)], []], [{ people: 2, states: { finished: 2 } }]],
    ["in another wrapper", [{ data: [contact(1)], meta: { total: 1 } }], [{ people: 1, states: { finished: 1 } }]],
    ["with nobody", [[]], [{ people: 0, states: {} }]],
    [
      "beside one of another shape",
      [{ contacts: [contact(1), contact(2, { state: { name: "paused" }, campaignStatus: "odd" })], total: 2 }],
      [{ people: 2, states: { finished: 1 } }, "The states of 1 of the people in list 5 cannot be read."],
    ],
    [
      "beside an invalid person",
      [
        { contacts: [contact(1), "somebody"], total: 2 },
        { contacts: [], total: 2 },
      ],
      [{ people: 2, states: { finished: 1 } }, "The states of the people in list 5 are those of the first 1."],
    ],
    [
      "up to five hundred, of more",
      [0, 1, 2, 3, 4].map((page) => ({ contacts: hundred(page * 100), total: 612 })),
      [{ people: 612, states: { finished: 500 } }, "The states of the people in list 5 are those of the first 500."],
    ],
  ])("%s", async (_, bodies, expected) => {
    expect(await counted(...bodies)).toEqual(expected);
  });

  it.each<[string, unknown[]]>([
    ["a response that is not a page", [{ people: 3 }]],
    ["a part without a total", [{ data: [contact(1)], hasMore: true }]],
    ["more than five hundred without a count", [0, 1, 2, 3, 4, 5].map((page) => hundred(page * 100))],
    ["people without a readable id", [[{ id: { of: 1 } }], []]],
  ])("never as none or as all: %s", async (_, bodies) => {
    expect(await counted(...bodies)).toEqual([undefined, "The service does not show how many people are in list 5."]);
  });
});

describe("the names of seats and members", () => {
  const config = { "outreach:impersonateUserId": "1" };
  const planned = (more: Values, settings: object) =>
    readPlan({
      source: "test",
      text: JSON.stringify({
        ...JSON.parse(previewOf([campaign({ op: "create", before: undefined, after: campaignValues(more) })])),
        config: settings,
      }),
    });
  const asked = async (more: Values, settings: object, routes: Parameters<typeof plainService>[0]) => {
    service = await plainService({ ...me, ...routes });
    const { seats, members, leftOut } = await readNames(open(service.origin).account, planned(more, settings));
    return [Object.fromEntries(seats), Object.fromEntries(members), leftOut];
  };

  it("are the addresses from the service, if the plan uses any", async () => {
    const routes = { "GET /v1/email-seat": json(200, [{ id: 3, email: "robin@example.com" }, { id: 4 }]) };
    expect(await asked({ emailSeatIds: [3] }, {}, routes)).toEqual([{ 3: "robin@example.com" }, {}, []]);
    expect(await asked({}, {}, {})).toEqual([{}, {}, []]);
  });

  it("are omitted, with a note, if the service does not return them", async () => {
    const routes = {
      "GET /v1/email-seat": json(403, { message: "no" }),
      "GET /v1/user/me": json(403, { message: "no" }),
    };
    expect(await asked({ emailSeatIds: [3] }, config, routes)).toEqual([
      ...[{}, {}],
      [
        "The service does not show the addresses of the e-mail seats.",
        "The service does not show the addresses of the member.",
      ],
    ]);
  });
});
