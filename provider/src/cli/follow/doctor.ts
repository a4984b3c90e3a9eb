import { access, constants, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parsedOrUndefined } from "../../api/json";
import { safeText } from "../../api/redact";
import type { Settings } from "../../api/settings";
import { broken, type Check, type Diagnosis, diagnosisOf, ok, unknown, warning } from "../../follow/doctor/checks";
import { proxyCheck } from "../../follow/doctor/proxy";
import { limitChecks, serviceChecks } from "../../follow/doctor/service";
import { type Versions, versionChecks } from "../../follow/doctor/versions";
import { cacheFolder, environmentNames, proxiesFromEnvironment } from "../../host/environment";
import { misspeltVariables } from "../../host/misspelt";
import { inPlainText, type SettingName, SettingsRefusal, secretSettings } from "../../host/settings";
import { Refusal } from "../../lifecycle/refusal";
import { counted } from "../../text/words";
import { commandSettings, needsConfig, openWith } from "../account";
import type { AccountOptions, CommandContext, Report } from "../command";
import type { DoctorInput } from "../commands/doctor";
import { textOf } from "../files";
import { type PulumiProject, projectAround } from "../project";
import { runPulumi } from "../pulumi";
import { stackConfig } from "../stackConfig";
import type { Terminal } from "../terminal/terminal";

const manifest = z.looseObject({ version: z.string() });

/** Runs `pulumi-outreach doctor`. */
export async function runDoctor(input: DoctorInput, { terminal, version }: CommandContext): Promise<Report> {
  const diagnosis = await terminal.during("Checking", () => diagnose(input, version));
  return {
    document: diagnosis,
    show: () => showDiagnosis(diagnosis, terminal),
    code: diagnosis.broken > 0 ? 1 : 0,
  };
}

function showDiagnosis({ checks, broken, warnings, requests }: Diagnosis, terminal: Terminal): void {
  const { green, yellow, red, dim } = terminal.colors;
  const signs: Record<Check["status"], { text: string; style: (text: string) => string }> = {
    ok: { text: "✓", style: green },
    warning: { text: "!", style: yellow },
    broken: { text: "✗", style: red },
    unknown: { text: "-", style: dim },
  };
  terminal.printTable(
    [{ overflow: "keep" }, { overflow: "keep" }, { overflow: "wrap", longest: 800 }],
    checks.flatMap(({ name, status, text, fix }) => [
      [signs[status], name, text],
      ...(fix === undefined ? [] : [["", "", { text: `→ ${fix}`, style: dim }]]),
    ]),
  );
  terminal.note(
    `${broken === 0 ? "Nothing is broken" : `${broken} broken`}, ${counted(warnings, "warning")}; ${counted(requests, "request")}.`,
  );
}

/** Checks the settings, the service and this machine in parallel. Problems are returned as checks, not thrown. */
async function diagnose(options: AccountOptions, version: string): Promise<Diagnosis> {
  const project = await projectAround(process.cwd());
  const [versions, files, account] = await Promise.all([
    readVersions(version, project),
    stackFileChecks(project),
    accountChecks(options),
  ]);
  const checks = [...versionChecks(versions), ...account.checks, ...files];
  return diagnosisOf(checks, account.requests);
}

async function accountChecks(options: AccountOptions): Promise<{ checks: Check[]; requests: number }> {
  const warnings = misspeltVariables(environmentNames()).map((sentence) =>
    warning("settings", sentence, "Rename the variable, or remove it."),
  );
  const config = await configChecks(options);
  const read = readSettings(options, config.settings);
  const checks = [...warnings, ...config.checks, ...read.checks];
  const proxies = proxiesFromEnvironment();
  const { settings } = read;
  if (settings === undefined) {
    const asked = unknown("service", "not asked, because the settings are not complete");
    return { checks: [...checks, asked, proxyCheck(undefined, proxies), await cacheCheck()], requests: 0 };
  }
  const said: string[] = [];
  const logger = { debug: () => {}, info: () => {}, warn: (text: string) => said.push(text) };
  const account = openWith(settings, logger);
  try {
    const service = await serviceChecks(account, settings);
    // Skip checks that the service's response has already decided.
    const known = new Set(service.map(({ name }) => name));
    const limit = (await limitChecks(account)).filter(({ name }) => !known.has(name));
    const noted = said.map((text) => warning("coordination", text, "docs/coordination.md lists what it needs."));
    return {
      checks: [...checks, proxyCheck(settings.origin, proxies), ...service, ...limit, ...noted],
      requests: account.counts().requests,
    };
  } finally {
    await account.close();
  }
}

async function configChecks(
  options: AccountOptions,
): Promise<{ settings?: ReadonlyMap<string, string>; checks: Check[] }> {
  if (!needsConfig(options)) return { settings: new Map(), checks: [ok("settings", "from the environment")] };
  try {
    const settings = await stackConfig(options.stack);
    const from = options.stack === undefined ? "the selected stack" : `stack ${safeText(options.stack, 80)}`;
    return { settings, checks: [ok("settings", `from the environment and the config of ${from}`)] };
  } catch (error) {
    if (error instanceof SettingsRefusal) {
      return { checks: error.problems.map(({ text, fix }) => broken("settings", text, fix)) };
    }
    if (error instanceof Refusal) return { checks: [refusedCheck(error)] };
    throw error;
  }
}

function refusedCheck({ lines: [text = "", ...fix] }: Refusal): Check {
  return broken("settings", text, fix.length > 0 ? fix.join(" ") : undefined);
}

/** The settings that have a separate check, with its name. */
const checkNames: Readonly<Partial<Record<SettingName, string>>> = {
  apiKey: "key",
  baseUrl: "address",
  impersonateUserId: "member",
  impersonateEmail: "member",
  coordination: "coordination",
};

function readSettings(
  options: AccountOptions,
  config: ReadonlyMap<string, string> | undefined,
): { readonly settings?: Settings; readonly checks: Check[] } {
  try {
    // Do not wait long: a part that does not respond soon is a problem to report.
    return { settings: commandSettings({ ...options, patienceSeconds: 0.3 }, config ?? new Map()), checks: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!(error instanceof SettingsRefusal)) return { checks: [refusedCheck(error)] };
    const checks = error.problems.map(({ setting, text, fix, isMissing }) => {
      // A setting that is missing in the environment may be in the config, which was not read.
      const isUnread = config === undefined && isMissing === true;
      const unread = isUnread ? " in the environment, and the config of the stack was not read" : "";
      const todo = fix?.replace(/\.$/, "") ?? "Correct it in the environment, or in the config of the stack.";
      return broken(checkNames[setting] ?? "settings", text + unread, todo);
    });
    return { checks };
  }
}

/** Reports plain-text secrets in all of the project's stack files, not only in the selected stack's. */
async function stackFileChecks(project: PulumiProject | undefined): Promise<Check[]> {
  if (project === undefined) return [];
  const { parse } = await import("yaml");
  const shape = z.looseObject({ config: z.record(z.string(), z.unknown()) });
  const names = (await readdir(project.folder)).filter((name) => /^Pulumi\..+\.ya?ml$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await textOf(join(project.folder, name)).catch(() => undefined);
      const config = shape.safeParse(resultOrUndefined(() => parse(text ?? ""))).data?.config ?? {};
      return secretSettings.flatMap((setting) => {
        const value = config[`outreach:${setting}`];
        const problem = typeof value === "string" ? inPlainText(setting, value) : undefined;
        if (problem === undefined) return [];
        return [broken("stack files", `${safeText(name, 80)}: ${problem.text}`, problem.fix)];
      });
    }),
  );
  const problems = found.flat();
  return problems.length === 0 && names.length > 0
    ? [ok("stack files", "no secret of this package in plain text")]
    : problems;
}

function resultOrUndefined(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function readVersions(own: string, project: PulumiProject | undefined): Promise<Versions> {
  const folder = project?.folder ?? process.cwd();
  const [cli, sdk, installed] = await Promise.all([
    cliVersion(),
    installedVersion(folder, "@pulumi/pulumi"),
    installedVersion(folder, "pulumi-outreach"),
  ]);
  return { node: process.versions.node, own, cli, sdk, installed, inProject: project !== undefined };
}

/** The version of a package that a program in this folder would load. */
async function installedVersion(folder: string, name: string): Promise<string | undefined> {
  const text = await textOf(join(folder, "node_modules", name, "package.json")).catch(() => undefined);
  if (text !== undefined) return manifest.safeParse(parsedOrUndefined(text)).data?.version;
  return dirname(folder) === folder ? undefined : await installedVersion(dirname(folder), name);
}

/** Milliseconds to wait for the Pulumi CLI's version. */
const cliPatience = 5_000;

async function cliVersion(): Promise<Versions["cli"]> {
  const { outcome, output } = await runPulumi(["version"], { timeout: cliPatience });
  if (outcome === "missing") return { problem: "the Pulumi CLI (pulumi) is not on the PATH" };
  const version = outcome === "fine" ? /^v?(\d+\.\d+\.\d+\S*)/.exec(output.trim())?.[1] : undefined;
  return version === undefined ? { problem: "`pulumi version` failed" } : { version: safeText(version, 40) };
}

/** Checks whether the cache folder is writable, for when the settings are incomplete and coordination cannot be tried. */
async function cacheCheck(): Promise<Check> {
  const folder = cacheFolder();
  let there = folder;
  for (;;) {
    try {
      await access(there, constants.R_OK | constants.W_OK);
      return ok("coordination", `the folder ${safeText(folder, 200)} can be written`);
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (isMissing && dirname(there) !== there) there = dirname(there);
      else {
        const fix = "Set OUTREACH_CACHE_FOLDER to a folder of the user's own.";
        return warning("coordination", `the folder ${safeText(folder, 200)} cannot be written`, fix);
      }
    }
  }
}
