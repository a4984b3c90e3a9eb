import { z } from "zod";
import type { ReviewedDiagnostic } from "../model";
import { diagnosticOf, stackOf } from "./digest";
import type { Plan } from "./plan";
import { type EngineStep, isOfTheEngine, plannedResources, sideSchema } from "./resources";

const step = z.looseObject({
  metadata: z.looseObject({ op: z.string(), urn: z.string(), type: z.string(), old: sideSchema, new: sideSchema }),
});

/** One line of `pulumi up --json`. */
const eventSchema = z.looseObject({
  sequence: z.number(),
  resourcePreEvent: step.nullish(),
  resOutputsEvent: step.nullish(),
  resOpFailedEvent: step.nullish(),
  diagnosticEvent: z
    .looseObject({ urn: z.string().nullish(), message: z.string().nullish(), severity: z.string().nullish() })
    .nullish(),
  summaryEvent: z.looseObject({ isPreview: z.boolean().nullish(), result: z.string().nullish() }).nullish(),
});

export function isEvent(document: Readonly<Record<string, unknown>>): boolean {
  return typeof document.sequence === "number";
}

/** Undefined if one of the documents is no event of the engine. */
export function planOfEvents(documents: readonly Readonly<Record<string, unknown>>[]): Plan | undefined {
  const { data: events } = z.array(eventSchema).safeParse(documents);
  if (events === undefined) return undefined;
  const summary = events.map((event) => event.summaryEvent ?? undefined).findLast((each) => each !== undefined);
  const isPreview = summary?.isPreview === true;
  const started: EngineStep[] = [];
  const ended: EngineStep[] = [];
  const diagnostics: ReviewedDiagnostic[] = [];
  let hasFailed = false;
  for (const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent } of events) {
    if (resourcePreEvent) started.push(stepOf(resourcePreEvent));
    if (resOutputsEvent) ended.push(stepOf(resOutputsEvent));
    if (resOpFailedEvent) hasFailed = true;
    if (diagnosticEvent) {
      const { urn, message, severity } = diagnosticEvent;
      diagnostics.push(...diagnosticOf(urn ?? undefined, message ?? "", severity ?? ""));
    }
  }
  const resources = plannedResources(isPreview ? started : ended);
  const isStopped = hasFailed || summary === undefined || (summary.result ?? "succeeded") !== "succeeded";
  return {
    about: isPreview ? "planned" : "done",
    ...stackOf(started.map(({ urn }) => urn)),
    resources,
    diagnostics:
      summary === undefined
        ? [
            ...diagnostics,
            { severity: "error", text: "The run did not end: it was killed, or its output was cut off." },
          ]
        : diagnostics,
    isStopped: isStopped || diagnostics.some(({ severity }) => severity === "error"),
    areUnchangedShown: true,
    unchanged: resources.filter(({ change, type }) => change === "unchanged" && !isOfTheEngine(type)).length,
  };
}

function stepOf({ metadata }: z.infer<typeof step>): EngineStep {
  return { operation: metadata.op, urn: metadata.urn, type: metadata.type, old: metadata.old, new: metadata.new };
}
