import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { copyConfig, placeholder } from "../../rehearse/run/configCopy";
import { UsageError } from "../command";
import type { CheckedProject } from "./project";

/** The config of a check, with placeholders for secrets. */
export interface CheckConfig {
  readonly values: Readonly<Record<string, string>>;
  /** Keys whose values stand for secrets. */
  readonly secret: readonly string[];
  readonly leftOut: readonly string[];
}

/** The defaults of the project, then the config file of the stack, then what the command line gives. */
export async function configFor(
  project: CheckedProject,
  stack: string | undefined,
  given: readonly (readonly [key: string, value: string])[],
): Promise<CheckConfig> {
  const { name, configFolder, defaults } = project;
  const long = (key: string) => (key.includes(":") ? key : `${name}:${key}`);
  const values = new Map<string, string>();
  for (const [key, declared] of Object.entries(defaults)) {
    const value = isRecord(declared) ? (declared.value ?? declared.default) : declared;
    if (value !== undefined && value !== null) values.set(long(key), textOf(value));
  }
  let secret: readonly string[] = [];
  let leftOut: readonly string[] = [];
  if (stack !== undefined) {
    assertConfigFile(configFolder, stack);
    const copy = await copyConfig({ folder: project.folder, name, programFolder: project.folder, configFolder }, stack);
    for (const [key, value] of Object.entries(copy.plain)) values.set(long(key), textOf(value));
    secret = copy.secret.map(long);
    for (const key of secret) values.set(key, placeholder);
    const replaced = [...copy.secret, ...copy.opened].map((key) => safeText(key, 80));
    leftOut = [
      ...(replaced.length === 0 ? [] : [`Secrets of the stack's config had a placeholder: ${replaced.join(", ")}.`]),
      ...(copy.leftOut.length === 0 ? [] : [`Secret settings were left out: ${copy.leftOut.join(", ")}.`]),
      ...(copy.hasEnvironments ? ["Values from the stack's environments of Pulumi Cloud (ESC) were left out."] : []),
    ];
  }
  for (const [key, value] of given) values.set(long(key), value);
  return {
    values: Object.fromEntries(values),
    secret: secret.filter((key) => !given.some(([other]) => long(other) === key)),
    leftOut,
  };
}

function assertConfigFile(folder: string, stack: string): void {
  if (/^[\w.-]{1,100}$/.test(stack) && existsSync(join(folder, `Pulumi.${stack}.yaml`))) return;
  throw new UsageError(
    `stack ${safeText(stack, 80)} has no config file (Pulumi.${safeText(stack, 80)}.yaml) in this project; without --stack, only --config is used`,
  );
}

/** As the engine passes it: a text as it is, everything else as JSON. */
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
