import { z } from "zod";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { environmentVariable, variableOf } from "../../host/environment";
import { explicitSetting, ruleSettings, type SettingName, settingsOfRules } from "../../host/settings";
import { providerType } from "../../host/token";
import { kinds } from "../../kinds";
import { splitHints } from "../../lifecycle/check";
import { ownCodes } from "../../lifecycle/codes";
import type { Values } from "../../lifecycle/kind";
import { problemLine } from "../../lifecycle/problem";
import { isUnknown } from "../../lifecycle/unknown";
import { reviewOf } from "../../review/build";
import { contentFindings } from "../../review/content/checks";
import { type ContentRules, softened } from "../../review/content/rules";
import { quote } from "../../review/findings/sentences";
import type { Plan } from "../../review/input/plan";
import { kindOf, plannedResources } from "../../review/input/resources";
import { sourceOf, stackTraceSchema } from "../../review/input/source";
import { specialKey } from "../../review/input/values";
import type { Review } from "../../review/model";
import type { Check } from "./print";

/** A resource that a program registered under the mocks. */
const declaredResource = z.object({
  type: z.string(),
  name: z.string(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()),
  /** Its explicit provider: `URN::id`. */
  provider: z.string().optional(),
  /** Where the program declares it, in the SDK's format. */
  stackTrace: stackTraceSchema,
});
export type DeclaredResource = z.infer<typeof declaredResource>;

/** A program's resources and its errors. */
export const declarations = z.object({
  resources: z.array(declaredResource).readonly(),
  failures: z.array(z.string()).readonly(),
});

/** A program that ran under the mocks. */
export interface CheckedProgram extends Readonly<z.infer<typeof declarations>> {
  readonly project: string;
  readonly stack: string;
  readonly config: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

/** Checks a program's resources against the rules of their kinds, and its texts against the content rules. */
export function checkProgram(program: CheckedProgram, rules: ContentRules): Check {
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
    // A resource that breaks rules cannot be reviewed.
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
    // Node.js lists the files that required a missing module, on several lines.
    failures: failures.map((text) => safeText(text.replace(/\nRequire stack:.*$/s, ""), 1000)),
    leftOut: [
      "Whether the service accepts this change is not known: `pulumi-outreach review` of a preview shows what exists, what runs and whom the change reaches.",
      ...softened(rules),
      // A program uses one service, so its lists are all on the same one.
      ...contentFindings(review.campaigns, rules, () => "").proposals,
      ...hiddenTextNotes(review.campaigns),
      ...(settings.unknown.length === 0
        ? []
        : [`Settings that only the update knows were not used: ${settings.unknown.join("; ")}.`]),
      ...leftOut,
    ],
  };
}

function hiddenTextNotes(campaigns: Review["campaigns"]): string[] {
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

/** The settings that the rules of a resource depend on. */
type RuleSettings = Omit<ReturnType<typeof ruleSettings>, "problems">;

/** The settings that the program's own process reads from the environment. */
const environmentSettings: readonly SettingName[] = ["acknowledge", "premiumSeats"];
const environment = (name: SettingName) =>
  environmentSettings.includes(name) ? environmentVariable(variableOf(name)) : undefined;

/** The settings of resources: those of a resource's explicit provider, otherwise those of the stack. */
class SettingsOfResources {
  /** Problems of the settings that were requested. */
  readonly failures: string[] = [];
  /** Settings that are known only during the update. */
  readonly unknown: string[] = [];
  private readonly providers: ReadonlyMap<string | undefined, DeclaredResource>;
  private readonly known = new Map<string | undefined, RuleSettings>();

  /** @param plain removes the marks of secrets from values */
  constructor(
    private readonly config: Readonly<Record<string, string>>,
    resources: readonly DeclaredResource[],
    private readonly plain: (values: Values) => Values,
  ) {
    this.providers = new Map(resources.flatMap((each) => (each.type === providerType ? [[each.id, each]] : [])));
  }

  /** @param reference a resource's provider: `URN::id` */
  of(reference: string | undefined): RuleSettings {
    const provider = this.providers.get(reference?.split("::").at(-1));
    const known = this.known.get(provider?.id);
    if (known !== undefined) return known;
    const { problems, ...settings } = provider === undefined ? this.ofStack() : this.ofProvider(provider);
    this.known.set(provider?.id, settings);
    const whose = provider === undefined ? "" : `Provider ${quote(provider.name)}: `;
    this.failures.push(...problems.map((problem) => `${whose}${problem}`));
    return settings;
  }

  private ofStack() {
    return ruleSettings(environment, (name) => this.config[`outreach:${name}`], new Set());
  }

  private ofProvider({ name: called, inputs }: DeclaredResource) {
    const values = this.plain(inputs);
    const given = (name: SettingName) => values[`outreach:${name}`];
    const later = settingsOfRules.filter((name) => isUnknown(given(name)));
    if (later.length > 0) this.unknown.push(`${later.join(", ")} of Provider ${quote(called)}`);
    const text = (value: unknown) => (typeof value === "string" && !isUnknown(value) ? value : undefined);
    return ruleSettings(
      environment,
      (name) => text(given(name)),
      new Set((text(values[explicitSetting]) ?? "").split(",")),
    );
  }
}
