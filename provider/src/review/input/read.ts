import { type Input, notUnderstood, readDocuments } from "./document";
import type { Plan } from "./plan";
import { isDigest, isEvent, planOfDigest, planOfEvents } from "./runs";
import { isState, planOfStates } from "./states";

/** Reads the output of a preview, a refresh or an update. Throws Refusal. */
export function readPlan({ source, text }: Input): Plan {
  const documents = readDocuments({ source, text });
  const events = documents.filter(isEvent);
  const digests = documents.filter((document) => !isEvent(document) && isDigest(document));
  const runs = Math.max(digests.length, events.filter(({ preludeEvent }) => preludeEvent !== undefined).length);
  if (runs > 1) throw notUnderstood(source, `holds the output of ${runs} runs. Give each a file of its own`);
  // An update prints its preview first, unless told not to.
  const [digest] = digests;
  const plan =
    events.length > 0 ? planOfEvents(events) : digest === undefined ? undefined : planOfDigest(digest, source);
  // Every run has the stack itself among its steps, unless it failed before.
  if (plan !== undefined && (plan.stack !== "" || plan.isStopped)) return plan;
  if (documents.some(isState)) {
    throw notUnderstood(source, "is one state. To review what changed between two, use --before FILE --after FILE");
  }
  throw notUnderstood(source, "is JSON, but not an output of the Pulumi CLI that this release knows");
}

/** Reads two states of one stack. Throws Refusal. */
export function readStates(before: Input, after: Input): Plan {
  return planOfStates(before, after);
}
