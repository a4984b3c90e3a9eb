import * as pulumi from "@pulumi/pulumi";

let ended = 0;

/** Counts the resource once the engine has created, updated or kept it. A preview changes nothing. */
export function noteRegistration(resource: pulumi.CustomResource): void {
  if (pulumi.runtime.isDryRun()) return;
  // Before the program can use an output of it: the constructor runs this, and the URN is resolved first.
  resource.urn.apply(() => {
    ended += 1;
  });
}

/** How many resources of this package the engine is done with: what was read before the last of them may be outdated. */
export function endedRegistrations(): number {
  return ended;
}
