import { z } from "zod";

/** One line of `doctor`. */
export const checkShape = z.strictObject({
  /** What was checked: `key`, `address`, `clock`, … */
  name: z.string(),
  /** `ok`; `warning`: works, with something to know; `broken`: has to be corrected; `unknown`: could not be checked. */
  status: z.enum(["ok", "warning", "broken", "unknown"]),
  /** What was found. */
  text: z.string(),
  /** What to do about it. */
  fix: z.string().optional(),
});

/** What `pulumi-outreach doctor --json` prints. */
export const doctorShape = z.strictObject({
  version: z.literal(1),
  checks: z.array(checkShape),
  /** How many checks found something broken. */
  broken: z.number(),
  warnings: z.number(),
  /** Requests that were sent to the service. */
  requests: z.number(),
});

export type Check = Readonly<z.infer<typeof checkShape>>;
export type Diagnosis = Readonly<z.infer<typeof doctorShape>>;

export const ok = (name: string, text: string): Check => ({ name, status: "ok", text });
export const warning = (name: string, text: string, fix?: string): Check => ({ name, status: "warning", text, fix });
export const broken = (name: string, text: string, fix?: string): Check => ({ name, status: "broken", text, fix });
export const unknown = (name: string, text: string): Check => ({ name, status: "unknown", text });

/** Everything that was found. */
export function diagnosisOf(checks: readonly Check[], requests: number): Diagnosis {
  const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  return { version: 1, checks: [...checks], broken: count("broken"), warnings: count("warning"), requests };
}
