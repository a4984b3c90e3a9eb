import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { List } from "../../../provider/src/index";

it.each([
  ["import", { import: "12" }],
  ["id", { id: "12" }],
] as const)(
  "the option %s is refused by an error without a stack, which the SDK would format for 12 s",
  (_, options) => {
    const made = (): unknown => {
      try {
        return new List("fintech", { name: "Fintech" }, options);
      } catch (error) {
        return error;
      }
    };
    const thrown = made();
    expect(thrown).toBeInstanceOf(pulumi.RunError);
    expect(thrown).toHaveProperty("stack", "");
  },
);
