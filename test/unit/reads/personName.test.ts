import { expect, it } from "vitest";
import { contactName, userName } from "../../../provider/src/reads/personName";

it("a user's name is joined from its parts, a contact has its full name if the service returns it", () => {
  const served = { firstName: "Ada", lastName: "Kim", fullName: "Ada B. Kim" };
  expect([userName(served), contactName(served)]).toEqual(["Ada Kim", "Ada B. Kim"]);
  expect([userName({ lastName: "Kim" }), contactName({ firstName: "Ada" }), userName({})]).toEqual(["Kim", "Ada", ""]);
});
