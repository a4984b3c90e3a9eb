import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { statuses } from "../../../provider/src/webhook/answer";
import { repository } from "../../support/project";

const guide = readFileSync(join(repository, "docs", "webhooks.md"), "utf8");

it("docs/webhooks.md has every reason with its response status", () => {
  const rows = [...guide.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| ((?:\d+|none)[^|]*) \|/gm)];
  const documented = rows.flatMap(([, reasons = "", answers = ""]) => {
    const given = answers.split(", ");
    return reasons.split(", ").map((reason, index) => [reason.slice(1, -1), given[index] ?? given[0]]);
  });
  // An aborted request gets no response.
  const answered = Object.entries({ ...statuses, aborted: "none" }).map(([reason, status]) => [reason, String(status)]);
  expect(documented.sort()).toEqual(answered.sort());
});
