import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { isRecord } from "../api/json";
import { longestName, safeText } from "../api/redact";
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
import { assertAsked, isUnasked, unknownAnswer } from "./unasked";
import { programUnderTest } from "./underTest";

/** What a function reads with. */
export interface Reading<Reads> {
  readonly account: Account;
  /** What was loaded to read with. */
  readonly reads: Reads;
  /** How many resources had been created, updated or kept when it began: what was read before may be outdated. */
  readonly after: number;
}

/** What a function of the program is made of. */
export interface FunctionDefinition<Reads, Args extends object, Result> {
  /** `getThing`; the name of its other form is `getThingOutput`. */
  readonly name: string;
  /** Its arguments. */
  readonly args: z.ZodObject<z.ZodRawShape> & z.ZodType<Args>;
  /** Broken rules that concern more than one argument. */
  readonly rules?: (args: Readonly<Record<string, unknown>>) => readonly Problem[];
  /** True if no resource of a program changes what it reads, so that one answer holds for the whole run. */
  readonly isLasting?: boolean;
  /** True if it does not matter for whom it reads. */
  readonly isForAnybody?: boolean;
  read(reading: Reading<Reads>, args: Args): Promise<Result>;
}

/** Both forms of one function. */
export interface ProgramFunction<Reads, Args extends object, Result> {
  get(args?: unknown, options?: FunctionOptions): Promise<Result>;
  output(args?: unknown, options?: FunctionOutputOptions): pulumi.Output<Result>;
  /** The answer for another function that works on it. */
  answered(reading: Reading<Reads>, args: Args): Promise<Result>;
  /** The same arguments for a function that reads bit by bit. Nothing of it is kept. */
  each<Item>(
    iterating: Iterating<Reads, Args, Result, Item>,
    args: unknown,
    options: FunctionOptions | undefined,
  ): AsyncGenerator<Item, void, undefined>;
}

/** How to go through what another function answers at once. */
export interface Iterating<Reads, Args extends object, Result, Item> {
  /** The name of the function that does. */
  readonly caller: string;
  read(reading: Reading<Reads>, args: Args): AsyncIterable<Item>;
  /** The same of an answer that is there as a whole. */
  itemsOf(answer: Result, args: Args): Iterable<Item>;
}

/** An answer, and how many registrations had ended when it was asked for. */
interface Remembered<Result> {
  readonly answer: Promise<Result>;
  readonly after: number;
}

/** Makes functions that load what they read with as soon as one of them is called. */
export function functionsOf<Reads extends { readonly openAccount: OpenAccount }>(load: () => Promise<Reads>) {
  return function defineFunction<Args extends object, Result>(
    definition: FunctionDefinition<Reads, Args, Result>,
  ): ProgramFunction<Reads, Args, Result> {
    const { name } = definition;
    const remembered = new WeakMap<Account, Map<string, Remembered<Result>>>();

    async function opened(source: SettingsSource, values: Readonly<Record<string, string>>): Promise<Reading<Reads>> {
      const reads = await load();
      const account = programAccount(source, values, reads.openAccount);
      // A proxy that drops the header would answer with the data of the key's owner.
      if (account.isImpersonating && definition.isForAnybody !== true) await account.actingUser();
      // Registrations whose outputs the caller has used are counted by then.
      await nextTurn();
      const after = definition.isLasting === true ? 0 : endedRegistrations();
      return { account, reads, after };
    }

    /** The answer that is known, or a new one. A failure is forgotten. */
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

    function checked(args: unknown): Args {
      assertNoProblems(definition, args);
      return definition.args.parse(args);
    }

    async function prepared(args: unknown, options: unknown) {
      const source = settingsSource(providerOf(options));
      assertKnown(name, args ?? {});
      const parsed = checked(args ?? {});
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
        named(name, async () => {
          const underTest = programUnderTest();
          const { source, values, args: parsed } = await prepared(args, options);
          if (underTest !== undefined) return await underTest.answered<Result>(name, parsed);
          assertAsked(name);
          return await answered(await opened(source, values), parsed);
        }),
      output(args, options) {
        const outputName = `${name}Output`;
        const underTest = programUnderTest();
        const source = namedNow(outputName, () => {
          assertNoProblems(definition, args ?? {});
          underTest?.assertAnswered(name);
          return settingsSource(providerOf(options, ["dependsOn"]));
        });
        const late: pulumi.Output<unknown> = pulumi.output<unknown>(args ?? {});
        if (isUnasked()) return unknownAnswer();
        return pulumi
          .all([late, source.values, idsBehind(late), settledIds(options?.dependsOn)])
          .apply(async ([given, values]) => {
            const secrets = (await pulumi.isSecret(late)) ? textsIn(given) : [];
            const asked = async () =>
              underTest === undefined
                ? await answered(await opened(source, values), checked(given))
                : await underTest.answered<Result>(name, checked(given));
            return await named(outputName, asked, secrets);
          });
      },
      async *each({ caller, read, itemsOf }, args, options) {
        try {
          const underTest = programUnderTest();
          const { source, values, args: parsed } = await prepared(args, options);
          assertAsked(caller);
          if (underTest === undefined) yield* read(await opened(source, values), parsed);
          else yield* itemsOf(await underTest.answered<Result>(name, parsed), parsed);
        } catch (error) {
          throw forProgram(caller, error, []);
        }
      },
    };
  };
}

/**
 * The ids of the resources that a value depends on, as far as a preview knows them: what does not exist yet cannot be
 * asked for, even if its name is known. Empty in an update.
 */
function idsBehind(late: pulumi.Output<unknown>): pulumi.Output<unknown> {
  // The SDK has this function and leaves it out of its types.
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
function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The values. Undefined if one of them is not known in this preview. */
async function knownValues(values: SettingsSource["values"]): Promise<Readonly<Record<string, string>> | undefined> {
  let known: Readonly<Record<string, string>> | undefined;
  const seen = values.apply((settled) => {
    known = settled;
  });
  // Settled once `seen` is, whether its value is known or not.
  await pulumi.isSecret(seen);
  return known;
}

/** Throws for arguments that break a rule. Those that are known later break none yet. */
function assertNoProblems<Reads, Args extends object, Result>(
  { args: schema, rules }: FunctionDefinition<Reads, Args, Result>,
  args: unknown,
): void {
  if (!isRecord(args)) throw new Refusal("the arguments must be one object.");
  const problems = argumentProblems(schema, args, rules?.(args));
  if (problems.length > 0) throw new Refusal(...problems.map(problemLine));
}

/** Throws for arguments that only the other form of the function takes. */
function assertKnown(name: string, args: unknown): void {
  const late = isRecord(args) ? Object.keys(args).filter((key) => isOpen(args[key])) : [];
  if (late.length === 0) return;
  throw new Refusal(
    `${late.join(", ")}: must be known. For an Output or a promise, use ${name}Output, or wait for it.`,
  );
}

/** The options of Pulumi's own functions. */
const optionNames = ["provider", "parent", "version", "pluginDownloadURL", "async"];

/** @param more options of this form of the function alone */
function providerOf(options: unknown, more: readonly string[] = []): unknown {
  if (options === undefined) return undefined;
  if (typeof options !== "object" || options === null) throw new Refusal("the options must be one object.");
  const known = [...optionNames, ...more];
  const wrong = Object.keys(options).find((option) => !known.includes(option));
  if (wrong === undefined) return Reflect.get(options, "provider") ?? inherited(Reflect.get(options, "parent"));
  const hint = didYouMean(nearest(wrong, known)) ?? `these are ${known.join(", ")}`;
  throw new Refusal(`${quoted(wrong.slice(0, 80))} is no option of this function: ${hint}`);
}

/** The provider that resources of this package have under this parent. */
function inherited(parent: unknown): pulumi.ProviderResource | undefined {
  if (parent === undefined) return undefined;
  if (!pulumi.Resource.isInstance(parent)) throw new Refusal("the option `parent` must be a resource.");
  return parent.getProvider(typeToken(""));
}

/** Ids of resources, as soon as the engine is done with them. */
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

/** @param secrets texts that no message may show */
async function named<T>(name: string, work: () => Promise<T>, secrets: readonly string[] = []): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw forProgram(name, error, secrets);
  }
}

function namedNow<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw forProgram(name, error, []);
  }
}

/** A text in every form in which a message shows it: as it is, as one line, shortened, and each of them in quotes. */
function shownForms(text: string): string[] {
  const forms = [text, safeText(text), safeText(text, longestName)];
  return forms.flatMap((form) => [form, quoted(form).slice(1, -1)]);
}

/** An error that the SDK prints without a stack. A defect of this package keeps its own. */
function forProgram(name: string, error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Refusal || error instanceof ServiceError)) return error;
  // A shorter text is no secret, and its removal would damage ordinary words.
  const hidden = secrets.flatMap(shownForms).filter((form) => form.length > 2);
  // The longest first: a shorter form would leave the rest of a longer one.
  hidden.sort((left, right) => right.length - left.length);
  const message = hidden.reduce((text, form) => text.replaceAll(form, "[secret]"), error.message);
  return programError(`${name}: ${message}`);
}
