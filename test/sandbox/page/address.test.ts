import { expect, it } from "vitest";
import { shownAddress } from "../../../sandbox/src/page/reads/address.js";

it.each([
  ["http://127.0.0.1:4000/hook", "http://127.0.0.1:4000/hook"],
  ["http://ada:word@127.0.0.1:4000/hook?token=abc&n=1", "http://127.0.0.1:4000/hook?token=***&n=***"],
])("the address of a webhook is shown without secrets: %s", (url, shown) => {
  expect(shownAddress(url)).toBe(shown);
});
