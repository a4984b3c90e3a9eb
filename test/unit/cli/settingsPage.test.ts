import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { variableOf } from "../../../provider/src/host/environment";
import { settingNames } from "../../../provider/src/host/settings";
import { repository } from "../../support/project";

/** For tests, whose minute is shorter. */
const forTests = "rateWindowSeconds";

it("docs/settings.md lists each setting with its variable, in the order of the program", () => {
  const page = readFileSync(join(repository, "docs", "settings.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, name, variable]) => [name, variable]);
  const names = settingNames.filter((name) => name !== forTests);
  expect(rows).toEqual(names.map((name) => [name, variableOf(name)]));
});
