import { z } from "zod";
import { secretSettings } from "../../host/settings";
import { nameOf } from "../../lifecycle/about";
import type { ReviewedDiagnostic } from "../model";
import type { Plan } from "./plan";
import { type EngineStep, isOfTheEngine, plannedResources, sideSchema } from "./resources";

/** A message as the CLI prints it. */
export const diagnosticSchema = z.looseObject({
  ...{ urn: z.string().nullish(), message: z.string().nullish(), severity: z.string().nullish() },
});

/** The output of `pulumi preview --json` and `pulumi refresh --preview-only --json`. */
const digestSchema = z.looseObject({
  steps: z
    .array(z.looseObject({ op: z.string(), urn: z.string(), oldState: sideSchema, newState: sideSchema }))
    .nullish(),
  diagnostics: z.array(diagnosticSchema).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
});

/** True for the output of a preview. Log lines of other programs are JSON as well. */
export function isDigest({ steps, changeSummary }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(steps) || (typeof changeSummary === "object" && changeSummary !== null);
}

/** Undefined if the document is no output of a preview. */
export function planOfDigest(document: Readonly<Record<string, unknown>>): Plan | undefined {
  const { data } = digestSchema.safeParse(document);
  if (data === undefined) return undefined;
  const given = data.steps ?? [];
  const steps = given.map(
    ({ op, urn, oldState, newState }): EngineStep => ({
      ...{ operation: op, urn, old: oldState, new: newState },
      type: newState?.type ?? oldState?.type ?? "",
    }),
  );
  const diagnostics = (data.diagnostics ?? []).flatMap(diagnosticOf);
  const same = data.changeSummary?.same ?? 0;
  const ofTheEngine = steps.filter((step) => step.operation === "same" && isOfTheEngine(step)).length;
  const plan = planOfSteps(steps);
  const shown = plan.resources.filter(({ change }) => change === "unchanged").length;
  const isRefresh = plan.about === "drift";
  return {
    ...plan,
    ...stackOf(given.map(({ urn }) => urn).concat((data.diagnostics ?? []).flatMap(({ urn }) => urn ?? []))),
    diagnostics,
    isStopped: diagnostics.some(({ severity }) => severity === "error"),
    areUnchangedShown: isRefresh || same - ofTheEngine <= shown,
    unchanged: isRefresh ? shown : Math.max(shown, same - ofTheEngine),
    settings: settingsIn(data.config ?? {}),
  };
}

/** The resources of a preview's steps, and whether they are planned or found by a refresh. */
function planOfSteps(steps: readonly EngineStep[]): Pick<Plan, "about" | "resources" | "leftOut"> {
  const planned = new Set(steps.filter(({ operation }) => operation !== "refresh").map(({ urn }) => urn));
  const refreshed = steps.filter(({ operation }) => operation === "refresh");
  // A preview with a refresh has two steps for each resource, and plans from the refreshed state. A refresh alone only
  // finds changed and missing objects.
  const isPlan =
    refreshed.length === 0 ||
    refreshed.some(({ urn }) => planned.has(urn)) ||
    steps.some((step) => !isOfTheEngine(step) && !/^(refresh|update|delete)$/.test(step.operation));
  if (!isPlan) return { about: "drift", resources: plannedResources(steps), leftOut: [] };
  return {
    about: "planned",
    resources: plannedResources(steps.filter(({ operation, urn }) => operation !== "refresh" || !planned.has(urn))),
    leftOut: refreshed.length === 0 ? [] : [refreshedFirst],
  };
}

export const refreshedFirst =
  "The run refreshed the state first: what that found to be changed outside of the program is not told apart.";

/** The settings of this package in a stack's config. Secret ones are printed as such by the CLI. */
export function settingsIn(config: Readonly<Record<string, unknown>>): Record<string, string> {
  const own = Object.entries(config).flatMap(([key, value]) => {
    const name = /^outreach:(\w+)$/.exec(key)?.[1];
    const isSecretOne = name === undefined || secretSettings.some((secret) => secret === name);
    return isSecretOne || typeof value !== "string" ? [] : [[name, value]];
  });
  return Object.fromEntries(own);
}

/** Warnings and errors. The rest of what the engine logs can hold values of secrets in plain text. */
export function diagnosticOf({ urn, message, severity }: z.infer<typeof diagnosticSchema>): ReviewedDiagnostic[] {
  if (severity !== "error" && severity !== "warning") return [];
  const text = (message ?? "").replace(/^(error|warning): /, "").trim();
  if (text === "") return [];
  const isOfStack = !urn || urn.includes("::pulumi:pulumi:Stack::");
  return [{ severity, text, ...(isOfStack ? {} : { resource: nameOf(urn) }) }];
}

/** The project and the stack of the first URN. Every step of a run has the same. */
export function stackOf(urns: readonly string[]): { readonly project: string; readonly stack: string } {
  const [, , stack = "", project = ""] = urns.find((urn) => urn.startsWith("urn:pulumi:"))?.split(/:{1,2}/) ?? [];
  return { project, stack };
}
