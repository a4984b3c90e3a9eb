import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { copyConfig, placeholder } from "../../rehearse/run/configCopy";
import { projectSchema, readNodeProject } from "../../rehearse/run/project";
import { UsageError } from "../command";

const checkedSchema = projectSchema.extend({
  runtime: z.union([
    z.string(),
    z.looseObject({ name: z.string(), options: z.looseObject({ typescript: z.boolean().nullish() }).nullish() }),
  ]),
  config: z.record(z.string(), z.unknown()).nullish(),
});

/** A program to check, and its project's settings for the config. */
export interface CheckedProject {
  readonly name: string;
  /** The program's working folder. */
  readonly folder: string;
  /** The program's file in this folder, or `.`. */
  readonly main: string;
  readonly typescript: boolean;
  readonly configFolder: string;
  /** The project's config values for all stacks. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Reads the project in a folder with a `Pulumi.yaml`. Throws a Refusal if its runtime is not Node.js. */
export async function readProgram(folder: string): Promise<CheckedProject> {
  const { data, programFolder, main, configFolder } = await readNodeProject(folder, "a check", checkedSchema);
  const { name, runtime, config } = data;
  const typescript = typeof runtime === "string" || runtime.options?.typescript !== false;
  return { name, folder: programFolder, main, typescript, configFolder, defaults: config ?? {} };
}

/** A check's config, with placeholders for secrets. */
export interface CheckConfig {
  readonly values: Readonly<Record<string, string>>;
  /** Keys of secrets, whose values are placeholders. */
  readonly secret: readonly string[];
  readonly leftOut: readonly string[];
}

/** Merges the project's defaults, the stack's config file and the command line's values; later ones take precedence. */
export async function configFor(
  project: CheckedProject,
  stack: string | undefined,
  given: readonly (readonly [key: string, value: string])[],
): Promise<CheckConfig> {
  const { name, configFolder, defaults } = project;
  const qualifiedKey = (key: string) => (key.includes(":") ? key : `${name}:${key}`);
  const values = new Map<string, string>();
  for (const [key, declared] of Object.entries(defaults)) {
    const value = isRecord(declared) ? (declared.value ?? declared.default) : declared;
    if (value !== undefined && value !== null) values.set(qualifiedKey(key), configText(value));
  }
  let secret: readonly string[] = [];
  let leftOut: readonly string[] = [];
  if (stack !== undefined) {
    assertConfigFile(configFolder, stack);
    const copy = await copyConfig({ folder: project.folder, name, programFolder: project.folder, configFolder }, stack);
    for (const [key, value] of Object.entries(copy.plain)) values.set(qualifiedKey(key), configText(value));
    secret = copy.secret.map(qualifiedKey);
    for (const key of secret) values.set(key, placeholder);
    const replaced = [...copy.secret, ...copy.opened].map((key) => safeText(key, 80));
    leftOut = [
      ...(replaced.length === 0 ? [] : [`Secrets of the stack's config had a placeholder: ${replaced.join(", ")}.`]),
      ...(copy.leftOut.length === 0 ? [] : [`Secret settings were left out: ${copy.leftOut.join(", ")}.`]),
      ...(copy.hasEnvironments ? ["Values from the stack's environments of Pulumi Cloud (ESC) were left out."] : []),
    ];
  }
  for (const [key, value] of given) values.set(qualifiedKey(key), value);
  return {
    values: Object.fromEntries(values),
    secret: secret.filter((key) => !given.some(([other]) => qualifiedKey(other) === key)),
    leftOut,
  };
}

function assertConfigFile(folder: string, stack: string): void {
  if (/^[\w.-]{1,100}$/.test(stack) && existsSync(join(folder, `Pulumi.${stack}.yaml`))) return;
  throw new UsageError(
    `stack ${safeText(stack, 80)} has no config file (Pulumi.${safeText(stack, 80)}.yaml) in this project; without --stack, only --config is used`,
  );
}

/** The form in which the engine passes a config value: strings unchanged, everything else as JSON. */
const configText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
