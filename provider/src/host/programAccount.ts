import * as pulumi from "@pulumi/pulumi";
import type { Account, Surroundings } from "../api/account";
import type { Settings } from "../api/settings";
import { Refusal } from "../lifecycle/refusal";
import { cacheFolder, environmentVariable, proxiesFromEnvironment, variableOf } from "./environment";
import { type ExplicitSettings, settingsOfProvider } from "./explicitProvider";
import { resolveSettings } from "./settings";
import { assertStackConfig } from "./stackConfig";

/** Where the settings of a function's requests come from. */
export interface SettingsSource {
  /** Undefined if the environment and the stack's config are meant. */
  readonly provider: ExplicitSettings | undefined;
  /**
   * The values of that provider, not marked as secrets: they decide what is asked, and are no part of an answer. Not
   * known yet in a preview if one of them is an output of a resource that will be created.
   */
  readonly values: pulumi.Output<Readonly<Record<string, string>>>;
}

/** The source of the settings for this option of a function. Throws a Refusal for what is no provider of this package. */
export function settingsSource(option: unknown): SettingsSource {
  assertStackConfig();
  const provider = settingsOfProvider(option);
  if (option !== undefined && provider === undefined) {
    throw new Refusal("the option `provider` must be a `Provider` of this package: new outreach.Provider(…).");
  }
  return { provider, values: pulumi.unsecret(pulumi.output(provider?.values ?? {})) };
}

/** Opens the service. */
export type OpenAccount = (settings: Settings, surroundings: Surroundings) => Account;

/** One for each service, key and acting user, shared by all functions of one run. */
const accounts = new WeakMap<object, Map<string, Account>>();

/** Stands for the run where there is none. */
const noRun = {};

/** Those of this run: with the Automation API, a process runs a program many times, and several at once. */
function accountsOfRun(): Map<string, Account> {
  const run = pulumi.runtime.getMonitor() ?? noRun;
  const known = accounts.get(run) ?? new Map<string, Account>();
  accounts.set(run, known);
  return known;
}

/** The account that these settings name. Throws a Refusal that lists what is missing. */
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
  const opened = accountsOfRun();
  const account = opened.get(key) ?? open(settings, surroundings());
  opened.set(key, account);
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
    // The last barrier: a function reads, and only the provider process creates.
    beforeCreate: () => Promise.reject(new Error("a function does not create anything")),
  };
}
