import { expect, it } from "vitest";
import { contactName, userName } from "../../../provider/src/reads/personName";

it("a user has the name of its parts, a contact its whole name where it is told", () => {
  const served = { firstName: "Ada", lastName: "Kim", fullName: "Ada B. Kim" };
  expect([userName(served), contactName(served)]).toEqual(["Ada Kim", "Ada B. Kim"]);
  expect([userName({ lastName: "Kim" }), contactName({ firstName: "Ada" }), userName({})]).toEqual(["Kim", "Ada", ""]);
});
