import { expect, it } from "vitest";
import { kinds } from "../../provider/src/kinds";
import * as runtime from "../../provider/src/runtime";

it("the module that states load serves every kind under its name", () => {
  expect(Object.keys(runtime).sort()).toEqual(Object.keys(kinds).sort());
});
