import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { List } from "../../../provider/src/index";

it.each([
  ["import", { import: "12" }],
  ["id", { id: "12" }],
] as const)(
  "the option %s is refused with an error without a stack trace, which the SDK would take 12 s to format",
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
