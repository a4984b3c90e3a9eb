import * as pulumi from "@pulumi/pulumi";
import { environmentVariable } from "./environment";
import { programError } from "./programError";
import { rehearsalVariable } from "./rehearsal";
import { typeToken } from "./token";

/** Types whose plugin belongs to the CLI: a rehearsal has no plugin for any other one. */
const dynamicTypes = "pulumi-nodejs:";

/**
 * In a rehearsal, makes the creation of the program's own dynamic resources fail. A preview shows those that it knows
 * of, and `pulumi-outreach rehearse` refuses them; it does not know those that the program makes inside of `apply`.
 */
export function guardRehearsedProgram(): void {
  if (environmentVariable(rehearsalVariable) === undefined) return;
  // There is no stack in the process of a provider, which makes no resource.
  if (pulumi.runtime.isDryRun() || pulumi.runtime.getStackResource() === undefined) return;
  pulumi.runtime.registerStackTransformation(({ type, name }) => {
    if (!type.startsWith(dynamicTypes) || type.startsWith(typeToken(""))) return undefined;
    throw programError(
      `a rehearsal must not touch resources of other providers, and the program makes ${name} (${type}) while it is brought up, probably inside of apply. It was not created. Rehearse a program without it.`,
    );
  });
}
