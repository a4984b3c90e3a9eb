import { type Input, notUnderstoodRefusal, readDocuments } from "./document";
import type { Plan } from "./plan";
import { isDigest, isEvent, planOfDigest, planOfEvents } from "./runs";
import { isState, planOfStates } from "./states";

/** Reads the output of a preview, a refresh or an update. Throws Refusal. */
export function readPlan({ source, text }: Input): Plan {
  const documents = readDocuments({ source, text });
  const events = documents.filter(isEvent);
  const digests = documents.filter((document) => !isEvent(document) && isDigest(document));
  const runs = Math.max(digests.length, events.filter(({ preludeEvent }) => preludeEvent !== undefined).length);
  if (runs > 1) throw notUnderstoodRefusal(source, `holds the output of ${runs} runs. Give each a file of its own`);
  // An update prints its preview first, unless that is skipped.
  const [digest] = digests;
  const plan =
    events.length > 0 ? planOfEvents(events) : digest === undefined ? undefined : planOfDigest(digest, source);
  // The steps of every run include the stack itself, unless the run failed earlier.
  if (plan !== undefined && (plan.stack !== "" || plan.isStopped)) return plan;
  if (documents.some(isState)) {
    throw notUnderstoodRefusal(
      source,
      "is one state. To review what changed between two, use --before FILE --after FILE",
    );
  }
  throw notUnderstoodRefusal(source, "is JSON, but not an output of the Pulumi CLI that this release knows");
}

/** Compares two states of a stack. Throws Refusal. */
export function readStates(before: Input, after: Input): Plan {
  return planOfStates(before, after);
}
