import { z } from "zod";
import { nameOf } from "../../lifecycle/about";
import type { ReviewedDiagnostic } from "../model";
import type { Plan } from "./plan";
import { type EngineStep, isOfTheEngine, plannedResources, sideSchema } from "./resources";

/** The output of `pulumi preview --json` and `pulumi refresh --preview-only --json`. */
const digestSchema = z.looseObject({
  steps: z
    .array(z.looseObject({ op: z.string(), urn: z.string(), oldState: sideSchema, newState: sideSchema }))
    .nullish(),
  diagnostics: z
    .array(z.looseObject({ urn: z.string().nullish(), message: z.string().nullish(), severity: z.string().nullish() }))
    .nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** True for an object that has a field of a preview's output. The CLI leaves out those that are empty. */
export function isDigest(document: Readonly<Record<string, unknown>>): boolean {
  return ["steps", "changeSummary", "diagnostics", "duration"].some((field) => Object.hasOwn(document, field));
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
  const diagnostics = (data.diagnostics ?? []).flatMap(({ urn, message, severity }) =>
    diagnosticOf(urn ?? undefined, message ?? "", severity ?? ""),
  );
  const resources = plannedResources(steps);
  const same = data.changeSummary?.same ?? 0;
  const ofTheEngine = steps.filter(({ operation, type }) => operation === "same" && isOfTheEngine(type)).length;
  const shown = resources.filter(({ change }) => change === "unchanged").length;
  const isRefresh = steps.some(({ operation }) => operation === "refresh");
  return {
    about: isRefresh ? "drift" : "planned",
    ...stackOf(given.map(({ urn }) => urn).concat((data.diagnostics ?? []).flatMap(({ urn }) => urn ?? []))),
    resources,
    diagnostics,
    isStopped: diagnostics.some(({ severity }) => severity === "error"),
    areUnchangedShown: isRefresh || same - ofTheEngine <= shown,
    unchanged: isRefresh ? shown : Math.max(shown, same - ofTheEngine),
  };
}

/** Warnings and errors. The rest of what the engine logs can hold values of secrets in plain text. */
export function diagnosticOf(urn: string | undefined, message: string, severity: string): ReviewedDiagnostic[] {
  if (severity !== "error" && severity !== "warning") return [];
  const text = message.replace(/^(error|warning): /, "").trim();
  if (text === "") return [];
  const isOfStack = urn === undefined || urn === "" || urn.includes("::pulumi:pulumi:Stack::");
  return [{ severity, text, ...(isOfStack ? {} : { resource: nameOf(urn) }) }];
}

/** The project and the stack of the first URN. Every step of a run has the same. */
export function stackOf(urns: readonly string[]): { readonly project: string; readonly stack: string } {
  const [, , stack = "", project = ""] = urns.find((urn) => urn.startsWith("urn:pulumi:"))?.split(/:{1,2}/) ?? [];
  return { project, stack };
}
