import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kinds } from "../../../provider/src/kinds";
import { createTable } from "../../../provider/src/lifecycle/createTable";
import { repository } from "../../../tools/repository.mjs";

it("docs/guards.md lists the rows of a create in their order", async () => {
  const text = await readFile(join(repository, "docs", "guards.md"), "utf8");
  const section = text.split("## In which order a create is decided")[1]?.split("\n## ")[0] ?? "";
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, row]) => row);
  const rows = [...createTable, ...Object.values(kinds).flatMap(({ guards }) => guards.createRules ?? [])];
  expect(listed).toEqual(rows.map(({ name }) => name));
});
