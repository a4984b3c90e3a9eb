import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { commands } from "../../../provider/src/cli/commands";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));

it("explains every option", () => {
  const guide = readFileSync(join(docs, "rehearsing.md"), "utf8");
  const { options = [] } = commands.find(({ name }) => name === "rehearse") ?? {};
  const names = options.map(({ usage }) => /--[\w-]+/.exec(usage)?.[0] ?? usage);
  expect(names).toContain("--days");
  expect(names.filter((option) => ![" ", "`"].some((end) => guide.includes(`\`${option}${end}`)))).toEqual([]);
});
