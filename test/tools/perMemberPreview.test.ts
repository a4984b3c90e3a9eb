import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { previewAll } from "../../examples/per-member/script/preview.mjs";
import { temporaryFolder } from "../support/folders";
import { writeProgram } from "./fakes";

it("the per-member example previews the service's current objects, and all resources, without changing anything", async () => {
  const folder = temporaryFolder();
  const pulumi = writeProgram(
    join(folder, "bin"),
    "pulumi",
    `require("node:fs").appendFileSync(${JSON.stringify(join(folder, "calls"))}, process.argv.slice(2).join(" ") + "\\n");`,
  );
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const decision = {
    ...{ id: "102", title: "Alice (102)", stack: "member-102", reason: "", linkedinSeatId: 7 },
    action: "run" as const,
  };
  const stacks = { folder, pulumi, prepared: async () => undefined };
  // The fake prints no preview.
  expect(await previewAll([decision], stacks, { parallel: 1, isStopped: () => false, review: [] })).toBe(1);
  expect(existsSync(join(folder, "calls"))).toBe(true);
  expect(readFileSync(join(folder, "calls"), "utf8")).toBe(
    "preview --refresh --json --show-sames --non-interactive --stack member-102\n",
  );
});
