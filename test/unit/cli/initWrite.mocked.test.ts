import * as fs from "node:fs";
import { expect, it, vi } from "vitest";
import { InitStage } from "../../support/initStage";

vi.mock(import("node:fs"), { spy: true });

const stage = new InitStage();

const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });

it.each([
  ["a folder that may not be written", "EACCES", "it may not be accessed"],
  ["a read-only file system", "EROFS", "EROFS: no"],
  ["a full disk", "ENOSPC", "ENOSPC: no"],
])("writes nothing to %s, and gives the reason", async (_, code, cause) => {
  stage.write({ "index.ts": "mine" });
  vi.mocked(fs.writeFileSync).mockImplementation((path) => {
    if (String(path).includes("README")) throw failure(code);
  });
  const { stdout, stderr, code: exit } = await stage.init();
  vi.mocked(fs.writeFileSync).mockReset();
  expect([exit, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(`error: could not write ${stage.folder}: ${cause}. Nothing was written.\n`);
  expect(stage.contents()).toEqual({ "index.ts": "mine" });
});
