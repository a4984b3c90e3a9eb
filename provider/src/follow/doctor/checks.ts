import { z } from "zod";

/** One line of `doctor`. */
export const checkShape = z.strictObject({
  /** Name of the check: `key`, `address`, `clock`, … */
  name: z.string(),
  /** `ok`; `warning`: works, but worth knowing; `broken`: must be fixed; `unknown`: could not be checked. */
  status: z.enum(["ok", "warning", "broken", "unknown"]),
  /** The result in words. */
  text: z.string(),
  /** How to fix it. */
  fix: z.string().optional(),
});

/** The output of `pulumi-outreach doctor --json`. */
export const doctorShape = z.strictObject({
  version: z.literal(1),
  checks: z.array(checkShape),
  /** Number of checks with the status `broken`. */
  broken: z.number(),
  warnings: z.number(),
  /** Number of requests sent to the service. */
  requests: z.number(),
});

export type Check = Readonly<z.infer<typeof checkShape>>;
export type Diagnosis = Readonly<z.infer<typeof doctorShape>>;

export const ok = (name: string, text: string): Check => ({ name, status: "ok", text });
export const warning = (name: string, text: string, fix?: string): Check => ({ name, status: "warning", text, fix });
export const broken = (name: string, text: string, fix?: string): Check => ({ name, status: "broken", text, fix });
export const unknown = (name: string, text: string): Check => ({ name, status: "unknown", text });

/** Summarises the checks. */
export function diagnosisOf(checks: readonly Check[], requests: number): Diagnosis {
  const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  return { version: 1, checks: [...checks], broken: count("broken"), warnings: count("warning"), requests };
}
