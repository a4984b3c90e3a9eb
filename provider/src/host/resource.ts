import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isPlaceholderText } from "../kind/misplaced";
import { describe, quoted } from "../lifecycle/about";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { noteAdopter } from "./adoptions";
import { assertAdoptedOnce, compareWithOtherProviders, otherUrnsOfKind } from "./besideProviders";
import { doNotContactFile, withCompaniesOfFile } from "./doNotContact";
import { environmentVariable } from "./environment";
import { reportProblems, secretArguments, withoutResources } from "./programArguments";
import { programError } from "./programError";
import { noteRegistration } from "./registrations";
import { guardRehearsedProgram } from "./rehearsedProgram";
import { assertStackConfig } from "./stackConfig";
import { adoptedFor, stateFor } from "./stated";
import { strayReferences } from "./strayReferences";
import { providerText, typeToken } from "./token";
import { lastTransformation } from "./transformed";
import { warnAboutUnchecked } from "./unchecked";
import { programUnderTest } from "./underTest";

// Must run before the program creates a component, whose children would otherwise not be covered.
guardRehearsedProgram();

/** The base class of all resources. The engine's Node.js host serves them through `providerText`. */
export abstract class OutreachResource extends pulumi.CustomResource {
  constructor(kind: DeclaredKind, name: string, args: object, options: pulumi.CustomResourceOptions | undefined) {
    assertInstalled();
    assertStackConfig();
    assertNamed(kind.noun, name);
    assertAdoptedByArgument(kind.noun, name, options);
    const outputs = Object.fromEntries(kind.outputs.map((output) => [output, undefined]));
    const token = typeToken(kind.name);
    const urn = urnOf(name, token, options?.parent);
    // A transformation may set another provider than the options, so only the created resource knows it.
    let tellProvider: (provider: pulumi.ProviderResource | undefined) => void = () => {};
    const provider = new Promise<pulumi.ProviderResource | undefined>((resolve) => {
      tellProvider = resolve;
    });
    let declared: Values = { ...args };
    let problems: readonly string[] = [];
    const hinted = lastTransformation((properties, transformed) => {
      assertDeletedFirst(kind, name, transformed);
      assertDeletedByItself(kind.noun, name, transformed);
      declared = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
      problems = reportProblems(kind, name, declared);
      assertAdoptedOnce(kind, name, declared, transformed);
      noteAdopter(kind, declared, urn, transformed);
      const companies = withCompaniesOfFile(kind, declared, urn);
      const file = doNotContactFile(kind);
      return {
        ...properties,
        ...withoutResources({ ...declared, ...companies?.args }),
        __provider: providerText(kind.name),
        __urn: urn,
        __state: stateFor(kind, declared, urn, provider),
        __beside: otherUrnsOfKind(kind, urn, declared, transformed),
        __adopted: adoptedFor(kind, declared, provider),
        __secret: secretArguments(declared, transformed),
        __stray: strayReferences(kind, declared),
        ...(options?.retainOnDelete === true ? { __retain: true } : {}),
        ...(companies === undefined ? {} : { __companies: companies.hint }),
        ...(file === undefined ? {} : { __doNotContact: file }),
        ...(problems.length > 0 ? { __problems: problems } : {}),
      };
    });
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = stackTraceLimitWhileMade(limit);
    try {
      super(
        token,
        name,
        { ...outputs, ...args },
        {
          ...options,
          ...(kind.deletesFirst ? { deleteBeforeReplace: options?.deleteBeforeReplace ?? true } : {}),
          transformations: [...(options?.transformations ?? []), hinted],
        },
      );
      noteRegistration(this);
      programUnderTest()?.declare({ kind, name, urn, resource: this });
      const own = this.getProvider(token);
      tellProvider(own);
      if (problems.length > 0) return;
      const made = { kind, name, args: declared, provider: own, resource: this };
      compareWithOtherProviders(made);
      warnAboutUnchecked(made);
    } catch (error) {
      Error.stackTraceLimit = limit;
      // An error without a stack has none on purpose.
      if (error instanceof Error && error.stack !== "") Error.captureStackTrace(error, new.target);
      throw error;
    } finally {
      Error.stackTraceLimit = limit;
    }
  }
}

/** The compiler shows this for calls of `get`. */
export const readOrAdopt = "use getXOutput({ id }) of its kind to read it, the argument adopt to manage it";

/** The error for calls of `get` in programs that are not compiled. */
export function noGet(kind: string, read: string): pulumi.RunError {
  return programError(
    `${kind}.get does not exist, because an object of the service is read by a function: ${read}({ id }). To manage it in this program, write the argument adopt: <id>.`,
  );
}

/** True for a resource with this type token. */
export function isOfType(value: unknown, token: string): boolean {
  return pulumi.CustomResource.isInstance(value) && Reflect.get(value, "__pulumiType") === token;
}

/**
 * The SDK captures four stack traces per property to report promises that never settle. With many resources this takes most
 * of the program's time, so they are captured only if the user is looking for such a promise.
 */
function stackTraceLimitWhileMade(usual: number): number {
  return environmentVariable("PULUMI_DEBUG_PROMISE_LEAKS") === undefined ? 0 : usual;
}

/** The URN of a new resource. Without a parent it is known synchronously, which is much cheaper. */
function urnOf(name: string, token: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  if (parent === undefined) return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${token}::${name}`;
  // A promise instead of an Output, which would never resolve inside a component.
  return new Promise((resolve) => {
    pulumi.createUrn(name, token, parent).apply(resolve);
  });
}

/**
 * Refuses names with the placeholder text of an Output: the name is part of the URN, and the text may change with the next
 * SDK release.
 */
function assertNamed(noun: string, name: string): void {
  if (!isPlaceholderText(name)) return;
  throw programError(
    `the name of a ${noun} in the program contains the placeholder text of an Output or an object: use a string that is known`,
  );
}

/** Refuses the options `import` and `id`: the engine's Node.js host fails with both. */
function assertAdoptedByArgument(noun: string, name: string, options: pulumi.CustomResourceOptions | undefined): void {
  const option = (["import", "id"] as const).find((key) => options?.[key] !== undefined);
  if (option === undefined) return;
  throw programError(
    `${noun} ${quoted(name)}: the option ${option} does not work with resources of a dynamic provider. To adopt an existing object, remove the option and write the argument adopt: <id>`,
  );
}

/** Refuses `deleteBeforeReplace: false` for kinds whose old object must be checked before the new one exists. */
function assertDeletedFirst(
  { noun, deletesFirst }: DeclaredKind,
  name: string,
  options: pulumi.CustomResourceOptions,
): void {
  if (!deletesFirst || options.deleteBeforeReplace !== false) return;
  throw programError(
    `${describe(noun, name)}: deleteBeforeReplace: false would create the new ${noun} before the old one is checked, and both could run. Remove the option.`,
  );
}

/**
 * Refuses the option `deletedWith`: the engine would skip the delete, so a running object would be removed from the state
 * unchecked.
 */
function assertDeletedByItself(noun: string, name: string, options: pulumi.ResourceOptions): void {
  if (options.deletedWith === undefined) return;
  throw programError(
    `${describe(noun, name)}: with deletedWith the ${noun} would leave the state without its delete, and go on if it runs. Remove the option.`,
  );
}

let installed = false;

/** The host resolves the provider from the program's folder, from which a hoisted or linked package may not be found. */
function assertInstalled(): void {
  if (installed) return;
  try {
    createRequire(join(process.cwd(), "program.js")).resolve("pulumi-outreach/runtime");
    installed = true;
  } catch {
    throw programError(
      `pulumi-outreach is not installed in the folder of the program (${process.cwd()}). Make it a direct dependency there: npm install pulumi-outreach`,
    );
  }
}
