import * as pulumi from "@pulumi/pulumi";
import type { Acknowledgements } from "../kind/code";
import { standsIn } from "../kind/misplaced";
import { quoted } from "../lifecycle/about";
import { argumentNameProblems } from "./misspelt";
import { noteAcknowledged } from "./programArguments";
import { programError } from "./programError";
import { explicitSetting, isSettled, type SettingName, secretSettings, settingNames } from "./settings";
import { assertStackConfig, noteExplicitProvider } from "./stackConfig";

/**
 * Settings of one explicit provider. A setting that is left out comes from the environment, otherwise from the stack's
 * config. Changing any of them updates the provider alone and replaces nothing.
 */
export interface ProviderArgs {
  /** The key of the service, stored as a secret. Required here, in the environment or in the stack's config. */
  apiKey?: pulumi.Input<string>;
  /**
   * Address of the service, for example `https://outreach.example.com`: HTTPS, except on this machine. Required here,
   * in the environment or in the stack's config.
   */
  baseUrl?: pulumi.Input<string>;
  /** Acts as this member of the key owner's organization. Service specification: Authentication, Impersonation. */
  impersonateUserId?: pulumi.Input<string | number>;
  /** The same by e-mail address, which is looked up among the members once a run. */
  impersonateEmail?: pulumi.Input<string>;
  /** Requests reserved in any minute at most. Default 100. Service specification: Limits. */
  requestsPerMinute?: pulumi.Input<number>;
  /** Seconds until a request without an answer fails. Default 30. */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /** Seconds that one operation waits for the request limit in total. Default 600. */
  waitBudgetSeconds?: pulumi.Input<number>;
  /**
   * `never` refuses every `active: true`, for copies of a production stack. Default `allow`; in a run that a coding agent
   * started, the update refuses what would start to write to people.
   */
  launch?: pulumi.Input<"allow" | "never">;
  /** `twin` adopts the one inactive object that equals a new one, instead of refusing to create it. Default: off. */
  adopt?: pulumi.Input<"twin">;
  /** Refusals that a person overrules for every resource of this provider. */
  acknowledge?: Acknowledgements;
  /**
   * URL of a PostgreSQL database through which several machines share the request limit and create one object at a
   * time, stored as a secret. Without it, the processes of one user on this machine share both.
   */
  coordination?: pulumi.Input<string>;
  /**
   * `true`: right before something starts to write to people, those of its lists are compared with `outreach.do-not-contact`,
   * which refuses the start if one of them is named there. One request for each 100 people. Default `false`.
   */
  checkSuppressed?: pulumi.Input<boolean>;
  /** LinkedIn seats whose notes may be 280 characters long. */
  premiumSeats?: pulumi.Input<readonly pulumi.Input<number>[]>;
}

/**
 * The service as one member sees it, for the resources that name it as `provider:`. Each provider is a process of its
 * own and shares the request limit with the others.
 *
 * @example
 * const alice = new outreach.Provider("alice", { impersonateUserId: 102 });
 * new outreach.List("leads", { name: "Alice's leads" }, { provider: alice });
 */
export class Provider extends pulumi.ProviderResource {
  /**
   * The service as one member sees it, for the resources that name it as `provider:`. Each provider is a process of
   * its own and shares the request limit with the others.
   *
   * @param name Unique name of the provider in the program.
   * @param args Its settings; those left out come from the environment, else from the stack's config.
   * @param options As for any Pulumi resource.
   */
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    assertStackConfig();
    assertArguments(name, { ...args });
    noteExplicitProvider();
    noteAcknowledged(args.acknowledge);
    const config = new pulumi.Config("outreach");
    const values: Record<string, pulumi.Input<string>> = {};
    const written: Partial<Record<SettingName, pulumi.Input<unknown>>> = { ...args };
    const given = new Set(settingNames.filter((setting) => written[setting] !== undefined));
    for (const setting of settingNames) {
      const own = written[setting];
      if (own !== undefined) {
        const text = pulumi.output(own).apply((value) => (Array.isArray(value) ? value.join(",") : String(value)));
        values[`outreach:${setting}`] = secretSettings.includes(setting) ? pulumi.secret(text) : text;
        continue;
      }
      if (isSettled(setting, given)) continue;
      // An explicit provider cannot read the stack's config, so it gets a copy: keys and passwords as secrets only.
      const inherited = secretSettings.includes(setting) ? config.getSecret(setting) : config.get(setting);
      if (inherited !== undefined) values[`outreach:${setting}`] = inherited;
    }
    super("pulumi-nodejs", name, { ...values, [explicitSetting]: [...given].join(",") }, options);
    declared.set(this, { name, values, explicit: given, address: args.baseUrl });
  }
}

/** The settings of one explicit provider, as its process gets them. */
export interface ExplicitSettings {
  /** Its name in the program. */
  readonly name: string;
  /** By their config keys, `outreach:NAME`. */
  readonly values: Readonly<Record<string, pulumi.Input<string>>>;
  /** The settings that the program has given it; the environment takes precedence over the others. */
  readonly explicit: ReadonlySet<SettingName>;
  /** The address that the program has given it. */
  readonly address: pulumi.Input<string> | undefined;
}

/** Not on the instances, where something could print or serialize the key. */
const declared = new WeakMap<object, ExplicitSettings>();

/** The settings of a provider. Undefined for what is no provider of this package. */
export function settingsOfProvider(provider: unknown): ExplicitSettings | undefined {
  return typeof provider === "object" && provider !== null ? declared.get(provider) : undefined;
}

/** Throws for misspelt arguments: a misspelt member would make the provider act for the owner of the key. */
function assertArguments(name: string, args: Readonly<Record<string, unknown>>): void {
  const problems = argumentNameProblems(Object.keys(args));
  for (const [setting, value] of Object.entries(args)) {
    if (typeof value !== "string" || !standsIn(value)) continue;
    problems.push(
      `${setting} contains the placeholder text of an Output or an object: write pulumi.interpolate\`…\` instead of a template string`,
    );
  }
  if (problems.length > 0) throw programError(`Provider ${quoted(name)}: ${problems.join("\n")}`);
}
