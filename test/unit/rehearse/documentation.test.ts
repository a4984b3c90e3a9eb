import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { rehearse } from "../../../provider/src/cli/commands/rehearse";
import { rehearsalSchema } from "../../../provider/src/rehearse/model";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));

it("has the schema of the JSON beside the guide", async () => {
  const schema = z.toJSONSchema(rehearsalSchema, { io: "output" });
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(join(docs, "rehearsal.schema.json"));
});

it("explains every option", () => {
  const guide = readFileSync(join(docs, "rehearsing.md"), "utf8");
  const options = (rehearse.options ?? []).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? flags);
  expect(options.filter((option) => !guide.includes(`\`${option} `))).toEqual([]);
});
