import { expect, it } from "vitest";
import type { Answer, Listing } from "../../../provider/src/api/objects";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { assertNoTwinMeanwhile } from "../../../provider/src/lifecycle/twinMeanwhile";
import { declared, robot } from "../kind/robot";
import { guarding, listed, recordOf } from "../resources/guarding";

const urn = "urn:pulumi:dev::project::robot::one";
const of = (id: string): Answer => ({ id, ...declared });

/** Checks new object 5 beside the current listing. */
function checking(after: Listing | undefined, acknowledged: readonly string[] = [], before?: Listing) {
  const { run, account, warnings, reaches, listing } = guarding(after === undefined ? {} : { lists: after });
  const its = { kind: robot, run, account, about: "it", urn, inputs: declared, declarer: {} };
  const situation = { ...its, acknowledged: new Set(acknowledged) };
  const created = { id: "5", outputs: { ...declared, recorded: writtenRecord(recordOf()) } };
  return { work: assertNoTwinMeanwhile(situation, before, created), warnings, reaches, listing };
}
const checked = (after: Listing | undefined, ...acknowledged: string[]) =>
  checking(after, acknowledged, listed(of("1")));

it.each<[string, Listing, string, string[]]>([
  [
    "is listed beside it",
    listed(of("1"), of("5"), of("6")),
    "another run created the same one at the same time: id 6",
    ["5", "6"],
  ],
  [
    "is listed in its place",
    listed(of("1"), of("6")),
    "answered its creation with id 5, and now lists an equal one",
    [],
  ],
])("an equal object that %s fails the run, and later ones until it is settled", async (_, after, text, switchedOff) => {
  const { work } = checked(after);
  await expect(work).rejects.toMatchObject({
    ...{ name: "PartialFailure", objectId: "5", message: expect.stringContaining(text) },
    outputs: { ...declared, recorded: writtenRecord({ ...recordOf(), unasked: true }) },
  });
  const first = { do: "inApp", act: "switchOff", ids: switchedOff };
  if (switchedOff.length > 0) await expect(work).rejects.toMatchObject({ ways: [[first, { do: "run" }]] });
});

it.each<[string, Listing, string[]]>([
  ["it is acknowledged", listed(of("5"), of("6")), ["twin:6"]],
  ["it was there before", listed(of("5"), of("1")), []],
  ["it differs", listed(of("5"), { ...of("6"), dockIds: [9] }), []],
])("a newly listed object does not matter if %s", async (_, after, acknowledged) => {
  const { work, warnings } = checked(after, ...acknowledged);
  await work;
  expect(warnings).toEqual([]);
});

it("an unavailable listing causes a warning that somebody may be written to", async () => {
  const { work, warnings, reaches } = checked(undefined);
  await work;
  const text = "it: created (id 5), but it could not be checked whether another machine created the same one";
  expect(warnings).toEqual([[expect.stringContaining(text), urn]]);
  expect(reaches).toEqual(["starts-sending"]);
});

it("nothing is listed if nothing was listed before", async () => {
  const { work, listing } = checking(undefined);
  await work;
  expect(listing).not.toHaveBeenCalled();
});
