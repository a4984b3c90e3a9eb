import { expect, it } from "vitest";
import { demoAccounts } from "../../../sandbox/src/index";
import { expectCleanFailure } from "../../support/acceptance";
import type { Shown } from "../../support/declared";
import { isLong } from "../../support/long";
import { openPrepared, type PreparedStack } from "../../support/prepared";

/**
 * Properties that only the real engine can show, with one test each in this folder. The contract suite tests the texts
 * of refusals and warnings in process; here one of each kind is enough.
 */
export const engineProperties = {
  checkRefuses: "a refusal in check stops a preview and is printed once, at its resource",
  diffRefuses: "a refusal in diff stops a preview and is printed once, at its resource",
  constructorRefuses: "refusals in constructors are printed for all resources at once, under the stack",
  createRefuses: "a refused create does not record its resource; what was created before it stays recorded",
  updateRefuses: "a refused update leaves the state as it was",
  deleteRefuses: "a refused delete stops a destroy before anything that the resource depends on is deleted",
  readRefuses: "a refused read stops a refresh, and the resource stays in the state",
  suppressed:
    "with the setting for it, a campaign that would start with a person in outreach.do-not-contact is refused before its create",
  replacementByOption:
    "--replace, --target-replace and a taint request the delete first; if that is refused, nothing is created",
  retainOnDelete: "a replacement with retainOnDelete, which skips the delete, is refused at preview",
  transformedRetain: "if a transformation sets retainOnDelete, which skips the delete, every guard still applies",
  warnings: "a warning is at its resource in the JSON of a preview, and never in the state",
  companies:
    "a preview shows the companies of outreach.do-not-contact in the value, and that only this file causes the update",
  warningsOfDeletes: "destroy prints the warning of a delete, deletes dependents first, and empties the state",
  listReplacement:
    "a renamed list is created before the old one leaves the state, and its dependents are updated, not replaced",
  unknownReplacement: "a preview warns of a value that is known only in the update and may replace the object",
  campaignReplacement: "a replaced campaign is deleted first, and the new one gets a different id",
  failedReplacement:
    "a campaign whose replacement has failed is kept by adopt, with what the state knows of its former versions",
  adoptedInRun:
    "a campaign that was launched in the app, and that the run adopts as off, refuses a start on its list, in whatever order the program declares both",
  target: "--target changes nothing else, and skips refusals of other resources",
  alias: "a resource that is renamed with an alias keeps its object",
  stateRead:
    "a running campaign that is only in the state refuses the one in its place, at preview and update, without a refresh",
  continueOnError: "--continue-on-error continues with what does not depend on the refused resource",
  secrets: "a secret text is encrypted in the state, and the service receives it as plain text",
  pendingCreate:
    "a create whose response was lost is recorded as pending, and up --refresh records the id of its object",
  partialFailure:
    "a create that fails after it took effect is recorded with its id, and fails every run until that is corrected",
  unsettled:
    "a change that took effect and got no usable response is sent back after its revert, and the preview shows that",
  drift: "a refresh shows each property that was changed outside, and drops objects that no longer exist",
  explicitProvider: "an explicit provider acts for its member, and its key is encrypted",
  heldTwice:
    "an object that a later resource of an asynchronous program manages is adopted once, and the next preview refuses it",
  twoProviders:
    "resources of two providers with one user are compared with each other, although each provider is a separate process",
  targetAdoption:
    "with --target, an object that a resource outside the targets manages is not adopted, although the engine skips that resource",
  functions: "functions read known values at preview, and in an update what it has just created",
  failedFunction: "a function that fails ends the program, and prints the reason once, without a stack trace",
  settings: "a plain-text key in the stack's config is refused, and not printed",
  otherAddress: "a state of another service is refused, and nothing is sent",
  launchByAgent: "a start is refused in the environment of a coding agent, and not in that of a pipeline",
  missingPackage: "a package that is not installed for the program's folder is named, with the command to install it",
  upgrade: "a newer release keeps the state of an older one unchanged, and refresh and destroy run its code",
} as const;

/** Need several runs of the CLI each, and the contract suite tests the same in process: only in `test:full`. */
const leftToFull: ReadonlySet<keyof typeof engineProperties> = new Set([
  "companies",
  "suppressed",
  "twoProviders",
  "heldTwice",
  "transformedRetain",
  "failedReplacement",
  "targetAdoption",
  "launchByAgent",
]);

/** The test of one property. */
export function engineTest(property: keyof typeof engineProperties, run: () => Promise<void>): void {
  if (isLong || !leftToFull.has(property)) it(engineProperties[property], run);
}

/** The same on a copy of the prepared stack. */
export function preparedTest(
  property: keyof typeof engineProperties,
  run: (prepared: PreparedStack) => Promise<void>,
): void {
  engineTest(property, async () => run(await openPrepared()));
}

const [key = ""] = demoAccounts.owner.apiKeys;

/** The output of a refused run, without a stack trace and without the key. */
export function refused(shown: Shown): string {
  expectCleanFailure(shown);
  expect(shown.text).not.toContain(key);
  return shown.said;
}

export function fine({ code, text, said, resources }: Shown): string {
  expect(code, text).toBe(0);
  expect(text).not.toContain(key);
  return [said, resources].filter((part) => part !== "").join("\n");
}

/** The resources of this package in the state, by name, without the times that the engine writes. */
export async function recorded({ stack }: PreparedStack) {
  const { resources } = await stack.project.state();
  const own = resources.filter(({ type }) => type.includes("outreach:"));
  return Object.fromEntries(
    own.map(({ urn, id, inputs, outputs }) => [urn.split("::").at(-1) ?? "", { id, inputs, outputs }]),
  );
}
