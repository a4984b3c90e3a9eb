import { expect, it } from "vitest";
import type { Answer, KnownCreation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { factsOf } from "../../../provider/src/lifecycle/facts";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { saidOffOf } from "../../../provider/src/resources/campaign/startFacts";
import { recorded } from "./guarding";
import { declarer, name, nothingKnown, shown, starting } from "./starting";

const elsewhere = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");

it.each<[string, Partial<KnownCreation>, string, Answer | undefined, boolean]>([
  ["that this stack's runs have recorded as running", declarer, "inactive:5", undefined, true],
  ["that another stack has released", { ...elsewhere, released: true }, "inactive:5", undefined, true],
  ["that another stack manages", elsewhere, "inactive:5", undefined, false],
  ["of which nobody says that it is off", declarer, "inactive:6", undefined, false],
  ["that is recorded as off", { ...declarer, running: false }, "inactive:5", undefined, false],
  ["that the service shows as running", declarer, "inactive:5", shown(), false],
])("a person's word corrects the record of a campaign %s", (_, changes, code, answer, isCorrected) => {
  const { situation } = starting({}, { acknowledged: [code] });
  const creation = recorded({ id: "5", targets: ["1"], running: true, ...changes });
  const sources = { id: "5", recorded: creation, isWhole: answer !== undefined, listed: answer };
  const facts = factsOf({ kind: campaignKind, name, declarer }, sources);
  const campaigns = { ...nothingKnown(campaignKind), objects: new Map([["5", facts]]) };
  const said = saidOffOf({ situation, campaigns, listIds: ["1"] }, [{ listId: "1", campaignId: "5" }]);
  expect(said).toEqual(isCorrected ? ["5"] : []);
});
