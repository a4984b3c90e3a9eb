import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { engineProperties } from "../../acceptance/engine/properties";
import { repository } from "../../support/project";

it("each property of the engine is proved by one test", () => {
  const folder = join(repository, "test", "acceptance", "engine");
  const files = readdirSync(folder).filter((file) => file.endsWith(".test.ts"));
  const proved = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/^(?:engine|prepared)Test\("(\w+)"/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(proved.sort()).toEqual(Object.keys(engineProperties).sort());
});
