import type { Account } from "../api/account";
import { openAccount } from "../api/service";
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
import type { AccountOptions } from "./accountOptions";
import { stackConfig } from "./stackConfig";
import type { Terminal } from "./terminal/terminal";

/**
 * Opens the account that the environment names. The config of a stack is read only if it is named, or if the
 * environment lacks the key or the address. Throws a Refusal that says what is missing.
 */
export async function openCommandAccount(options: AccountOptions, terminal: Terminal): Promise<Account> {
  for (const sentence of misspeltVariables(environmentNames())) terminal.warn(sentence);
  const environment = (name: SettingName) => environmentVariable(variableOf(name));
  const isComplete = environment("apiKey") !== undefined && environment("baseUrl") !== undefined;
  const config =
    isComplete && options.stack === undefined
      ? new Map<string, string>()
      : await terminal.during("Reading the config of the stack", () => stackConfig(options.stack));
  const chosen = chosenMember(options);
  const settings = resolveSettings(
    environment,
    (name) => chosen?.[name] ?? config.get(name),
    // A member on the command line takes precedence over both.
    new Set(Object.keys(chosen ?? {})),
  );
  const acting =
    options.asKeyOwner === true ? { impersonateUserId: undefined, impersonateEmail: undefined } : undefined;
  const surroundings = {
    cacheFolder: cacheFolder(),
    proxies: proxiesFromEnvironment(),
    logger: {
      debug: (text: string) => {
        if (environmentVariable("OUTREACH_LOG") === "debug") terminal.note(text);
      },
      info: (text: string) => terminal.note(text),
      warn: (text: string) => terminal.warn(text),
    },
  };
  return openAccount({ ...settings, ...acting }, surroundings, Object.values(kinds));
}

function chosenMember({ as }: AccountOptions): Partial<Record<SettingName, string>> | undefined {
  if (as === undefined) return undefined;
  return as.includes("@") ? { impersonateEmail: as } : { impersonateUserId: as };
}
