import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repository } from "../project";

/** One step of a preview, as the CLI prints it. */
const stepSchema = z.looseObject({ op: z.string(), urn: z.string() });
type Step = z.infer<typeof stepSchema>;

const previewSchema = z.looseObject({
  steps: z.array(stepSchema),
  diagnostics: z.array(z.looseObject({ urn: z.string().optional() })).default([]),
});
type Preview = z.infer<typeof previewSchema>;

/** The steps of a recording. It omits most resources, because they are the same in the recording of no change. */
const recordingSchema = z.looseObject({ steps: z.record(z.string(), z.array(stepSchema)) });
type Recording = z.infer<typeof recordingSchema>;

/** The file of a recorded preview. */
export const recordingOf = (row: string): string =>
  join(repository, "test/support/everyday/recorded", `${row.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}.json`);

/** Properties that are not kept: times, places on the machine, and code of the engine's host. */
const dropped: ReadonlySet<string> = new Set(
  ["created", "modified", "sourcePosition", "stackTrace", "detailedDiff", "duration", "parent", "__provider"].concat(
    "dependencies",
  ),
);

/** A preview of the real CLI, without what differs between runs and between machines. */
export function recorded(printed: string): Preview {
  const given = previewSchema.parse(JSON.parse(printed));
  const sides = z.object({ id: z.string().optional() }).optional().catch(undefined);
  const ids = new Map(given.steps.map(({ urn, oldState }) => [urn, sides.parse(oldState)?.id]));
  const known = [...ids].sort(([left], [right]) => (left < right ? -1 : 1)).flatMap(([, id]) => id ?? []);
  const text = JSON.stringify(given, (key, value: unknown) => (dropped.has(key) ? undefined : value))
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://outreach.example.com")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "00000000-0000-4000-8000-000000000000")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T00:00:00Z")
    .replace(/(\\"actor\\":\\")[0-9a-f]+/g, "$10")
    // Which of two new campaigns on one list finds the other depends on which of them the engine creates first.
    .replace(/,\\"foundOn\\":\{(?:\\"\d+\\":\{[^}]*\},?)*\}/g, "")
    .replace(/\b\d{8,}\b/g, (id) => (known.includes(id) ? String(1001 + known.indexOf(id)) : id));
  // Ids of objects that were created in the app and are in no state.
  const others = [...new Set(text.match(/\b[1-9]\d{7,}\b/g))].sort();
  const numbered = text.replace(/\b[1-9]\d{7,}\b/g, (id) => String(2001 + others.indexOf(id)));
  const { steps, diagnostics, ...rest } = previewSchema.parse(JSON.parse(numbered, inOrder));
  // Whether an agent or its campaign warns of the other depends on which of them the engine compares first.
  const isAboutRun = (each: object) => !/"severity":"info"|\[new-people\]/.test(JSON.stringify(each));
  // Messages about one resource come in the order in which the engine receives them.
  const sorted = (each: readonly object[]) => each.map((one) => JSON.stringify(one)).sort();
  return previewSchema.parse({
    ...rest,
    steps: [...steps.filter(isRefresh).sort(byUrn), ...steps.filter((step) => !isRefresh(step)).sort(byUrn)],
    diagnostics: sorted(diagnostics.filter(isAboutRun)).map((each) => JSON.parse(each) as unknown),
  });
}

/** The engine lists the reasons of a step, and the resources on which a property depends, in no particular order. */
const inOrder = (key: string, value: unknown): unknown =>
  Array.isArray(value) && (/^(diff|replace)Reasons$/.test(key) || value.every(isUrn))
    ? value.map(String).sort()
    : value;

const isUrn = (value: unknown) => typeof value === "string" && value.startsWith("urn:pulumi:");

const isRefresh = ({ op }: Step) => op === "refresh";
/** Steps of one resource keep their order. */
const byUrn = (left: Step, right: Step) => (left.urn < right.urn ? -1 : Number(left.urn > right.urn));

const keyOf = (step: Step) => `${isRefresh(step) ? "refresh" : "plan"} ${step.urn}`;

function byKey(steps: readonly Step[]): Record<string, Step[]> {
  const groups: Record<string, Step[]> = {};
  for (const step of steps) {
    const key = keyOf(step);
    groups[key] = [...(groups[key] ?? []), step];
  }
  return groups;
}

/** The text of a recording's file, without steps that are the same in the recording of no change. */
export function recordingText(preview: Preview, unchanged: Preview | undefined): string {
  const [own, others] = [byKey(preview.steps), byKey(unchanged?.steps ?? [])];
  const keys = [...new Set([...Object.keys(own), ...Object.keys(others)])];
  const differing = keys.filter((key) => JSON.stringify(own[key]) !== JSON.stringify(others[key]));
  const recording: Recording = {
    ...preview,
    steps: Object.fromEntries(differing.map((key) => [key, own[key] ?? []])),
  };
  // One step on each line, so that differences between recordings are readable.
  const steps = Object.entries(recording.steps).map(
    ([key, all]) => `    ${JSON.stringify(key)}: [${all.map((step) => `\n      ${JSON.stringify(step)}`).join(",")}]`,
  );
  const rest = Object.entries(recording).filter(([key]) => key !== "steps");
  return `{\n${rest.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`).join("\n")}\n  "steps": {\n${steps.join(",\n")}\n  }\n}\n`;
}

const read = (row: string): Recording => recordingSchema.parse(JSON.parse(readFileSync(recordingOf(row), "utf8")));

/**
 * A recorded preview, as the CLI printed it.
 *
 * @param unchanged the row whose recording has the steps that this one omits
 */
export function readRecording(row: string, unchanged?: string): string {
  const recording = read(row);
  const steps = { ...(unchanged === undefined ? {} : read(unchanged).steps), ...recording.steps };
  const all = Object.values(steps).flat();
  return JSON.stringify({ ...recording, steps: [...all.filter(isRefresh), ...all.filter((step) => !isRefresh(step))] });
}
