import * as pulumi from "@pulumi/pulumi";
import { environmentVariable } from "./environment";
import { programError } from "./programError";
import { rehearsalVariable } from "./rehearsal";
import { typeToken } from "./token";

/** Types whose plugin is part of the CLI. A rehearsal has no plugins for other types. */
const dynamicTypes = "pulumi-nodejs:";

/**
 * In a rehearsal, makes creating the program's own dynamic resources fail. `pulumi-outreach rehearse` refuses those
 * that a preview shows, but a preview does not show resources created inside `apply`.
 */
export function guardRehearsedProgram(): void {
  if (environmentVariable(rehearsalVariable) === undefined) return;
  // A provider process has no stack and creates no resources.
  if (pulumi.runtime.isDryRun() || pulumi.runtime.getStackResource() === undefined) return;
  pulumi.runtime.registerStackTransformation(({ type, name }) => {
    if (!type.startsWith(dynamicTypes) || type.startsWith(typeToken(""))) return undefined;
    throw programError(
      `a rehearsal must not touch resources of other providers, and the program makes ${name} (${type}) while it is brought up, probably inside of apply. It was not created. Rehearse a program without it.`,
    );
  });
}
