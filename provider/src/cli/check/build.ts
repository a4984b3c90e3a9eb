import type { z } from "zod";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { kinds } from "../../kinds";
import { ownCodes } from "../../lifecycle/acknowledge";
import { splitHints } from "../../lifecycle/check";
import type { Values } from "../../lifecycle/kind";
import { problemLine } from "../../lifecycle/problem";
import { reviewOf } from "../../review/build";
import type { ContentRules } from "../../review/content/rules";
import type { Plan } from "../../review/input/plan";
import { kindOf, plannedResources } from "../../review/input/resources";
import { sourceOf, type stackTraceSchema } from "../../review/input/source";
import { specialKey } from "../../review/input/values";
import type { Review } from "../../review/model";
import type { Check } from "./print";
import { SettingsOfResources } from "./settings";

/** What a program has registered under the mocks. */
export interface DeclaredResource {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly inputs: Values;
  /** The explicit provider that it is under: `URN::id`. */
  readonly provider?: string;
  /** As the SDK tells where the program declares it. */
  readonly stackTrace?: z.infer<typeof stackTraceSchema>;
}

/** A program that has run under the mocks. */
export interface CheckedProgram {
  readonly project: string;
  readonly stack: string;
  readonly config: Readonly<Record<string, string>>;
  readonly resources: readonly DeclaredResource[];
  readonly failures: readonly string[];
  readonly leftOut: readonly string[];
}

/** The rules that a program breaks, and what is wrong with its texts. */
export function checkOf(program: CheckedProgram, rules: ContentRules): Check {
  const { project, stack, config, resources, leftOut } = program;
  const settings = new SettingsOfResources(config, resources, withoutMarks);
  const own = resources.flatMap((resource) => {
    const kind = kindOf(resource.type);
    if (kind === undefined) return [];
    const { inputs, urn, reported } = splitHints(withoutMarks(resource.inputs));
    return [
      {
        ...resource,
        source: sourceOf(resource.stackTrace),
        kind: kinds[kind],
        inputs,
        urn: urn ?? urnOf(program, resource),
        raw: resource.inputs,
        reported,
      },
    ];
  });
  const seen = new Set<string>();
  const problems = own.flatMap(({ kind, name, urn, inputs, reported, source, provider }): Check["problems"] => {
    const { acknowledge, premiumSeats, launch = "allow" } = settings.of(provider);
    const acknowledged = new Set([...acknowledge, ...ownCodes(inputs)]);
    const found = kind.problems(inputs, { acknowledged, premiumSeats, launch });
    const about = { noun: kind.noun, resource: name, urn, ...(source === undefined ? {} : { source }) };
    const lines = found.map(problemLine);
    const others = reported.filter((line): line is string => typeof line === "string" && !lines.includes(line));
    const isTwice = seen.has(urn);
    seen.add(urn);
    return [
      ...found.map((problem) => ({
        ...{ ...about, text: problemLine(problem) },
        ...(problem.path === "" ? {} : { path: problem.path }),
      })),
      ...others.map((text) => ({ ...about, text })),
      ...(isTwice ? [{ ...about, text: `is declared twice: give each ${kind.noun} its own name` }] : []),
    ];
  });
  const broken = new Set(problems.map(({ urn }) => urn));
  const plan: Plan = {
    ...{ about: "planned", project, stack, diagnostics: [], isStopped: false, areUnchangedShown: true, unchanged: 0 },
    ...{ settings: {}, refreshed: [], leftOut: [] },
    // What breaks rules has no sense to review.
    resources: plannedResources(
      own
        .filter(({ urn }) => !broken.has(urn))
        .map(({ type, urn, id, raw, source }) => ({
          ...{ operation: "create", urn, type },
          new: { urn, type, id, inputs: raw, ...(source === undefined ? {} : { source }) },
        })),
    ),
  };
  const review = reviewOf([plan], { rules });
  const names = new Map(own.map(({ urn, name }) => [urn, name]));
  const findings = review.findings
    .filter(({ code }) => code.startsWith("content:"))
    .map(({ level, code, text, urn, path, source }) => ({
      ...{ level, code, text, resource: names.get(urn ?? "") ?? "" },
      ...(urn === undefined ? {} : { urn }),
      ...(path === undefined ? {} : { path }),
      ...(source === undefined ? {} : { source }),
    }));
  const failures = [...program.failures, ...settings.failures];
  const isFailed = problems.length > 0 || failures.length > 0;
  const hasDanger = findings.some(({ level }) => level === "danger");
  return {
    ...{ version: 1, project, stack, resources: own.length, problems, findings },
    verdict: isFailed ? "failed" : hasDanger ? "needs-approval" : "fine",
    // Node.js adds the files that asked for a module, over several lines.
    failures: failures.map((text) => safeText(text.replace(/\nRequire stack:.*$/s, ""), 1000)),
    leftOut: [
      "Whether the service accepts this change is not known: what exists, what runs and whom a change reaches, `pulumi-outreach review` tells of a preview.",
      ...proposalsIn(review.leftOut),
      ...hiddenIn(review.campaigns),
      ...(settings.unknown.length === 0
        ? []
        : [`Settings that only the update knows were not used: ${settings.unknown.join("; ")}.`]),
      ...leftOut,
    ],
  };
}

/** What a review says of its own input is not about this one. */
function proposalsIn(all: readonly string[]): string[] {
  return all.filter((text) => text.includes("contactsHave") || text.includes("outreach.review.yaml"));
}

function hiddenIn(campaigns: Review["campaigns"]): string[] {
  const names = campaigns
    .filter(({ hidden }) => hidden.includes("steps"))
    .map(({ resource }) => safeText(resource, 80));
  if (names.length === 0) return [];
  return [`Texts that are secret, or that only the update knows, were not checked: those in ${names.join(", ")}.`];
}

function urnOf({ project, stack }: CheckedProgram, { type, name }: DeclaredResource): string {
  return `urn:pulumi:${stack}::${project}::${type}::${name}`;
}

function withoutMarks(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, withoutMark(value)]));
}

function withoutMark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMark);
  if (!isRecord(value)) return value;
  return value[specialKey] === undefined ? withoutMarks(value) : withoutMark(value.value);
}
