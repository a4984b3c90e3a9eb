import { z } from "zod";
import { isPostgresUrl, normaliseBaseUrl, whyNotAllowed } from "../api/address";
import { keyPattern, type Settings, userIdPattern } from "../api/settings";
import { Refusal } from "../lifecycle/refusal";
import { codingAgentOfRun } from "./codingAgents";
import { environmentVariable, variableOf } from "./environment";
import { rehearsal } from "./rehearsal";

/** All settings, by their names in the stack's config (`outreach:NAME`). */
export const settingNames = [
  "apiKey",
  "baseUrl",
  "impersonateUserId",
  "impersonateEmail",
  "requestsPerMinute",
  "rateWindowSeconds",
  "requestTimeoutSeconds",
  "waitBudgetSeconds",
  "launch",
  "adopt",
  "acknowledge",
  "premiumSeats",
  "checkSuppressed",
  "coordination",
] as const;

/** Settings that must be stored as secrets in the stack's config. */
export const secretSettings: readonly SettingName[] = ["apiKey", "coordination"];
/** The name of a setting. */
export type SettingName = (typeof settingNames)[number];

/** Settings that are ignored in a rehearsal. */
export const overriddenSettings: readonly SettingName[] = [
  ...(["apiKey", "baseUrl", "requestsPerMinute", "rateWindowSeconds", "launch", "adopt", "coordination"] as const),
];

export function isSettingName(name: string): name is SettingName {
  return settingNames.some((setting) => setting === name);
}

/** The config key that lists the settings of an explicit provider. They take precedence over the environment. */
export const explicitSetting = "outreach:explicit";

/**
 * The two settings that name a member. An explicit provider with one of them ignores both in the environment and config.
 */
const impersonations: readonly SettingName[] = ["impersonateUserId", "impersonateEmail"];

/** True if an explicit provider ignores this setting in the environment and config because it names a member itself. */
export function isOverriddenByProvider(setting: SettingName, explicit: ReadonlySet<string>): boolean {
  return impersonations.includes(setting) && impersonations.some((name) => explicit.has(name));
}

/** What is wrong with one setting. */
export interface SettingProblem {
  readonly setting: SettingName;
  /** A sentence without its full stop. */
  readonly text: string;
  /** What to do, as sentences. Undefined: correct the value. */
  readonly fix?: string;
  /** True if nothing sets it, and no run can do without it. */
  readonly isMissing?: boolean;
}

/** A refusal for settings, with the problem of each setting. */
export class SettingsRefusal extends Refusal {
  constructor(readonly problems: readonly SettingProblem[]) {
    super(...problems.map(settingLine));
  }
}

/** A problem of a setting as a line of an error. */
export function settingLine({ text, fix }: SettingProblem): string {
  return fix === undefined ? `${text}.` : `${text}. ${fix}`;
}

/** Returns the text of a setting. Undefined if it is not set there. */
export type Source = (name: SettingName) => string | undefined;

const positive = (unit: string) =>
  z.coerce.number({ error: `must be a number of ${unit}` }).positive(`must be a number of ${unit} above 0`);
const wordsIn = (text: string) =>
  text
    .trim()
    // Also accepts a JSON array. A code may end in a bracket itself.
    .replace(/^\[(.*)\]$/s, "$1")
    .split(",")
    .map((word) => word.trim().replace(/^"|"$/g, ""))
    .filter((word) => word !== "");

const shapes = {
  apiKey: z
    .string()
    .trim()
    .min(1)
    .regex(keyPattern, "must be one word of printable ASCII characters, as the app shows it"),
  baseUrl: z
    .string()
    .trim()
    .transform((text, context) => {
      const refusal = whyNotAllowed(text);
      if (refusal !== undefined) context.addIssue(refusal);
      return refusal === undefined ? normaliseBaseUrl(text) : "";
    }),
  impersonateUserId: z.string().trim().regex(userIdPattern, "must be the id of a user"),
  impersonateEmail: z
    .string()
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
  requestsPerMinute: positive("requests").int("must be a whole number of requests"),
  rateWindowSeconds: positive("seconds"),
  requestTimeoutSeconds: positive("seconds"),
  waitBudgetSeconds: positive("seconds"),
  launch: z.enum(["allow", "never"], { error: 'must be "allow" or "never"' }),
  adopt: z.literal("twin", { error: 'must be "twin"' }),
  acknowledge: z.string().transform(wordsIn),
  premiumSeats: z
    .string()
    .transform((text) => wordsIn(text).map(Number))
    .refine((ids) => ids.every((id) => Number.isSafeInteger(id) && id > 0), "must be seat ids, separated by commas"),
  checkSuppressed: z.enum(["true", "false"], { error: "must be true or false" }).transform((text) => text === "true"),
  coordination: z
    .string()
    .trim()
    .refine(
      isPostgresUrl,
      "must be the URL of a PostgreSQL database, such as postgres://user:password@db.example.com/outreach (% and other special characters of the password written as %25 and so on)",
    ),
};

/** True if this database URL contains a password, even if the URL is invalid. */
function holdsPassword(url: string): boolean {
  const rest = url.replace(/^\w+:\/\//, "");
  if (rest.includes("password")) return true;
  // A password that is not encoded may contain any character, including a slash.
  const before = rest.slice(0, Math.max(0, rest.lastIndexOf("@")));
  const colon = before.indexOf(":");
  if (colon < 0 || /[@/?]/.test(before.slice(0, colon))) return false;
  const isPort = /^\d+\/[^/@]*\?/.test(before.slice(colon + 1));
  return !isPort;
}

/**
 * Why a setting must not be stored in plain text in a stack's config, and how to correct it. Undefined if it may be.
 *
 * @param value as stored in the config
 */
export function inPlainText(setting: SettingName, value: string): SettingProblem | undefined {
  if (setting === "apiKey") {
    const fix = "Create a new key in the app (this one is in a file), then: pulumi config set --secret outreach:apiKey";
    return { setting, text: "outreach:apiKey is in the stack's config in plain text", fix };
  }
  if (setting === "coordination" && holdsPassword(value)) {
    const fix = "Change the password (this one is in a file), then: pulumi config set --secret outreach:coordination";
    return {
      setting,
      text: "outreach:coordination is in the stack's config in plain text and contains a password",
      fix,
    };
  }
  return undefined;
}

/** The acknowledgement codes of this run: from the environment, otherwise from the stack's config. */
export function acknowledgedForThisRun(stackConfig: string | undefined): string[] {
  return wordsIn(environmentVariable(variableOf("acknowledge")) ?? stackConfig ?? "");
}

/** Returns a reader of settings, which looks in the explicit provider, then the environment, then the stack's config. */
function readerOf(environment: Source, config: Source, explicit: ReadonlySet<string>) {
  const problems: SettingProblem[] = [];
  const rehearsed = rehearsal();
  const ignored = rehearsed === undefined ? [] : overriddenSettings;
  const codingAgent = rehearsed === undefined ? codingAgentOfRun() : undefined;
  // Permission for a coding agent to start campaigns must be visible to reviewers, so the environment can forbid it but
  // not allow it.
  const isHiddenFromReview = (setting: SettingName) =>
    codingAgent !== undefined && setting === "launch" && environment(setting)?.trim() === "allow";
  const fromEnvironment = (setting: SettingName) => (isHiddenFromReview(setting) ? undefined : environment(setting));
  const read = <T>(setting: SettingName, shape: z.ZodType<T, unknown>): T | undefined => {
    if (ignored.includes(setting)) return undefined;
    const fromEnvironmentOrConfig = () =>
      isOverriddenByProvider(setting, explicit) ? undefined : (fromEnvironment(setting) ?? config(setting));
    const text = explicit.has(setting) ? config(setting) : fromEnvironmentOrConfig();
    if (text === undefined) return undefined;
    const parsed = shape.safeParse(text);
    if (parsed.success) return parsed.data;
    const name = `outreach:${setting} (or ${variableOf(setting)})`;
    problems.push({ setting, text: `${name} ${parsed.error.issues[0]?.message ?? "is not valid"}` });
    return undefined;
  };
  return { read, problems, rehearsed, codingAgent };
}

/** The settings that the rules for a program's values depend on, and the problems of invalid ones. */
export function ruleSettings(environment: Source, config: Source, explicit: ReadonlySet<string>) {
  const { read, problems } = readerOf(environment, config, explicit);
  return {
    launch: read("launch", shapes.launch),
    acknowledge: read("acknowledge", shapes.acknowledge) ?? [],
    premiumSeats: read("premiumSeats", shapes.premiumSeats),
    problems: problems.map(settingLine),
  };
}

/** The names of the settings that `ruleSettings` reads. */
export const settingsOfRules = ["launch", "acknowledge", "premiumSeats"] as const satisfies readonly SettingName[];

/**
 * Resolves the settings of a run. Each is taken from the explicit provider, then the environment, then the stack's config.
 * A rehearsal overrides some of them. Throws a Refusal that lists every problem.
 */
export function resolveSettings(environment: Source, config: Source, explicit: ReadonlySet<string>): Settings {
  const { read, problems, rehearsed, codingAgent } = readerOf(environment, config, explicit);

  const apiKey = read("apiKey", shapes.apiKey);
  const baseUrl = read("baseUrl", shapes.baseUrl);
  if (rehearsed === undefined && (environment("apiKey") ?? config("apiKey")) === undefined) {
    problems.push({
      ...{ setting: "apiKey", text: "No API key", isMissing: true },
      fix: "Set it with `pulumi config set --secret outreach:apiKey`, or in the environment as OUTREACH_API_KEY. Create one in the app: Settings, API.",
    });
  }
  if (rehearsed === undefined && (environment("baseUrl") ?? config("baseUrl")) === undefined) {
    problems.push({
      ...{ setting: "baseUrl", text: "No address of the service", isMissing: true },
      fix: "Set it with `pulumi config set outreach:baseUrl https://…`, or in the environment as OUTREACH_BASE_URL.",
    });
  }
  for (const setting of impersonations) {
    if (isOverriddenByProvider(setting, explicit)) continue;
    const own = config(setting)?.trim();
    const run = environment(setting)?.trim();
    if (own !== undefined && run !== undefined && own.toLowerCase() !== run.toLowerCase()) {
      const text = `${variableOf(setting)} in the environment names another user than outreach:${setting} of this stack`;
      problems.push({ setting, text, fix: "Unset one of the two." });
    }
  }
  const impersonateUserId = read("impersonateUserId", shapes.impersonateUserId);
  const impersonateEmail = read("impersonateEmail", shapes.impersonateEmail);
  const launch = read("launch", shapes.launch);
  const settings = {
    requestsPerMinute: read("requestsPerMinute", shapes.requestsPerMinute) ?? 100,
    rateWindowSeconds: read("rateWindowSeconds", shapes.rateWindowSeconds) ?? 60,
    requestTimeoutSeconds: read("requestTimeoutSeconds", shapes.requestTimeoutSeconds) ?? 30,
    waitBudgetSeconds: read("waitBudgetSeconds", shapes.waitBudgetSeconds) ?? 600,
    launch: launch ?? ("allow" as const),
    ...(launch === undefined && rehearsed === undefined ? { codingAgent } : {}),
    adopt: read("adopt", shapes.adopt),
    acknowledge: read("acknowledge", shapes.acknowledge) ?? [],
    premiumSeats: read("premiumSeats", shapes.premiumSeats),
    checkSuppressed: read("checkSuppressed", shapes.checkSuppressed) ?? false,
    coordination: read("coordination", shapes.coordination),
  };
  const service =
    rehearsed ?? (apiKey === undefined || baseUrl === undefined ? undefined : { apiKey, origin: baseUrl });
  if (problems.length > 0 || service === undefined) throw new SettingsRefusal(problems);
  return { ...settings, impersonateUserId, impersonateEmail, ...service };
}
