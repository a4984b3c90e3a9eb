import { join } from "node:path";
import { expect, it } from "vitest";
import { compiler } from "../../../tools/compile.mjs";
import { runProgram } from "../../../tools/pulumi/program.mjs";
import { repository } from "../../../tools/repository.mjs";

it("the arguments compile as defined in test/types", async () => {
  const folder = join(repository, "test", "types");
  const { code, output, errorOutput } = await runProgram(process.execPath, [compiler, "-p", folder]);
  expect({ code, printed: `${output}${errorOutput}` }).toEqual({ code: 0, printed: "" });
}, 60_000);
