import type { Account } from "../api/account";
import type { Logger } from "../api/log";
import { openAccount } from "../api/service";
import type { Settings } from "../api/settings";
import {
  cacheFolder,
  environmentNames,
  environmentVariable,
  proxiesFromEnvironment,
  variableOf,
} from "../host/environment";
import { misspeltVariables } from "../host/misspelt";
import { resolveSettings, type SettingName } from "../host/settings";
import { kinds } from "../kinds";
import type { AccountOptions } from "./command";
import { stackConfig } from "./stackConfig";
import type { Terminal } from "./terminal/terminal";

/**
 * Opens the account that the environment configures. Reads a stack's config only if the options name the stack, or if
 * the environment lacks the key or the address. Throws a Refusal that names what is missing.
 */
export async function openCommandAccount(options: AccountOptions, terminal: Terminal): Promise<Account> {
  for (const sentence of misspeltVariables(environmentNames())) terminal.warn(sentence);
  const config = needsConfig(options)
    ? await terminal.during("Reading the config of the stack", () => stackConfig(options.stack))
    : new Map(Object.entries(options.shown ?? {}));
  return openWith(commandSettings(options, config), commandLogger(terminal));
}

/** Prints an account's log messages on the terminal. */
export function commandLogger(terminal: Terminal): Logger {
  return {
    debug: (text) => {
      if (environmentVariable("OUTREACH_LOG") === "debug") terminal.note(text);
    },
    info: (text) => terminal.note(text),
    warn: (text) => terminal.warn(text),
    onInterrupt: "Ctrl-C ends this command",
  };
}

/** True if a stack's config must be read: the stack is named, or the environment lacks the key or the address. */
export function needsConfig({ stack }: AccountOptions): boolean {
  return stack !== undefined || !isInEnvironment("apiKey") || !isInEnvironment("baseUrl");
}

function isInEnvironment(name: SettingName): boolean {
  return environmentVariable(variableOf(name)) !== undefined;
}

/** The settings from the environment and from a stack's config. Throws a Refusal that lists every problem. */
export function commandSettings(options: AccountOptions, config: ReadonlyMap<string, string>): Settings {
  const chosen = chosenMember(options);
  const settings = resolveSettings(
    (name) => environmentVariable(variableOf(name)),
    (name) => chosen?.[name] ?? config.get(name),
    // A member on the command line takes precedence over both.
    new Set(Object.keys(chosen ?? {})),
  );
  const { waitBudgetSeconds, requestTimeoutSeconds } = settings;
  return {
    ...settings,
    ...(options.asKeyOwner === true ? { impersonateUserId: undefined, impersonateEmail: undefined } : undefined),
    waitBudgetSeconds: Math.min(waitBudgetSeconds, options.patienceSeconds ?? Infinity),
    requestTimeoutSeconds: Math.min(requestTimeoutSeconds, Math.max(5, options.patienceSeconds ?? Infinity)),
  };
}

/** Opens the account that the settings configure, with this machine's cache and proxies. */
export function openWith(settings: Settings, logger: Logger): Account {
  const surroundings = { cacheFolder: cacheFolder(), proxies: proxiesFromEnvironment(), logger };
  return openAccount(settings, surroundings, Object.values(kinds));
}

function chosenMember({ as }: AccountOptions): Partial<Record<SettingName, string>> | undefined {
  if (as === undefined) return undefined;
  return as.includes("@") ? { impersonateEmail: as } : { impersonateUserId: as };
}
