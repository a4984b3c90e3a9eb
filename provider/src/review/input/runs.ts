import { z } from "zod";
import { withoutColours } from "../../api/redact";
import { secretSettings } from "../../host/settings";
import { nameOf } from "../../lifecycle/about";
import { Refusal } from "../../lifecycle/refusal";
import type { ReviewedDiagnostic } from "../model";
import type { Plan } from "./plan";
import { type EngineStep, isOfTheEngine, plannedResources, sideSchema, stackType } from "./resources";

/** A message printed by the CLI. */
const diagnosticSchema = z.looseObject({
  ...{ urn: z.string().nullish(), message: z.string().nullish(), severity: z.string().nullish() },
});

/** The output of `pulumi preview --json`; `pulumi refresh --preview-only --json` has the same shape. */
const digestSchema = z.looseObject({
  steps: z
    .array(z.looseObject({ op: z.string(), urn: z.string(), oldState: sideSchema, newState: sideSchema }))
    .nullish(),
  diagnostics: z.array(diagnosticSchema).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
});

/** True if the document is a preview's output. Log lines of other programs may also be JSON. */
export function isDigest(document: Readonly<Record<string, unknown>>): boolean {
  const { steps, changeSummary, diagnostics, duration } = document;
  if (Array.isArray(steps) || (typeof changeSummary === "object" && changeSummary !== null)) return true;
  // A preview that failed before its first step has only these fields.
  return Array.isArray(diagnostics) && typeof duration === "number";
}

/**
 * Parses a preview's output. Undefined if the document is something else. Throws a Refusal for the output of a refresh.
 *
 * @param source for messages: the name of the file, or `standard input`
 */
export function planOfDigest(document: Readonly<Record<string, unknown>>, source: string): Plan | undefined {
  const { data } = digestSchema.safeParse(document);
  if (data === undefined) return undefined;
  const steps = (data.steps ?? []).map(
    ({ op, urn, oldState, newState }): EngineStep => ({
      ...{ operation: op, urn, old: oldState, new: newState },
      type: newState?.type ?? oldState?.type ?? "",
    }),
  );
  const diagnostics = (data.diagnostics ?? []).flatMap(diagnosticOf);
  const same = data.changeSummary?.same ?? 0;
  const ofTheEngine = steps.filter((step) => step.operation === "same" && isOfTheEngine(step)).length;
  // This step is printed before the object is read, so it contains the old state regardless of the refresh's result.
  const planned = steps.filter(({ operation }) => operation !== "refresh");
  const refreshed = steps.filter(({ operation }) => operation === "refresh");
  const isStopped = diagnostics.some(({ severity }) => severity === "error");
  // Every plan has a step for the stack itself.
  if (refreshed.length > 0 && !isStopped && !planned.some(({ type }) => type === stackType))
    throw refreshDigest(source);
  const resources = plannedResources(planned);
  const shown = resources.filter(({ change }) => change === "unchanged").length;
  // Resources that the program only reads are always printed and do not count here.
  const printed = planned.filter((step) => step.operation === "same" && !isOfTheEngine(step)).length;
  return {
    about: "planned",
    resources,
    ...stackOf(steps.map(({ urn }) => urn).concat((data.diagnostics ?? []).flatMap(({ urn }) => urn ?? []))),
    diagnostics,
    isStopped,
    areUnchangedShown: same - ofTheEngine <= printed,
    unchanged: Math.max(shown, same - ofTheEngine),
    settings: settingsIn(data.config ?? {}),
    refreshed: refreshed.map(({ urn }) => urn),
    leftOut: [],
  };
}

/** In this format, the CLI prints equal states for an object if only outputs have changed. */
function refreshDigest(source: string): Refusal {
  return new Refusal(
    `${source} is a digest of a refresh. It does not show what changed in outputs alone, such as a campaign that was switched on in the app.`,
    "Print the events of the refresh: PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi refresh --preview-only --json.",
  );
}

/** This package's settings in a stack's config. The CLI marks secret ones. */
function settingsIn(config: Readonly<Record<string, unknown>>): Record<string, string> {
  const own = Object.entries(config).flatMap(([key, value]) => {
    const name = /^outreach:(\w+)$/.exec(key)?.[1];
    const isSecretOne = name === undefined || secretSettings.some((secret) => secret === name);
    return isSecretOne || typeof value !== "string" ? [] : [[name, value]];
  });
  return Object.fromEntries(own);
}

/** Only warnings and errors, because other log messages of the engine may contain secrets in plain text. */
function diagnosticOf({ urn, message, severity }: z.infer<typeof diagnosticSchema>): ReviewedDiagnostic[] {
  if (severity !== "error" && severity !== "warning") return [];
  const text = withoutColours(message ?? "")
    .replace(/^(error|warning): /, "")
    .trim();
  if (text === "") return [];
  const isOfStack = !urn || urn.split("::")[2] === stackType;
  return [{ severity, text, ...(isOfStack ? {} : { resource: nameOf(urn), urn }) }];
}

/** The project and stack of the first URN, which are the same for all steps of a run. */
export function stackOf(urns: readonly string[]): { readonly project: string; readonly stack: string } {
  const [, , stack = "", project = ""] = urns.find((urn) => urn.startsWith("urn:pulumi:"))?.split(/:{1,2}/) ?? [];
  return { project, stack };
}

const step = z
  .looseObject({
    metadata: z.looseObject({ op: z.string(), urn: z.string(), type: z.string(), old: sideSchema, new: sideSchema }),
  })
  .transform(
    ({ metadata: { op, urn, type, old, new: next } }): EngineStep => ({ operation: op, urn, type, old, new: next }),
  );

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

/** Undefined if one of the documents is not an engine event. */
export function planOfEvents(documents: readonly Readonly<Record<string, unknown>>[]): Plan | undefined {
  const { data: events } = z.array(eventSchema).safeParse(documents);
  if (events === undefined) return undefined;
  const summary = events.map((event) => event.summaryEvent ?? undefined).findLast((each) => each !== undefined);
  const isPreview = summary?.isPreview === true;
  const started: EngineStep[] = [];
  const ended: EngineStep[] = [];
  /** The steps of a refresh, from the second event for each resource, which contains the outcome. */
  const refreshed: EngineStep[] = [];
  const refreshing = new Set<string>();
  const diagnostics: ReviewedDiagnostic[] = [];
  let hasFailed = false;
  for (const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent } of events) {
    if (resourcePreEvent?.operation === "refresh") refreshing.add(resourcePreEvent.urn);
    else if (resourcePreEvent) started.push(resourcePreEvent);
    if (resOutputsEvent) (refreshing.delete(resOutputsEvent.urn) ? refreshed : ended).push(resOutputsEvent);
    if (resOpFailedEvent) hasFailed = true;
    if (diagnosticEvent) diagnostics.push(...diagnosticOf(diagnosticEvent));
  }
  // A refresh before a plan or an update reports the same operation at its end, regardless of the result.
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
    diagnostics: summary === undefined ? [...diagnostics, notEnded] : diagnostics,
    isStopped: isStopped || diagnostics.some(({ severity }) => severity === "error"),
    areUnchangedShown: true,
    unchanged: resources.filter(({ change }) => change === "unchanged").length,
    settings: settingsIn(events.find((event) => event.preludeEvent)?.preludeEvent?.config ?? {}),
    refreshed: refreshed.map(({ urn }) => urn),
    leftOut: about === "planned" ? [withoutOptions] : [],
  };
}

const notEnded = {
  severity: "error",
  text: "The run did not end: it was killed, or its output was cut off.",
} as const;

const withoutOptions =
  "Events of a preview do not show the option deletedWith. Without PULUMI_ENABLE_STREAMING_JSON_PREVIEW the CLI prints a digest, which does.";
