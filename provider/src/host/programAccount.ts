import * as pulumi from "@pulumi/pulumi";
import type { Account, Surroundings } from "../api/account";
import type { Settings } from "../api/settings";
import { Refusal } from "../lifecycle/refusal";
import { cacheFolder, environmentVariable, proxiesFromEnvironment, variableOf } from "./environment";
import { type ExplicitSettings, settingsOfProvider } from "./explicitProvider";
import { OfRun } from "./programRun";
import { resolveSettings } from "./settings";
import { assertStackConfig } from "./stackConfig";

/** The source of the settings for a function's requests. */
export interface SettingsSource {
  /** Undefined for the environment and the stack's config. */
  readonly provider: ExplicitSettings | undefined;
  /**
   * The provider's values, without secret marks because they determine the request and are not part of the result.
   * Unknown in a preview if one of them is an output of a resource to be created.
   */
  readonly values: pulumi.Output<Readonly<Record<string, string>>>;
}

/** The settings source for a function's option `provider`. Throws a Refusal if it is not a provider of this package. */
export function settingsSource(option: unknown): SettingsSource {
  assertStackConfig();
  const provider = settingsOfProvider(option);
  if (option !== undefined && provider === undefined) {
    throw new Refusal("the option `provider` must be a `Provider` of this package: new outreach.Provider(…).");
  }
  return { provider, values: pulumi.unsecret(pulumi.output(provider?.values ?? {})) };
}

/** Opens an account. */
export type OpenAccount = (settings: Settings, surroundings: Surroundings) => Account;

/** One account per service, key and acting user, shared by all functions of a run. */
const accounts = new OfRun(() => new Map<string, Account>());

/** The account for these settings. Throws a Refusal that lists missing settings. */
export function programAccount(
  { provider }: SettingsSource,
  values: Readonly<Record<string, string>>,
  open: OpenAccount,
): Account {
  const settings = resolveSettings(
    (name) => environmentVariable(variableOf(name)),
    (name) => {
      const key = `outreach:${name}`;
      return provider === undefined ? pulumi.runtime.getConfig(key) : values[key];
    },
    provider?.explicit ?? new Set(),
  );
  const key = JSON.stringify(settings);
  const account = accounts.value.get(key) ?? open(settings, surroundings());
  accounts.value.set(key, account);
  return account;
}

function surroundings(): Surroundings {
  return {
    cacheFolder: cacheFolder(),
    proxies: proxiesFromEnvironment(),
    logger: {
      debug: (text: string) => {
        if (environmentVariable("OUTREACH_LOG") === "debug") void pulumi.log.info(text);
      },
      info: (text: string) => void pulumi.log.info(text),
      warn: (text: string) => void pulumi.log.warn(text),
    },
    // The last safeguard: functions only read; only the provider process creates.
    beforeCreate: () => Promise.reject(new Error("a function does not create anything")),
  };
}
