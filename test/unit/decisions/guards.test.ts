import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kinds } from "../../../provider/src/kinds";
import { ofAdopted, ofProgram } from "../../../provider/src/lifecycle/adoptTable";
import { ofEveryAnswer } from "../../../provider/src/lifecycle/answerTable";
import { afterKinds, beforeKinds, changeTable } from "../../../provider/src/lifecycle/changeTable";
import { createTable } from "../../../provider/src/lifecycle/createTable";
import { ofHolders, ofObject } from "../../../provider/src/lifecycle/deleteTable";
import { ofPlan, afterKinds as ofPlanAfterKinds } from "../../../provider/src/lifecycle/planTable";
import { ofAnswer } from "../../../provider/src/lifecycle/sendTable";
import { repository } from "../../../tools/repository.mjs";

const all = Object.values(kinds);
const named = (rules: readonly { readonly name: string }[] = []) => rules.map(({ name }) => name);
type Rows =
  | "planRules"
  | "changeRules"
  | "sendRules"
  | "createRules"
  | "acceptRules"
  | "answerRules"
  | "meanwhileRules"
  | "deleteRules"
  | "leaveRules";
const ofKinds = (rules: Rows) => all.flatMap(({ policy }) => named(policy[rules]));

it.each([
  [
    "planned create",
    "### The check of a create",
    () => [...named(ofPlan), ...ofKinds("planRules"), ...named(ofPlanAfterKinds)],
  ],
  [
    "change",
    "### The diff, and the update",
    () => [...named(beforeKinds()), ...ofKinds("changeRules"), ...named(afterKinds)],
  ],
  ["change that is sent", "### Before a change is sent", () => [...ofKinds("sendRules"), ...named(ofAnswer)]],
  ["object in a response", "### What a response shows", () => [...named(ofEveryAnswer), ...ofKinds("answerRules")]],
  ["create of another machine", "### What other machines have created meanwhile", () => ofKinds("meanwhileRules")],
  ["create", "## In which order a create is decided", () => [...named(createTable), ...ofKinds("createRules")]],
  [
    "delete",
    "## In which order a delete is decided",
    () => [...named(ofObject()), ...ofKinds("deleteRules"), ...ofKinds("leaveRules"), ...named(ofHolders)],
  ],
  [
    "adoption",
    "## In which order an adoption is decided",
    () => [...named(ofProgram), ...ofKinds("acceptRules"), ...named(ofAdopted)],
  ],
] as const)("docs/guards.md lists the rows of a %s in their order", async (_, heading, rows) => {
  const text = await readFile(join(repository, "docs", "guards.md"), "utf8");
  const section = text.split(heading)[1]?.split(/\n##+ /)[0] ?? "";
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, row]) => row);
  expect(listed).toEqual(rows());
});

it("an update repeats the rows of a change that only check the object, in the order of the diff", () => {
  const rows = (at: "diff" | "update") => named(changeTable(kinds.Campaign, at));
  expect(rows("diff")).toEqual([
    ...named(beforeKinds()),
    ...named(kinds.Campaign.policy.changeRules),
    ...named(afterKinds),
  ]);
  expect(rows("update")).toEqual([
    ...["other-kind", "other-service", "other-user", "pending", "late-values", "other-owner"],
    ...["replacement", "unasked", "renamed", "other-source", "unknown-user"],
  ]);
});
