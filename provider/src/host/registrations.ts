import * as pulumi from "@pulumi/pulumi";

let endedCount = 0;

/** Counts the resource once the engine has created, updated or kept it. A preview changes nothing. */
export function noteRegistration(resource: pulumi.CustomResource): void {
  if (pulumi.runtime.isDryRun()) return;
  // Runs before the program can use any output: it is set up in the constructor, and the URN is resolved first.
  resource.urn.apply(() => {
    endedCount += 1;
  });
}

/** How many resources of this package the engine has finished with. Data read before the last of them may be outdated. */
export function endedRegistrations(): number {
  return endedCount;
}
