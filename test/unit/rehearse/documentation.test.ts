import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { rehearse } from "../../../provider/src/cli/commands/rehearse";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));

it("explains every option", () => {
  const guide = readFileSync(join(docs, "rehearsing.md"), "utf8");
  const options = (rehearse.options ?? []).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? flags);
  expect(options.filter((option) => ![" ", "`"].some((end) => guide.includes(`\`${option}${end}`)))).toEqual([]);
});
