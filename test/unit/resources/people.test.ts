import { expect, it } from "vitest";
import { campaignsOfPeople } from "../../../provider/src/resources/campaign/people";
import { guarding } from "./guarding";

const on = (listId: unknown, ...campaigns: readonly unknown[]) => ({
  ...{
    listId,
    campaignStatus: campaigns.map((campaignId) => (typeof campaignId === "number" ? { campaignId } : campaignId)),
  },
});
const unlisted = (...campaigns: readonly number[]) => on(undefined, ...campaigns);

it.each<[string, unknown, readonly string[], boolean]>([
  ["are not known if people are not shown", undefined, [], false],
  ["are none of no people", [], [], true],
  ["are those that they show", [on(1, 5, 6), on("1", 6)], ["5", "6"], true],
  ["come from the first page, if everybody on it is in the list", { data: [on(1, 5)], total: 300 }, ["5"], true],
  ["are none of a person who shows none, if others show theirs", [on(1), { listId: 1 }], [], true],
  ["are not known if no person shows any", [{ listId: 1 }, { listId: 1 }], [], false],
  ["are not all known if one cannot be read", [on(1, 5, "x")], ["5"], false],
  ["are not all known if a person cannot be read", [on(1, 5), "x"], ["5"], false],
  ["are not all known if a person is nothing", [on(1, 5), null], ["5"], false],
  ["include those of people whose list is omitted", [unlisted(5), on(1, 6)], ["5", "6"], true],
  ["do not include those of people in other lists", [on(1, 5), on(2, 6)], ["5"], true],
  ["are none if all people are of other lists", [on(2, 6)], [], true],
  ["are not all known if more people follow, of any list", { data: [on(1, 5), on(2, 6)], total: 3 }, ["5"], false],
  ["are not all known if some may be of another list", [on(1, 5), on(2, 6), unlisted(7)], ["5"], false],
])("the campaigns of the people in a list %s", async (_, answer, ids, areAll) => {
  const { account } = guarding({ people: { "1": answer } });
  expect(await campaignsOfPeople(account, "checking it", "1")).toEqual({ ids: new Set(ids), areAll });
});
