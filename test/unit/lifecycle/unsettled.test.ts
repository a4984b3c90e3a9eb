import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import { changesOf, orReplaced } from "../../../provider/src/lifecycle/changes";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { type Recorded, readRecord, writtenRecord } from "../../../provider/src/lifecycle/record";
import { PartialFailure } from "../../../provider/src/lifecycle/refusal";
import {
  asHeld,
  settled,
  unsettledChanges,
  warnAboutUnsettled,
  withoutUnsentPause,
} from "../../../provider/src/lifecycle/unsettled";
import { update } from "../../../provider/src/lifecycle/update";
import { declared, robot } from "../kind/robot";
import { guarding, recordOf, urnOf } from "../resources/guarding";

const olds = { ...declared, on: false, asleep: false };
const comparedWith = (record: Partial<Recorded>, news: Values = olds) => ({
  ...{ kind: robot, id: "5", olds, news, record: recordOf(record), acknowledged: new Set<string>() },
});
const title = { property: "title", path: "title", effect: "update", isUnsettled: true };
const asleep = { property: "asleep", path: "asleep", effect: "update", isUnsettled: true };

describe("a property whose last change may have taken effect", () => {
  const unsettled = { title: ["R3"] };

  it("is changed although its value is the state's", () => {
    expect(changesOf(comparedWith({ unsettled }))).toEqual([title]);
    expect(changesOf(comparedWith({}))).toEqual([]);
  });

  it("is changed once if its value differs", () => {
    const changes = changesOf(comparedWith({ unsettled }, { ...olds, title: "R4" }));
    expect(changes).toEqual([{ property: "title", path: "title", effect: "update" }]);
  });

  it("is not sent if the program no longer declares it, or the object no longer exists", () => {
    const { title: _, ...others } = olds;
    expect(unsettledChanges(comparedWith({ unsettled }, others), [])).toEqual([]);
    expect(unsettledChanges(comparedWith({ unsettled, gone: true }), [])).toEqual([]);
  });

  it.each(["unseen", "unchangeable"])(
    "is neither sent nor replaced on a service without an operation for it (%s), except a pause",
    (known) => {
      expect(unsettledChanges(comparedWith({ unsettled, [known]: true }), [])).toEqual([]);
      const kind = { ...robot, isAlwaysSent: ({ property }: { property: string }) => property === "asleep" };
      const compared = { ...comparedWith({ unsettled: { ...unsettled, asleep: [true] }, [known]: true }), kind };
      expect(unsettledChanges(compared, [])).toEqual([asleep]);
    },
  );

  it("causes no replacement", () => {
    const [change] = changesOf(comparedWith({ unsettled }));
    if (change === undefined) throw new Error("no change");
    expect(orReplaced(comparedWith({ unsettled, unseen: true }), change)).toBe(change);
  });
});

describe("the values that count as the state's before a change is sent", () => {
  const held = (record: Partial<Recorded>, answer: Values, news?: Values) =>
    asHeld(comparedWith(record, news), { id: "5", ...olds, ...answer }).title;

  it.each([
    ["the state's", "R2", "R2"],
    ["that of the first change", "R3", "R3"],
    ["that of the second change", "R4", "R4"],
    ["another one", "By hand", "R2"],
  ])("if the service holds %s", (_, served, expected) => {
    expect(held({ unsettled: { title: ["R3", "R4"] } }, { title: served })).toBe(expected);
  });

  it("include the declared value of a secret property, whose former values are not recorded", () => {
    const news = { ...olds, title: "R3" };
    expect(held({ unsettled: { title: [] } }, { title: "R3" }, news)).toBe("R3");
    expect(held({ unsettled: { title: [] } }, { title: "R4" }, news)).toBe("R2");
  });

  it("are only the state's for every other property", () => {
    expect(held({ unsettled: { asleep: [true] } }, { title: "R3" }, { ...olds, title: "R3" })).toBe("R2");
    expect(held({}, { title: "R3" }, { ...olds, title: "R3" })).toBe("R2");
  });
});

describe("an object that was adopted as paused, which this service does not show,", () => {
  const pause = { ...robot, roles: { ...robot.roles, paused: "asleep" } };
  const kept = (record: Partial<Recorded>, news: Values) =>
    withoutUnsentPause({ ...comparedWith({ unsettled: { asleep: [true] }, ...record }, news), kind: pause });
  const { asleep: _, ...undeclared } = olds;

  it("is paused or not as nobody knows, once the program no longer declares it", () => {
    expect(kept({ pauseUnsent: true }, undeclared)).toEqual({ olds: undeclared, record: recordOf() });
    expect(kept({ pauseUnsent: true }, olds).olds).toEqual(olds);
    expect(kept({ pauseUnsent: true }, olds).record).toMatchObject({
      pauseUnsent: true,
      unsettled: { asleep: [true] },
    });
  });

  it("is compared as before if an update has paused it", () => {
    expect(kept({}, undeclared)).toEqual({ olds, record: recordOf({ unsettled: { asleep: [true] } }) });
  });
});

it("an outcome settles the changes that were sent, and no others", () => {
  const record = recordOf({ unsettled: { title: ["R3"], asleep: [true] } });
  const once = settled(record, [{ property: "title" }]);
  expect(once).toEqual(recordOf({ unsettled: { asleep: [true] } }));
  expect(settled(once, [{ property: "asleep" }])).toEqual(recordOf());
});

describe("an update that may have taken effect", () => {
  const urn = urnOf("one", "Robot");

  async function failing(news: Values, record: Partial<Recorded>, error: Error, secret: readonly string[] = []) {
    const { account, run } = guarding({ found: { "5": { status: "found", answer: { id: "5", ...olds } } } });
    vi.spyOn(account.records, "remember").mockResolvedValue();
    vi.spyOn(account, "update").mockRejectedValue(error);
    run.memory.remember(robot, { ...olds, ...news }, { urn, retained: false, secret });
    const outputs = { ...olds, recorded: writtenRecord(recordOf({ urn, ...record })) };
    return await update(robot, run, "5", outputs, { ...olds, ...news }).catch((failure: unknown) => failure);
  }

  const lines = ["it could not be changed", "the service answered 504", "try again"];
  const lost = new ServiceError(lines, { category: "broken", mayHaveTakenEffect: true });
  const refused = new ServiceError(lines, { category: "refused" });

  async function recordAfter(...parts: Parameters<typeof failing>) {
    const failure = await failing(...parts);
    if (!(failure instanceof PartialFailure)) throw new Error("it has not failed in part");
    expect(failure.outputs).toMatchObject(olds);
    return { message: failure.message, text: String(failure.outputs.recorded), ...readRecord(failure.outputs, "it") };
  }

  it("keeps the state's values and records those that were sent", async () => {
    const { message, unsettled } = await recordAfter({ title: "R3", asleep: true }, {}, lost);
    expect(unsettled).toEqual({ title: ["R3"], asleep: [true] });
    expect(message.split("\n").at(-1)).toBe(
      "The change of title, asleep may have taken effect. Run `pulumi up` again, also after a revert: it sends what the program then declares.",
    );
  });

  it("adds a value to those of earlier changes once", async () => {
    const before = { unsettled: { title: ["R3"] } };
    expect((await recordAfter({ title: "R4" }, before, lost)).unsettled).toEqual({ title: ["R3", "R4"] });
    expect((await recordAfter({ title: "R3" }, before, lost)).unsettled).toEqual({ title: ["R3"] });
  });

  it("records no secret value", async () => {
    const { unsettled, text } = await recordAfter({ title: "s3cret" }, {}, lost, ["title"]);
    expect(unsettled).toEqual({ title: [] });
    expect(text).not.toContain("s3cret");
    const before = { unsettled: { title: ["s3cret"] } };
    expect((await recordAfter({ title: "R4" }, before, lost, ["title"])).text).not.toContain("s3cret");
  });

  it("says that the service cannot revert it, unless it has an operation for each former value", async () => {
    const last = async (news: Values, record: Partial<Recorded>) =>
      (await recordAfter(news, record, lost)).message.split("\n").at(-1);
    const lookInApp =
      " may have taken effect. Run `pulumi up` again, which sends it again. This service cannot revert it: if it is not to stay, look in the app.";
    expect(await last({ asleep: true }, { unchangeable: true })).toBe(`The change of asleep${lookInApp}`);
    expect(await last({ asleep: true }, {})).toContain("also after a revert");
  });

  it("is a plain failure if it certainly had no effect", async () => {
    expect(await failing({ title: "R3" }, {}, refused)).toBe(refused);
  });
});

describe("the warning", () => {
  const warnings = (
    record: Partial<Recorded>,
    changes: readonly (typeof title)[],
    { replacing = false, kind = robot }: { readonly replacing?: boolean; readonly kind?: typeof robot } = {},
  ) => {
    const { run } = guarding();
    const situation = { ...comparedWith(record), kind, run, about: "it", nameless: "it", replacing };
    const all = changes.map((change) => ({ ...change, effect: "update", isUnsettled: true }) as const);
    return [...warnAboutUnsettled({ ...situation, changes: all })].map(({ warn }) => warn);
  };
  const unsettled = { title: ["R3"], asleep: [true] };

  it("names what the update sends and what it does not", () => {
    expect(warnings({ unsettled }, [title])).toEqual([
      "it: an earlier change of title failed without a clear answer and may have taken effect: this update sends the declared value.",
      "it: an earlier change of asleep failed without a clear answer and may have taken effect, and no update sends another value: run `pulumi refresh` to see what the service holds, or look in the app.",
    ]);
  });

  it("names what settles it on a service that does not show the object, as far as the service has an operation", () => {
    const kind = { ...robot, isAlwaysSent: ({ property }: { property: string }) => property === "asleep" };
    const look = "and no update sends another value: look in the app, because this service does not show it.";
    expect(warnings({ unsettled: { title: ["R3"] }, unseen: true }, [], { kind })).toEqual([
      `it: an earlier change of title failed without a clear answer and may have taken effect, ${look}`,
    ]);
    expect(warnings({ unsettled: { asleep: [true] }, unseen: true }, [], { kind })).toEqual([
      `it: an earlier change of asleep failed without a clear answer and may have taken effect, ${look} To settle it: declare asleep: true and run \`pulumi up\`, which sends it again; if it is to run, resume it in the app after that, and remove asleep from the program.`,
    ]);
  });

  it("is omitted if nothing is open, or if a new object replaces this one", () => {
    expect(warnings({}, [])).toEqual([]);
    expect(warnings({ unsettled }, [title], { replacing: true })).toEqual([]);
  });
});
