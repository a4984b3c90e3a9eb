import * as pulumi from "@pulumi/pulumi";
import { Refusal } from "../lifecycle/refusal";
import { checkVariable } from "./checked";
import { environmentVariable } from "./environment";
import { programUnderTest } from "./underTest";

/** True in a program run by `pulumi-outreach check`, where functions have no service to query. */
export function isCheckWithoutService(): boolean {
  return programUnderTest() === undefined && environmentVariable(checkVariable) !== undefined;
}

/** Throws in a check, which cannot query the service. */
export function assertNotInCheck(name: string): void {
  if (!isCheckWithoutService()) return;
  throw new Refusal(
    "`pulumi-outreach check` sends no requests, so the function has no result.",
    `Use ${name}Output, whose result a check does not know, or take the value from the config.`,
  );
}

/** The result of a function in a check: unknown, as in a preview. */
export function unknownResult<Result>(): pulumi.Output<Result> {
  const late: pulumi.Output<unknown> = pulumi.output<unknown>(pulumi.unknown);
  return late.apply((): Result => {
    throw new Error("what is not known is passed to nobody");
  });
}
