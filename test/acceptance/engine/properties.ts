import { expect, it } from "vitest";
import { demoAccounts } from "../../../sandbox/src/index";
import { expectCleanFailure } from "../../support/acceptance";
import type { Shown } from "../../support/declared";
import { isLong } from "../../support/long";
import { openPrepared, type PreparedStack } from "../../support/prepared";

/**
 * What only the real engine can show, each proved by one test of this folder. The texts of refusals and warnings are
 * proved in process, by the contract suite; here one of each kind is enough.
 */
export const engineProperties = {
  checkRefuses: "a refusal of check stops a preview, and is printed once, at its resource",
  diffRefuses: "a refusal of diff stops a preview, and is printed once, at its resource",
  constructorRefuses: "refusals of constructors are printed for all resources at once, under the stack",
  createRefuses: "a refusal of create records nothing of its resource, and what was created before it stays recorded",
  updateRefuses: "a refusal of update leaves the state as it was",
  deleteRefuses: "a refusal of delete stops a destroy before anything that the refused resource depends on",
  readRefuses: "a refusal of read stops a refresh, and the resource stays in the state",
  suppressed:
    "a campaign that would start with somebody whom outreach.do-not-contact names is refused before its create, if the settings ask for it",
  replacementByOption: "--replace, --target-replace and a taint ask the delete first, and its refusal creates nothing",
  retainOnDelete: "a replacement with retainOnDelete, which skips the delete, is refused at preview",
  transformedRetain: "a transformation with retainOnDelete, which skips the delete, lifts none of its guards",
  warnings: "a warning stands at its resource in the JSON of a preview, and never in the state",
  companies:
    "companies of outreach.do-not-contact stand in the value of a preview, which says that the update comes from that file alone",
  warningsOfDeletes:
    "a warning of a delete is printed by destroy, which deletes dependents first and empties the state",
  listReplacement:
    "a renamed list is created before the old one is let go, and its dependents are updated, not replaced",
  unknownReplacement: "a preview warns of a value that is known at the update alone and may replace the object",
  campaignReplacement: "a replaced campaign is deleted first, and the new one gets another id",
  target: "--target changes nothing else, not even what would be refused",
  alias: "a resource that is renamed with an alias keeps its object",
  stateRead:
    "a running campaign that only the state knows refuses the one in its place, at preview and update, without a refresh",
  continueOnError: "--continue-on-error goes on with what does not depend on the refused resource",
  secrets: "a text that is a secret is encrypted in the state, and arrives at the service in the clear",
  pendingCreate:
    "a create whose answer was lost is recorded as pending, and up --refresh gives it the id of the object",
  partialFailure:
    "a create that fails after it took effect is recorded with its id, and fails each run until it is mended",
  drift: "a refresh shows what was changed outside by property, and drops what is gone",
  explicitProvider: "an explicit provider acts for its member, and its key is encrypted",
  heldTwice:
    "what a later resource of an asynchronous program manages is adopted once, and the next preview refuses it",
  twoProviders:
    "what resources of two providers of one user would do together is refused, although each is a process of its own",
  targetAdoption:
    "what a resource manages that is no target is not adopted by one that is, although the engine asks nothing about it",
  functions: "functions read at preview what is known, and in an update what it has just created",
  failedFunction: "a function that fails ends the program, and says why once, without a stack",
  settings: "a key in the plain text of the stack's config is refused, and not repeated",
  otherAddress: "a state of another service is refused, and nothing is sent",
  launchByAgent: "what a coding agent's environment shows refuses a start of the update, and a pipeline's does not",
  missingPackage: "a package that the folder of the program does not see is named with what to install",
  upgrade: "a state of an older release is unchanged by a newer one, whose code refresh and destroy run",
} as const;

/** Several runs of the CLI each, for what the contract suite proves in process: `test:full` alone shows them. */
const leftToFull: ReadonlySet<keyof typeof engineProperties> = new Set([
  "companies",
  "suppressed",
  "twoProviders",
  "heldTwice",
  "transformedRetain",
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

/** What a person reads where a run is refused: no stack of a program and no key. */
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
