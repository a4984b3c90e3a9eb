import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { isRecord } from "../api/json";
import { longestNameShown, safeText } from "../api/redact";
import { argumentProblems } from "../kind/argumentProblems";
import { nearest } from "../kind/nearest";
import { didYouMean } from "../kind/validate";
import { quoted } from "../lifecycle/about";
import { type Problem, problemLine } from "../lifecycle/problem";
import { Refusal } from "../lifecycle/refusal";
import { isOpen } from "../lifecycle/unknown";
import type { FunctionOptions, FunctionOutputOptions } from "./functionOptions";
import { type OpenAccount, programAccount, type SettingsSource, settingsSource } from "./programAccount";
import { programError } from "./programError";
import { endedRegistrations } from "./registrations";
import { typeToken } from "./token";
import { assertNotInCheck, isCheckWithoutService, unknownResult } from "./unasked";
import { programUnderTest } from "./underTest";

/** What a function needs for reading. */
export interface Reading<Reads> {
  readonly account: Account;
  /** The loaded module with the reads. */
  readonly reads: Reads;
  /** How many resources the engine had finished with when the call started. Earlier results may be outdated. */
  readonly after: number;
}

/** The definition of a function for programs. */
export interface FunctionDefinition<Reads, Args extends object, Result> {
  /** For example `getThing`; the Output form is named `getThingOutput`. */
  readonly name: string;
  /** Its arguments. */
  readonly args: z.ZodObject<z.ZodRawShape> & z.ZodType<Args>;
  /** Returns problems that concern more than one argument. */
  readonly rules?: (args: Readonly<Record<string, unknown>>) => readonly Problem[];
  /** True if no resource of a program can change the result, so that one result is valid for the whole run. */
  readonly isLasting?: boolean;
  /** True if the result does not depend on the acting user. */
  readonly isForAnybody?: boolean;
  read(reading: Reading<Reads>, args: Args): Promise<Result>;
}

/** Both forms of a function. */
export interface ProgramFunction<Reads, Args extends object, Result> {
  get(args?: unknown, options?: FunctionOptions): Promise<Result>;
  output(args?: unknown, options?: FunctionOutputOptions): pulumi.Output<Result>;
  /** The result, for use by another function. */
  answered(reading: Reading<Reads>, args: Args): Promise<Result>;
  /** Takes the same arguments, but iterates over the result. Nothing is cached. */
  each<Item>(
    iterating: Iterating<Reads, Args, Result, Item>,
    args: unknown,
    options: FunctionOptions | undefined,
  ): AsyncGenerator<Item, void, undefined>;
}

/** How to iterate over a result that another function returns as a whole. */
export interface Iterating<Reads, Args extends object, Result, Item> {
  /** The name of the iterating function. */
  readonly caller: string;
  read(reading: Reading<Reads>, args: Args): AsyncIterable<Item>;
  /** Returns the items of a whole result. */
  itemsOf(answer: Result, args: Args): Iterable<Item>;
}

/** A result, and how many registrations had ended when it was requested. */
interface Remembered<Result> {
  readonly answer: Promise<Result>;
  readonly after: number;
}

/** Returns `defineFunction` for functions that load their module with reads on the first call. */
export function functionsOf<Reads extends { readonly openAccount: OpenAccount }>(load: () => Promise<Reads>) {
  return function defineFunction<Args extends object, Result>(
    definition: FunctionDefinition<Reads, Args, Result>,
  ): ProgramFunction<Reads, Args, Result> {
    const { name } = definition;
    const remembered = new WeakMap<Account, Map<string, Remembered<Result>>>();

    async function openReading(
      source: SettingsSource,
      values: Readonly<Record<string, string>>,
    ): Promise<Reading<Reads>> {
      const reads = await load();
      const account = programAccount(source, values, reads.openAccount);
      // Behind a proxy that drops the impersonation header, the service would return the data of the key's owner.
      if (account.isImpersonating && definition.isForAnybody !== true) await account.actingUser();
      // By then, registrations whose outputs the caller has used are counted.
      await nextTurn();
      const after = definition.isLasting === true ? 0 : endedRegistrations();
      return { account, reads, after };
    }

    /** The cached result, or a new one. Failures are not cached. */
    async function answered(reading: Reading<Reads>, args: Args): Promise<Result> {
      const { account, after } = reading;
      const answers = remembered.get(account) ?? new Map<string, Remembered<Result>>();
      remembered.set(account, answers);
      const key = JSON.stringify(args);
      const known = answers.get(key);
      if (known !== undefined && known.after >= after) return structuredClone(await known.answer);
      const asked = { answer: definition.read(reading, args), after };
      answers.set(key, asked);
      try {
        return structuredClone(await asked.answer);
      } catch (error) {
        if (answers.get(key) === asked) answers.delete(key);
        throw error;
      }
    }

    function parseArguments(args: unknown): Args {
      assertNoProblems(definition, args);
      return definition.args.parse(args);
    }

    async function prepare(args: unknown, options: unknown) {
      const source = settingsSource(providerOf(options));
      assertKnown(name, args ?? {});
      const parsed = parseArguments(args ?? {});
      const known = await knownValues(source.values);
      if (known !== undefined) return { source, values: known, args: parsed };
      throw new Refusal(
        `the settings of provider ${quoted(source.provider?.name ?? "")} are not known yet in this preview.`,
        `Use ${name}Output, whose result is unknown until then.`,
      );
    }

    return {
      answered,
      get: (args, options) =>
        withFunctionName(name, async () => {
          const underTest = programUnderTest();
          const { source, values, args: parsed } = await prepare(args, options);
          if (underTest !== undefined) return await underTest.answered<Result>(name, parsed);
          assertNotInCheck(name);
          return await answered(await openReading(source, values), parsed);
        }),
      output(args, options) {
        const outputName = `${name}Output`;
        const underTest = programUnderTest();
        const source = withFunctionNameSync(outputName, () => {
          assertNoProblems(definition, args ?? {});
          underTest?.assertAnswered(name);
          return settingsSource(providerOf(options, ["dependsOn"]));
        });
        const late: pulumi.Output<unknown> = pulumi.output<unknown>(args ?? {});
        if (isCheckWithoutService()) return unknownResult();
        return pulumi
          .all([late, source.values, idsOfDependencies(late), settledIds(options?.dependsOn)])
          .apply(async ([given, values]) => {
            const secrets = (await pulumi.isSecret(late)) ? stringsIn(given) : [];
            const readWhenKnown = async () =>
              underTest === undefined
                ? await answered(await openReading(source, values), parseArguments(given))
                : await underTest.answered<Result>(name, parseArguments(given));
            return await withFunctionName(outputName, readWhenKnown, secrets);
          });
      },
      async *each({ caller, read, itemsOf }, args, options) {
        try {
          const underTest = programUnderTest();
          const { source, values, args: parsed } = await prepare(args, options);
          assertNotInCheck(caller);
          if (underTest === undefined) yield* read(await openReading(source, values), parsed);
          else yield* itemsOf(await underTest.answered<Result>(name, parsed), parsed);
        } catch (error) {
          throw asProgramError(caller, error, []);
        }
      },
    };
  };
}

/**
 * The ids of the resources that a value depends on, which are unknown in a preview if a resource does not exist yet:
 * its data cannot be requested, even if its name is known. Empty in an update.
 */
function idsOfDependencies(late: pulumi.Output<unknown>): pulumi.Output<unknown> {
  // The SDK has this function but omits it from its types.
  const allResources: unknown = Reflect.get(late, "allResources");
  if (!pulumi.runtime.isDryRun() || typeof allResources !== "function") return pulumi.output([]);
  const resources: unknown = allResources.call(late);
  return pulumi.output(
    Promise.resolve(resources).then((all) =>
      all instanceof Set ? [...all].flatMap((each) => (pulumi.CustomResource.isInstance(each) ? [each.id] : [])) : [],
    ),
  );
}

/** The strings and numbers in the arguments. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The values. Undefined if one of them is unknown in this preview. */
async function knownValues(values: SettingsSource["values"]): Promise<Readonly<Record<string, string>> | undefined> {
  let known: Readonly<Record<string, string>> | undefined;
  const seen = values.apply((settled) => {
    known = settled;
  });
  // Resolves once `seen` is settled, whether its value is known or not.
  await pulumi.isSecret(seen);
  return known;
}

/** Throws for arguments that break a rule. Arguments that are not known yet break none. */
function assertNoProblems<Reads, Args extends object, Result>(
  { args: schema, rules }: FunctionDefinition<Reads, Args, Result>,
  args: unknown,
): void {
  if (!isRecord(args)) throw new Refusal("the arguments must be one object.");
  const problems = argumentProblems(schema, args, rules?.(args));
  if (problems.length > 0) throw new Refusal(...problems.map(problemLine));
}

/** Throws for arguments that only the Output form accepts. */
function assertKnown(name: string, args: unknown): void {
  const late = isRecord(args) ? Object.keys(args).filter((key) => isOpen(args[key])) : [];
  if (late.length === 0) return;
  throw new Refusal(
    `${late.join(", ")}: must be known. For an Output or a promise, use ${name}Output, or wait for it.`,
  );
}

/** The options of Pulumi's own functions. */
const optionNames = ["provider", "parent", "version", "pluginDownloadURL", "async"];

/** @param more options that only this form of the function accepts */
function providerOf(options: unknown, more: readonly string[] = []): unknown {
  if (options === undefined) return undefined;
  if (typeof options !== "object" || options === null) throw new Refusal("the options must be one object.");
  const known = [...optionNames, ...more];
  const wrong = Object.keys(options).find((option) => !known.includes(option));
  if (wrong === undefined) return Reflect.get(options, "provider") ?? inheritedProvider(Reflect.get(options, "parent"));
  const hint = didYouMean(nearest(wrong, known)) ?? `these are ${known.join(", ")}`;
  throw new Refusal(`${quoted(wrong.slice(0, 80))} is not an option of this function: ${hint}`);
}

/** The provider that resources of this package inherit from this parent. */
function inheritedProvider(parent: unknown): pulumi.ProviderResource | undefined {
  if (parent === undefined) return undefined;
  if (!pulumi.Resource.isInstance(parent)) throw new Refusal("the option `parent` must be a resource.");
  return parent.getProvider(typeToken(""));
}

/** The ids of resources, resolved once the engine has finished with them. */
function settledIds(resources: FunctionOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  if (resources === undefined) return pulumi.output([]);
  const late: pulumi.Output<unknown> = pulumi.output<unknown>(resources);
  return late.apply((all) =>
    pulumi.all(
      [all].flat().map((each): pulumi.Output<string> => {
        if (!pulumi.Resource.isInstance(each)) throw new Refusal("the option `dependsOn` takes resources.");
        return pulumi.CustomResource.isInstance(each) ? each.id : each.urn;
      }),
    ),
  );
}

/** @param secrets strings that messages must not contain */
async function withFunctionName<T>(name: string, work: () => Promise<T>, secrets: readonly string[] = []): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asProgramError(name, error, secrets);
  }
}

function withFunctionNameSync<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asProgramError(name, error, []);
  }
}

/** A string in every form in which a message may show it: unchanged, as one line, truncated, and each of these quoted. */
function shownForms(text: string): string[] {
  const forms = [text, safeText(text), safeText(text, longestNameShown)];
  return forms.flatMap((form) => [form, quoted(form).slice(1, -1)]);
}

/** Converts to an error that the SDK prints without a stack. Defects of this package keep theirs. */
function asProgramError(name: string, error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Refusal || error instanceof ServiceError)) return error;
  // A shorter string is not a secret, and removing it would damage ordinary words.
  const hidden = secrets.flatMap(shownForms).filter((form) => form.length > 2);
  // Longest first, because replacing a shorter form would leave the rest of a longer one.
  hidden.sort((left, right) => right.length - left.length);
  const message = hidden.reduce((text, form) => text.replaceAll(form, "[secret]"), error.message);
  return programError(`${name}: ${message}`);
}
