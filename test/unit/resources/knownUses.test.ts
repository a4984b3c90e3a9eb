import { describe, expect, it } from "vitest";
import type { Answer, Finding } from "../../../provider/src/api/objects";
import { operations } from "../../../provider/src/api/operation";
import { decide, type Rule } from "../../../provider/src/lifecycle/decision";
import { type AccountFacts, View } from "../../../provider/src/lifecycle/observe";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { type ListUse, usesOf } from "../../../provider/src/resources/campaign/startFacts";
import { type Around, guarding, listed, recorded } from "./guarding";

const name = "Fintech Q1";
const about = "checking it";
const shown = (changes: object = {}): Around => ({ campaigns: listed({ id: "5", name: "Other", ...changes }) });
const inCampaign = (listId: unknown, campaignId: unknown) => ({ listId, campaignStatus: [{ campaignId }] });
const people = (...contacts: readonly object[]) => ({ "1": { contacts } });
const found = (answer: Partial<Answer>): Finding => ({ status: "found", answer: { id: "5", ...answer } });
const running = recorded({ id: "5", targets: ["1"], running: true });
const elsewhere = recorded({ id: "5", targets: ["2"], running: true });
const recordedOff = recorded({ id: "5", targets: ["1"], running: false });
const use = [{ listId: "1", campaignId: "5" }];
const partial = { ...listed(), whole: false };
const namedByList = { lists: listed({ id: "1", campaignId: 5 }) };
const shownOn = { "5": found({ active: true }) };
const shownOff = { "5": found({ active: false }) };
const gone: Around["found"] = { "5": { status: "gone" } };
const isOn = shown({ active: true });
const itsPeople = people(inCampaign(1, 5));
const recordedWithoutLists = recorded({ id: "5", running: false });

interface Uses {
  readonly uses: readonly ListUse[];
  readonly hidden: readonly string[];
}

async function activeUses({ account, memory }: ReturnType<typeof guarding>, listIds: readonly string[]) {
  const view = new View({ account, memory, about, name, declarer: {}, which: "all" });
  await view.see(campaignKind);
  const handOut: Rule<AccountFacts, Uses> = {
    name: "uses",
    *decide(campaigns) {
      yield { act: yield* usesOf(campaigns, listIds) };
    },
  };
  const observed = { facts: () => view.of(campaignKind), look: view.look.bind(view) };
  const { act } = await decide([handOut], observed);
  if (act === undefined) throw new Error("nothing was handed out");
  return { ...act, campaigns: view.of(campaignKind) };
}

describe("the active campaigns on a list", () => {
  // Whether campaign 5 is an active use of list 1, may be one (its lists are hidden), or is none.
  it.each<[string, Around, "use" | "hidden" | "none"]>([
    ["are those that the service shows on it", shown({ active: true, listIds: [1] }), "use"],
    ["are none that is off", shown({ active: false, listIds: [1] }), "none"],
    [
      "are none that the service shows on others",
      { ...shown({ active: true, listIds: [2] }), people: itsPeople },
      "none",
    ],
    ["may be one with unknown lists", isOn, "hidden"],
    ["are one that the people of the list are in", { ...isOn, people: itsPeople }, "use"],
    ["are one that people are in, with ids as texts", { ...isOn, people: people(inCampaign("1", "5")) }, "use"],
    ["may be one that its people are not in yet", { ...isOn, people: people(inCampaign(1, 6)) }, "hidden"],
    ["may be one that people of other lists are in", { ...isOn, people: people(inCampaign(2, 5)) }, "hidden"],
    [
      "may be one if no person shows campaigns",
      { ...isOn, people: people({ listId: 1, campaignStatus: null }, { listId: 1 }) },
      "hidden",
    ],
    ["may be one if people cannot be read", { ...isOn, people: { "1": { contacts: 5 } } }, "hidden"],
    ["may be one that is recorded on others, if people are not shown", { recorded: [elsewhere] }, "hidden"],
    [
      "are none that is recorded on others, if its people are shown",
      { recorded: [elsewhere], people: people() },
      "none",
    ],
    [
      "are one that is recorded on others, if its people are in it",
      { recorded: [elsewhere], people: itsPeople },
      "use",
    ],
    ["are one that is recorded, if nothing is listed", { recorded: [running] }, "use"],
    [
      "are one that the listing lacks, if it is shown",
      { campaigns: listed(), recorded: [running], found: shownOn },
      "use",
    ],
    ["are none that is gone", { campaigns: listed(), recorded: [running], found: gone }, "none"],
    [
      "are none that is gone, whatever its lists",
      { campaigns: listed(), recorded: [recorded({ id: "5", running: true })], found: gone },
      "none",
    ],
    [
      "are none that is gone, although its people were in it",
      { campaigns: listed(), recorded: [elsewhere], people: itsPeople, found: gone },
      "none",
    ],
    ["are one of which only its own address shows that it runs", { ...shown({ listIds: [1] }), found: shownOn }, "use"],
    ["are none of which its own address shows that it is off", { ...shown({ listIds: [1] }), found: shownOff }, "none"],
    ["are one of which nothing shows that it is off", shown({ listIds: [1] }), "use"],
    [
      "are none that is recorded as off, if the service leaves that out",
      { ...shown({ listIds: [1] }), recorded: [recordedWithoutLists] },
      "none",
    ],
    [
      "are one that was recorded as off and runs",
      { ...shown({ listIds: [1] }), recorded: [recordedWithoutLists], found: shownOn },
      "use",
    ],
    [
      "are none that is recorded as off, of which the service shows neither lists nor that it runs",
      { ...shown(), recorded: [recordedWithoutLists], found: shownOn },
      "none",
    ],
    [
      "are one that is recorded as off and not listed, if it is shown",
      { recorded: [recordedOff], found: shownOn },
      "use",
    ],
    [
      "are one that is recorded as off and left out of a partial listing, if it is shown",
      { campaigns: partial, recorded: [recordedOff], found: shownOn },
      "use",
    ],
    ["are none that is recorded as off and cannot be read", { recorded: [recordedOff] }, "none"],
    ["are one that only the list names, if it is shown", { ...namedByList, campaigns: partial, found: shownOn }, "use"],
    [
      "are none that only the list names and that is off",
      { ...namedByList, campaigns: partial, found: shownOff },
      "none",
    ],
    ["are one that only the list names and that nothing else shows", namedByList, "use"],
    [
      "are none that only the list names and that is gone",
      { ...namedByList, campaigns: listed(), found: gone },
      "none",
    ],
    ["are none if the list names none", { lists: listed({ id: "1", campaignId: null }), campaigns: partial }, "none"],
  ])("%s", async (_, around, expected) => {
    const { uses, hidden } = await activeUses(guarding(around), ["1"]);
    expect({ uses, hidden }).toEqual({
      uses: expected === "use" ? use : [],
      hidden: expected === "hidden" ? ["5"] : [],
    });
  });

  it("are listed for each list", async () => {
    const given = guarding(shown({ active: true, listIds: [1, 2, 3] }));
    const { uses, campaigns } = await activeUses(given, ["1", "2"]);
    expect(uses).toEqual([...use, { listId: "2", campaignId: "5" }]);
    const shownActive = [...campaigns.objects.values()].filter(({ listed: answer }) => answer?.active === true);
    expect(shownActive.map(({ id }) => id)).toEqual(["5"]);
  });

  it("are looked up through the first people in a list, only if lists are unknown", async () => {
    const unknown = guarding(shown({ active: true }));
    await activeUses(unknown, ["1"]);
    expect(unknown.look.mock.calls).toEqual([
      [operations.listContacts, about, { query: { listId: "1", limit: "100" } }],
    ]);
    const served = guarding(shown({ active: true, listIds: [1] }));
    await activeUses(served, ["1"]);
    expect(served.look).not.toHaveBeenCalled();
  });

  it("are read by their ids only if the listing does not show whether they run, and not for other lists", async () => {
    const served = guarding(shown({ active: true, listIds: [1] }));
    await activeUses(served, ["1"]);
    expect(served.find).not.toHaveBeenCalled();
    const recordedOnOthers = guarding({ campaigns: listed(), recorded: [elsewhere], people: people() });
    await activeUses(recordedOnOthers, ["1"]);
    expect(recordedOnOthers.find).not.toHaveBeenCalled();
  });
});
