import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { isSettingName, overriddenSettings } from "../../host/settings";
import { Refusal } from "../../lifecycle/refusal";
import type { RehearsedProject } from "./project";

/** Stands for every secret of the stack's config. It is one word, so that it can stand for a key as well. */
export const placeholder = "rehearsal-placeholder";

/** The config of a stack without its secrets. Encrypted values are never decrypted. */
export interface ConfigCopy {
  /** Plain values by their keys, with placeholders for secrets within them. */
  readonly plain: Readonly<Record<string, unknown>>;
  /** Keys whose whole value is a secret. */
  readonly secret: readonly string[];
  /** Settings of this package that are secrets and that no placeholder can stand for: a member, the ids of seats. */
  readonly leftOut: readonly string[];
  /** Keys of values with secrets within them, which are no secrets in the copy. */
  readonly opened: readonly string[];
  /** True if the stack takes values from environments of Pulumi Cloud, which are left out. */
  readonly hasEnvironments: boolean;
}

const noConfig: ConfigCopy = { plain: {}, secret: [], leftOut: [], opened: [], hasEnvironments: false };

const stackFile = z.looseObject({
  config: z.record(z.string(), z.unknown()).nullish(),
  environment: z.unknown().optional(),
});

/** Reads the config file of a stack. A stack without one has an empty config. */
export async function copyConfig({ configFolder }: RehearsedProject, stack: string): Promise<ConfigCopy> {
  const name = `Pulumi.${stack}.yaml`;
  const text = await readFile(join(configFolder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Refusal(`could not read ${safeText(name, 200)}: ${safeText(error.message, 200)}`);
  });
  if (text === undefined) return noConfig;
  const { parse } = await import("yaml");
  let read: unknown;
  try {
    read = parse(text) ?? {};
  } catch {
    read = undefined;
  }
  const { data } = stackFile.safeParse(read);
  if (data === undefined) {
    throw new Refusal(
      `could not read ${safeText(name, 200)}: it is not the config of a stack in YAML.`,
      "Correct it: `pulumi config` reads the same file.",
    );
  }
  return withoutSecrets(data.config ?? {}, data.environment !== undefined && data.environment !== null);
}

/** Replaces the secrets of a stack's config. */
export function withoutSecrets(config: Readonly<Record<string, unknown>>, hasEnvironments = false): ConfigCopy {
  const entries = Object.entries(config);
  const plain = entries.filter(([, value]) => !isSecret(value));
  const secret = entries.filter(([, value]) => isSecret(value)).map(([key]) => key);
  return {
    plain: Object.fromEntries(plain.map(([key, value]) => [key, replaced(value)])),
    secret: secret.filter((key) => !isSettingOfUse(key)),
    leftOut: secret.filter(isSettingOfUse),
    opened: plain.filter(([, value]) => holdsSecret(value)).map(([key]) => key),
    hasEnvironments,
  };
}

/** True for a setting that a rehearsal reads: it reads no key, address or database. */
function isSettingOfUse(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  return namespace === "outreach" && isSettingName(name) && !overriddenSettings.includes(name);
}

/** A secret is written as an object with the one key `secure`, whose value is the encrypted text. */
function isSecret(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value.secure === "string";
}

function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isRecord(value) && Object.values(value).some(holdsSecret);
}

function replaced(value: unknown): unknown {
  if (isSecret(value)) return placeholder;
  if (Array.isArray(value)) return value.map(replaced);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]));
}
