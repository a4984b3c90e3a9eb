import * as pulumi from "@pulumi/pulumi";
import type { Acknowledgements } from "../kind/code";
import { isPlaceholderText } from "../kind/misplaced";
import { quoted } from "../lifecycle/about";
import { argumentNameProblems } from "./misspelt";
import { noteAcknowledged } from "./programArguments";
import { programError } from "./programError";
import { explicitSetting, isOverriddenByProvider, type SettingName, secretSettings, settingNames } from "./settings";
import { assertStackConfig, noteExplicitProvider } from "./stackConfig";

/**
 * Settings of an explicit provider. A missing setting is taken from the environment, otherwise from the stack's config.
 * Changing a setting updates only the provider and replaces nothing.
 */
export interface ProviderArgs {
  /** The API key, stored as a secret. Required here, in the environment or in the stack's config. */
  apiKey?: pulumi.Input<string>;
  /**
   * Address of the service, for example `https://outreach.example.com`: HTTPS, except on this machine. Required here,
   * in the environment or in the stack's config.
   */
  baseUrl?: pulumi.Input<string>;
  /** Requests act as this member of the key owner's organization. Service specification: Authentication, Impersonation. */
  impersonateUserId?: pulumi.Input<string | number>;
  /** The member to act as, by email address. The id is looked up once per run. */
  impersonateEmail?: pulumi.Input<string>;
  /** Maximum number of requests in any minute. Default 100. Service specification: Limits. */
  requestsPerMinute?: pulumi.Input<number>;
  /** Seconds after which a request without a response fails. Default 30. */
  requestTimeoutSeconds?: pulumi.Input<number>;
  /** Total seconds that one operation may wait for the request limit. Default 600. */
  waitBudgetSeconds?: pulumi.Input<number>;
  /**
   * `never` refuses every `active: true`, for copies of a production stack. Default `allow`; in a run started by a coding
   * agent, the update refuses to start anything that would write to people.
   */
  launch?: pulumi.Input<"allow" | "never">;
  /**
   * `twin`: if exactly one inactive object equals a new one, adopt it instead of refusing to create a duplicate. Default:
   * off.
   */
  adopt?: pulumi.Input<"twin">;
  /** Acknowledgement codes that apply to every resource of this provider. */
  acknowledge?: Acknowledgements;
  /**
   * URL of a PostgreSQL database, stored as a secret. Machines that use the same database share the request limit and take
   * turns to create objects. Without it, only the processes of one user on this machine do.
   */
  coordination?: pulumi.Input<string>;
  /**
   * `true`: right before a campaign starts to write to people, those on its lists are compared with
   * `outreach.do-not-contact`, and the start is refused if one of them is named there. Costs one request per 100 people.
   * Default `false`.
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
    assertKnownArguments(name, { ...args });
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
      if (isOverriddenByProvider(setting, given)) continue;
      // An explicit provider cannot read the stack's config, so it gets a copy; keys and passwords only as secrets.
      const inherited = secretSettings.includes(setting) ? config.getSecret(setting) : config.get(setting);
      if (inherited !== undefined) values[`outreach:${setting}`] = inherited;
    }
    super("pulumi-nodejs", name, { ...values, [explicitSetting]: [...given].join(",") }, options);
    settingsByProvider.set(this, { name, values, explicit: given, address: args.baseUrl });
  }
}

/** The settings of an explicit provider as passed to its process. */
export interface ExplicitSettings {
  /** Its name in the program. */
  readonly name: string;
  /** By config key, `outreach:NAME`. */
  readonly values: Readonly<Record<string, pulumi.Input<string>>>;
  /** The settings given by the program. For all others, the environment takes precedence. */
  readonly explicit: ReadonlySet<SettingName>;
  /** The address given by the program. */
  readonly address: pulumi.Input<string> | undefined;
}

/** Not stored on the instances, because something could print or serialise the key. */
const settingsByProvider = new WeakMap<object, ExplicitSettings>();

/** The settings of a provider. Undefined if it is not a provider of this package. */
export function settingsOfProvider(provider: unknown): ExplicitSettings | undefined {
  return typeof provider === "object" && provider !== null ? settingsByProvider.get(provider) : undefined;
}

/** Throws for misspelt arguments: with a misspelt member, the provider would act for the key's owner. */
function assertKnownArguments(name: string, args: Readonly<Record<string, unknown>>): void {
  const problems = argumentNameProblems(Object.keys(args));
  for (const [setting, value] of Object.entries(args)) {
    if (typeof value !== "string" || !isPlaceholderText(value)) continue;
    problems.push(
      `${setting} contains the placeholder text of an Output or an object: write pulumi.interpolate\`…\` instead of a template string`,
    );
  }
  if (problems.length > 0) throw programError(`Provider ${quoted(name)}: ${problems.join("\n")}`);
}
