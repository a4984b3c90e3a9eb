import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { isSettingName, overriddenSettings } from "../../host/settings";
import { Refusal } from "../../lifecycle/refusal";
import type { RehearsedProject } from "./project";

/** Replaces every secret in the stack's config. A single word, so that it also works in place of a key. */
export const placeholder = "rehearsal-placeholder";

/** A stack's config without its secrets. Encrypted values are never decrypted. */
export interface ConfigCopy {
  /** Plain values by key, with placeholders for secrets inside them. */
  readonly plain: Readonly<Record<string, unknown>>;
  /** Keys whose entire value is a secret. */
  readonly secret: readonly string[];
  /** Secret settings of this package that cannot be replaced by a placeholder: a member, seat ids. */
  readonly leftOut: readonly string[];
  /** Keys of values with secrets inside them, which are plain text in the copy. */
  readonly opened: readonly string[];
  /** True if the stack uses Pulumi Cloud environments, whose values are omitted. */
  readonly hasEnvironments: boolean;
}

const noConfig: ConfigCopy = { plain: {}, secret: [], leftOut: [], opened: [], hasEnvironments: false };

const stackFile = z.looseObject({
  config: z.record(z.string(), z.unknown()).nullish(),
  environment: z.unknown().optional(),
});

/** Reads a stack's config file. A stack without one has an empty config. */
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
    plain: Object.fromEntries(plain.map(([key, value]) => [key, withPlaceholders(value)])),
    secret: secret.filter((key) => !isUsedSetting(key)),
    leftOut: secret.filter(isUsedSetting),
    opened: plain.filter(([, value]) => containsSecret(value)).map(([key]) => key),
    hasEnvironments,
  };
}

/** True if a rehearsal uses the setting. It ignores keys, addresses and databases. */
function isUsedSetting(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  return namespace === "outreach" && isSettingName(name) && !overriddenSettings.includes(name);
}

/** A secret is an object whose only key is `secure`, with the encrypted text as its value. */
function isSecret(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value.secure === "string";
}

function containsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(containsSecret);
  return isRecord(value) && Object.values(value).some(containsSecret);
}

function withPlaceholders(value: unknown): unknown {
  if (isSecret(value)) return placeholder;
  if (Array.isArray(value)) return value.map(withPlaceholders);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPlaceholders(inner)]));
}
