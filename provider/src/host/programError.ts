import * as pulumi from "@pulumi/pulumi";
import { programUnderTest } from "./underTest";

/**
 * An error that ends the program with these lines. The SDK never prints the stack of a RunError but formats it for its
 * trace, which on Node.js 20 takes 12 s and half a gigabyte of memory if the stack goes through `node_modules`. So the
 * stack is removed, except in unit tests, where the test runner shows it.
 */
export function programError(...lines: readonly string[]): pulumi.RunError {
  const error = new pulumi.RunError(lines.join("\n"));
  if (programUnderTest() === undefined) error.stack = "";
  return error;
}
