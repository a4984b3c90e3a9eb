import * as pulumi from "@pulumi/pulumi";
import { Refusal } from "../lifecycle/refusal";
import { checkVariable } from "./checked";
import { environmentVariable } from "./environment";
import { programUnderTest } from "./underTest";

/** True in a program that `pulumi-outreach check` runs: nobody answers its functions. */
export function isUnasked(): boolean {
  return programUnderTest() === undefined && environmentVariable(checkVariable) !== undefined;
}

/** Throws in a check, which can know no answer. */
export function assertAsked(name: string): void {
  if (!isUnasked()) return;
  throw new Refusal(
    "`pulumi-outreach check` asks no service, so there is no answer.",
    `Use ${name}Output, whose result a check does not know, or take the value from the config.`,
  );
}

/** The answer of a function that nobody is asked for: a preview does not know it. */
export function unknownAnswer<Result>(): pulumi.Output<Result> {
  const late: pulumi.Output<unknown> = pulumi.output<unknown>(pulumi.unknown);
  return late.apply((): Result => {
    throw new Error("what is not known is passed to nobody");
  });
}
