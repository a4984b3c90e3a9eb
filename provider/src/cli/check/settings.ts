import { environmentVariable, variableOf } from "../../host/environment";
import { explicitSetting, ruleSettings, type SettingName, settingsOfRules } from "../../host/settings";
import { providerType } from "../../host/token";
import type { Values } from "../../lifecycle/kind";
import { isUnknown } from "../../lifecycle/unknown";
import { quote } from "../../review/findings/sentences";

/** What this file has to know of a resource. */
interface Declared {
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs: Values;
}

/** The settings that the rules of a resource depend on. */
export type RuleSettings = Omit<ReturnType<typeof ruleSettings>, "problems">;

/** What the program's own process gets of the environment. */
const ofEnvironment: readonly SettingName[] = ["acknowledge", "premiumSeats"];
const environment = (name: SettingName) =>
  ofEnvironment.includes(name) ? environmentVariable(variableOf(name)) : undefined;

/** The settings of resources: those of the explicit provider that each is under, otherwise those of the stack. */
export class SettingsOfResources {
  /** What is wrong with settings that were asked for. */
  readonly failures: string[] = [];
  /** Settings that only the update knows. */
  readonly unknown: string[] = [];
  private readonly providers: ReadonlyMap<string | undefined, Declared>;
  private readonly known = new Map<string | undefined, RuleSettings>();

  /** @param plain a value without the marks of secrets */
  constructor(
    private readonly config: Readonly<Record<string, string>>,
    resources: readonly Declared[],
    private readonly plain: (values: Values) => Values,
  ) {
    this.providers = new Map(resources.flatMap((each) => (each.type === providerType ? [[each.id, each]] : [])));
  }

  /** @param reference the provider of a resource: `URN::id` */
  of(reference: string | undefined): RuleSettings {
    const provider = this.providers.get(reference?.split("::").at(-1));
    const known = this.known.get(provider?.id);
    if (known !== undefined) return known;
    const { problems, ...settings } = provider === undefined ? this.ofStack() : this.ofProvider(provider);
    this.known.set(provider?.id, settings);
    const whose = provider === undefined ? "" : `Provider ${quote(provider.name)}: `;
    this.failures.push(...problems.map((problem) => `${whose}${problem}`));
    return settings;
  }

  private ofStack() {
    return ruleSettings(environment, (name) => this.config[`outreach:${name}`], new Set());
  }

  private ofProvider({ name: called, inputs }: Declared) {
    const values = this.plain(inputs);
    const given = (name: SettingName) => values[`outreach:${name}`];
    const later = settingsOfRules.filter((name) => isUnknown(given(name)));
    if (later.length > 0) this.unknown.push(`${later.join(", ")} of Provider ${quote(called)}`);
    const text = (value: unknown) => (typeof value === "string" && !isUnknown(value) ? value : undefined);
    return ruleSettings(
      environment,
      (name) => text(given(name)),
      new Set((text(values[explicitSetting]) ?? "").split(",")),
    );
  }
}
