import { safeText } from "../../api/redact";
import { allKinds } from "../../everyKind";
import { Refusal } from "../../lifecycle/refusal";
import { readPlan } from "../../review/input/read";
import type { ReviewedDiagnostic } from "../../review/model";
import { firstAndCount } from "../../text/words";
import type { Foreign } from "../program";
import { failureReason } from "../said";
import type { Ended } from "./processes";

const mostNamed = 10;

/** Throws a Refusal that lists everything in the program that a rehearsal cannot create. */
export function assertOnlyOwnResources(foreign: readonly Foreign[]): void {
  if (foreign.length === 0) return;
  const references = foreign.filter(({ what }) => what === "stackReference");
  const others = foreign.filter(({ what }) => what !== "stackReference");
  throw new Refusal(
    ...(others.length === 0
      ? []
      : [
          `the program has resources of other providers, which a rehearsal must not touch: ${firstNames(others.map(describeForeign))}.`,
        ]),
    ...(references.length === 0
      ? []
      : [
          `the program reads other stacks, which a rehearsal cannot see: ${firstNames(references.map(({ name = "" }) => shown(name)))}.`,
        ]),
    `Nothing was created. Rehearse a program that has only ${allKinds()}: for example, move these to a project of their own.`,
  );
}

function describeForeign({ what, type, name = "" }: Foreign): string {
  return what === "provider" ? `those of the provider ${shown(type)}` : `${shown(name)} (${shown(type)})`;
}

const shown = (text: string) => safeText(text, 100);

const firstNames = (all: readonly string[]) => firstAndCount(all, mostNamed);

/** The warnings of a CLI run. Throws a Refusal with its errors if it failed. */
export function warningsOf(what: string, { code, output, errors }: Ended): string[] {
  const diagnostics = diagnosticsIn(output);
  const failures = diagnostics.filter(({ severity }) => severity === "error").map(diagnosticLine);
  if (code === 0 && failures.length === 0) {
    return diagnostics.filter(({ severity }) => severity === "warning").map(diagnosticLine);
  }
  const reasons = failures.length === 0 ? [failureReason(errors, output)] : withoutFinalLine(failures);
  throw new Refusal(`${what} failed, so there is nothing to rehearse:`, ...reasons.slice(0, mostNamed));
}

function diagnosticsIn(output: string): readonly ReviewedDiagnostic[] {
  try {
    return readPlan({ source: "the output of the Pulumi CLI", text: output }).diagnostics;
  } catch {
    return [];
  }
}

function diagnosticLine({ resource, text }: ReviewedDiagnostic): string {
  const lines = text.split("\n").map((line) => safeText(line, 300));
  return [resource === undefined ? "" : `${shown(resource)}: `, lines.filter((line) => line !== "").join("\n  ")].join(
    "",
  );
}

/** Removes the CLI's last line, which only reports that it failed. */
function withoutFinalLine(failures: readonly string[]): readonly string[] {
  const telling = failures.filter((text) => !/^(preview|update) failed$/.test(text));
  return telling.length === 0 ? failures : telling;
}
