import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kinds } from "../../../provider/src/kinds";
import { ofAdopted, ofProgram } from "../../../provider/src/lifecycle/adoptTable";
import { createTable } from "../../../provider/src/lifecycle/createTable";
import { ofHolders, ofObject } from "../../../provider/src/lifecycle/deleteTable";
import { repository } from "../../../tools/repository.mjs";

const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
const guards = Object.values(kinds).map((kind) => kind.guards);
const creates = [...names(createTable), ...guards.flatMap(({ createRules = [] }) => names(createRules))];
const accepts = guards.flatMap(({ acceptRules = [] }) => names(acceptRules));
const deletes = guards.flatMap(({ deleteRules = [] }) => names(deleteRules));

it.each([
  ["create", "## In which order a create is decided", creates],
  ["delete", "## In which order a delete is decided", [...names(ofObject), ...deletes, ...names(ofHolders)]],
  ["adoption", "## In which order an adoption is decided", [...names(ofProgram), ...accepts, ...names(ofAdopted)]],
] as const)("docs/guards.md lists the rows of a %s in their order", async (_, heading, rows) => {
  const text = await readFile(join(repository, "docs", "guards.md"), "utf8");
  const section = text.split(heading)[1]?.split("\n## ")[0] ?? "";
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, row]) => row);
  expect(listed).toEqual(rows);
});
