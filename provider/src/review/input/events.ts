import { z } from "zod";
import type { ReviewedDiagnostic } from "../model";
import { diagnosticOf, diagnosticSchema, settingsIn, stackOf } from "./digest";
import type { Plan } from "./plan";
import { type EngineStep, plannedResources, sideSchema, stackType } from "./resources";

const step = z.looseObject({
  metadata: z.looseObject({ op: z.string(), urn: z.string(), type: z.string(), old: sideSchema, new: sideSchema }),
});

/** One line of `pulumi up --json`. */
const eventSchema = z.looseObject({
  sequence: z.number(),
  resourcePreEvent: step.nullish(),
  resOutputsEvent: step.nullish(),
  resOpFailedEvent: step.nullish(),
  diagnosticEvent: diagnosticSchema.nullish(),
  preludeEvent: z.looseObject({ config: z.record(z.string(), z.unknown()).nullish() }).nullish(),
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
  /** What a refresh found: its second event has the outcome. */
  const refreshed: EngineStep[] = [];
  const refreshing = new Set<string>();
  const diagnostics: ReviewedDiagnostic[] = [];
  let hasFailed = false;
  for (const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent } of events) {
    if (resourcePreEvent) {
      const step = stepOf(resourcePreEvent);
      if (step.operation === "refresh") refreshing.add(step.urn);
      else started.push(step);
    }
    if (resOutputsEvent) {
      const step = stepOf(resOutputsEvent);
      if (!refreshing.delete(step.urn)) ended.push(step);
      else refreshed.push(step);
    }
    if (resOpFailedEvent) hasFailed = true;
    if (diagnosticEvent) diagnostics.push(...diagnosticOf(diagnosticEvent));
  }
  // A refresh before a plan or an update ends with the operation that it began with, whatever it has found.
  const isRefresh =
    refreshed.length > 0 &&
    refreshed.every(({ operation }) => operation !== "refresh") &&
    started.every(({ type }) => type === stackType);
  const found = refreshed.map((step) => (step.operation === "same" ? { ...step, operation: "refresh" } : step));
  const steps = isRefresh ? found : isPreview ? started : ended;
  const resources = plannedResources(steps);
  const isStopped = hasFailed || summary === undefined || (summary.result ?? "succeeded") !== "succeeded";
  const about = isRefresh ? "drift" : isPreview ? "planned" : "done";
  return {
    about,
    ...stackOf([...started, ...refreshed].map(({ urn }) => urn)),
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
    unchanged: resources.filter(({ change }) => change === "unchanged").length,
    settings: settingsIn(events.find((event) => event.preludeEvent)?.preludeEvent?.config ?? {}),
    refreshed: refreshed.map(({ urn }) => urn),
    leftOut: about === "planned" ? [withoutOptions] : [],
  };
}

const withoutOptions =
  "Events of a preview do not show the option deletedWith. Without PULUMI_ENABLE_STREAMING_JSON_PREVIEW the CLI prints a digest, which does.";

function stepOf({ metadata }: z.infer<typeof step>): EngineStep {
  return { operation: metadata.op, urn: metadata.urn, type: metadata.type, old: metadata.old, new: metadata.new };
}
