import { isDigest, planOfDigest } from "./digest";
import { readDocuments } from "./document";
import { isEvent, planOfEvents } from "./events";
import { notUnderstood } from "./failure";
import type { Plan } from "./plan";
import { isState, planOfStates } from "./states";

/** A text to read, and what messages call it: the name of the file, or `standard input`. */
export interface Input {
  readonly source: string;
  readonly text: string;
}

/** Reads the output of a preview, a refresh or an update. Throws Refusal. */
export function readPlan({ source, text }: Input): Plan {
  const documents = readDocuments(text, source);
  const events = documents.filter(isEvent);
  const digest = documents.find((document) => !isEvent(document) && isDigest(document));
  // An update prints its preview first, unless told not to.
  const plan = events.length > 0 ? planOfEvents(events) : digest === undefined ? undefined : planOfDigest(digest);
  if (plan !== undefined) return plan;
  if (documents.some(isState)) {
    throw notUnderstood(source, "is one state. To review what changed between two, use --before FILE --after FILE");
  }
  throw notUnderstood(source, "is JSON, but not an output of the Pulumi CLI that this release knows");
}

/** Reads two states of one stack. Throws Refusal. */
export function readStates(before: Input, after: Input): Plan {
  const read = ({ source, text }: Input) => ({ source, documents: readDocuments(text, source) });
  return planOfStates(read(before), read(after));
}
