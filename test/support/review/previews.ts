/** Output of the Pulumi CLI, for reviews. */

const project = "outreach-test";
const provider = `urn:pulumi:test::${project}::pulumi:providers:pulumi-nodejs::default::id`;
export const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
/** The engine's text for an unknown value. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Values = Record<string, unknown>;

export interface Told {
  readonly op: string;
  readonly type?: string;
  readonly name: string;
  readonly stack?: string;
  readonly id?: string;
  readonly before?: Values;
  readonly after?: Values;
  readonly outputs?: Values;
  readonly outputsAfter?: Values;
  readonly dependencies?: Record<string, string[]>;
}

export function urnOf(type: string, name: string, stack = "test"): string {
  return `urn:pulumi:${stack}::${project}::${type}::${name}`;
}

export const ofKind = (kind: string) => `pulumi-nodejs:dynamic/outreach:${kind}`;

/** One step of a preview. */
export function stepOf(told: Told) {
  const { op, type = ofKind("Campaign"), name, stack, id, before, after, outputs, outputsAfter, dependencies } = told;
  const urn = urnOf(type, name, stack);
  const host = { __provider: `exports.handler=()=>require("pulumi-outreach/runtime").${type.split(":").at(-1)};` };
  const side = (inputs: Values | undefined, given: Values | undefined, its: string | undefined) =>
    inputs === undefined
      ? {}
      : {
          ...{ urn, custom: true, type, provider, ...(its === undefined ? {} : { id: its }) },
          inputs: { ...host, ...inputs },
          ...(given === undefined ? {} : { outputs: { ...host, ...given } }),
          propertyDependencies: dependencies ?? {},
        };
  return {
    op,
    urn,
    provider,
    ...(before === undefined ? {} : { oldState: side(before, outputs ?? before, id) }),
    ...(after === undefined
      ? {}
      : { newState: side(after, outputsAfter, op === "create" || op === "replace" ? undefined : id) }),
    detailedDiff: null,
  };
}

export interface Diagnostic {
  readonly urn?: string;
  readonly message: string;
  readonly severity: string;
}

/** The output of `pulumi preview --json --show-sames`. */
export function previewOf(steps: readonly Told[], diagnostics: readonly Diagnostic[] = [], same?: number): string {
  const [stack] = steps.map((step) => step.stack).filter((each) => each !== undefined);
  const root = urnOf("pulumi:pulumi:Stack", `${project}-${stack ?? "test"}`, stack);
  const all = [
    { op: "same", urn: root, oldState: { urn: root, type: "pulumi:pulumi:Stack" }, detailedDiff: null },
    ...steps.map(stepOf),
  ];
  const sames = steps.filter(({ op }) => op === "same").length + 1;
  return JSON.stringify({ steps: all, diagnostics, duration: 1, changeSummary: { same: same ?? sames } }, undefined, 4);
}

const root = urnOf("pulumi:pulumi:Stack", `${project}-test`);
const ofStack = { urn: root, type: "pulumi:pulumi:Stack", old: null, new: null };

/**
 * The output of `pulumi refresh --preview-only --json` with PULUMI_ENABLE_STREAMING_JSON_PREVIEW: each step has the
 * operation that its refresh resulted in.
 */
export function refreshOf(steps: readonly Told[]): string {
  const found = steps.flatMap((told) => refreshEvents(told, told.op === "refresh" ? "same" : told.op));
  return eventsOf([...startOf("same"), ...found], { isPreview: true });
}

/** The same without that variable: a digest, with the old state if only outputs have changed. */
export function refreshDigestOf(steps: readonly Told[]): string {
  const all = [
    { op: "refresh", urn: root, oldState: { urn: root, type: "pulumi:pulumi:Stack" }, detailedDiff: null },
    ...steps.map((told) => stepOf({ ...told, outputsAfter: told.outputs })),
  ];
  return JSON.stringify({ steps: all, diagnostics: [], changeSummary: { same: steps.length } });
}

/** The events of `pulumi preview --refresh --json`, whose refresh has found the given objects. */
export function refreshedPreviewOf(refreshed: readonly Told[], planned: readonly Told[]): string {
  const found = refreshed.flatMap((told) => refreshEvents(told, "refresh"));
  return eventsOf([...startOf("refresh"), ...found, ...startOf("same", "same"), ...planned.flatMap(stepEvents)], {
    isPreview: true,
  });
}

const startOf = (ended: string, started = "refresh") => [
  { resourcePreEvent: { metadata: { op: started, ...ofStack } } },
  { resOutputsEvent: { metadata: { op: ended, ...ofStack } } },
];

function refreshEvents(told: Told, ended: string) {
  const { urn, oldState, newState } = { oldState: null, newState: null, ...stepOf(told) };
  const metadata = { urn, type: told.type ?? ofKind("Campaign"), old: oldState };
  return [
    { resourcePreEvent: { metadata: { op: "refresh", ...metadata, new: oldState } } },
    { resOutputsEvent: { metadata: { op: ended, ...metadata, new: newState } } },
  ];
}

/** The output of `pulumi up --json`: one event on each line. */
export function updateOf(steps: readonly Told[], result: "succeeded" | "failed" | "cut off" = "succeeded"): string {
  return eventsOf(steps.flatMap(stepEvents), { result });
}

function stepEvents(told: Told) {
  const { op, urn, oldState, newState } = { oldState: undefined, newState: undefined, ...stepOf(told) };
  const type = told.type ?? ofKind("Campaign");
  const metadata = { op, urn, type, old: oldState ?? null, new: newState ?? null };
  return [
    { resourcePreEvent: { metadata } },
    { diagnosticEvent: { prefix: "debug: ", severity: "debug", message: "finished: TOP SECRET\n" } },
    { resOutputsEvent: { metadata } },
  ];
}

function eventsOf(events: readonly object[], { isPreview = false, result = "succeeded" }): string {
  const end = result === "cut off" ? [] : [{ summaryEvent: { isPreview, result, resourceChanges: {} } }];
  return [{ preludeEvent: { config: {} } }, ...events, ...end]
    .map((event, sequence) => JSON.stringify({ sequence, timestamp: 1, ...event }))
    .join("\n");
}

/** The output of `pulumi stack export`. */
export function stateOf(resources: readonly Told[]): string {
  const all = resources.map(({ type = ofKind("Campaign"), name, stack, id, after, outputsAfter }) => ({
    ...{ urn: urnOf(type, name, stack), custom: true, type, id, inputs: after, outputs: outputsAfter ?? after },
  }));
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: all } });
}

/** Inputs of a campaign with one message. */
export function campaignValues(more: Values = {}): Values {
  return {
    name: "Fintech Q1",
    listIds: [5],
    linkedinSeatId: 7,
    steps: [
      { type: "visitProfile", delayAfterLastStep: 2 },
      { type: "invitation", delayAfterLastStep: 1 },
      {
        type: "message",
        delayAfterLastStep: 2,
        messageMode: "same",
        message: "Hi [FirstName], may I show you our work?",
      },
    ],
    ...more,
  };
}

/** The same with another message. */
export function withMessage(message: string, more: Values = {}): Values {
  const values = campaignValues(more);
  return { ...values, steps: [...stepsOf(values).slice(0, 2), { ...stepsOf(values)[2], message }] };
}

function stepsOf(values: Values): Values[] {
  return Array.isArray(values.steps) ? values.steps : [];
}

/** Outputs of a campaign: the service's additions, and this package's record. */
export function campaignOutputs(values: Values, active: boolean, everActive = active): Values {
  const recorded = {
    version: 1,
    origin: "https://outreach.example.com",
    actingUserId: "101",
    declared: [],
    everActive,
  };
  return { ...values, active, recorded: JSON.stringify(recorded) };
}

export const listStep = (more: Partial<Told> = {}): Told => ({
  ...{ op: "same", type: ofKind("List"), name: "fintech", id: "5" },
  ...{ before: { name: "Fintech founders" }, after: { name: "Fintech founders" } },
  ...more,
});

/** The same, created by the change. */
export const newList = (more: Partial<Told> = {}): Told =>
  listStep({ op: "create", id: undefined, before: undefined, ...more });

export const agentValues = (more: Values = {}): Values => ({
  ...{ name: "Finder", listId: 5, agentType: "autopilot", targetJobTitles: ["CEO"], targetLocations: ["France"] },
  ...more,
});

export const agentStep = (more: Partial<Told> = {}): Told => ({
  ...{ op: "same", type: ofKind("SourceAgent"), name: "finder", id: "6", before: agentValues(), after: agentValues() },
  ...more,
});

/** The same, created by the change. */
export const newAgent = (more: Partial<Told> = {}): Told =>
  agentStep({ op: "create", id: undefined, before: undefined, ...more });
