import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../api/account";
import { describe } from "../lifecycle/about";
import type { Values } from "../lifecycle/definition";
import type { ResourceKind } from "../lifecycle/irregular";
import { describeProblems } from "../lifecycle/validate";
import { environmentVariable } from "./environment";
import { acknowledgedForThisRun, holdsPassword } from "./settings";

/** The type token of a kind, as it stands in every URN and state. */
export function typeToken(kind: Kind): string {
  return `pulumi-nodejs:dynamic/outreach:${kind}`;
}

/**
 * What stands in the state as the resource's provider. It never changes, holds no version, path or secret, and leads
 * to whatever release is installed, so that a read or a delete always runs the current code.
 */
export function providerText(kind: Kind): string {
  return `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
}

/** A resource that the engine's Node.js host serves through `providerText`. */
export abstract class OutreachResource extends pulumi.CustomResource {
  constructor(
    { definition }: ResourceKind,
    name: string,
    args: object,
    outputNames: readonly string[],
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    assertInstalled();
    assertSecretsAreSecret();
    reportProblems(definition, name, { ...args });
    if (definition.deletesFirst && options?.deleteBeforeReplace === false) {
      throw new pulumi.RunError(
        `${describe(definition.noun, name)}: deleteBeforeReplace: false would make the new one before the old one was looked at, and both could run. Remove the option.`,
      );
    }
    const outputs = Object.fromEntries(outputNames.map((output) => [output, undefined]));
    const token = typeToken(definition.kind);
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = stackTraceLimitWhileMade(limit);
    try {
      super(
        token,
        name,
        {
          ...outputs,
          ...args,
          __provider: providerText(definition.kind),
          __urn: urnOf(name, token, options?.parent),
          ...(options?.retainOnDelete === true ? { __retain: true } : {}),
        },
        definition.deletesFirst ? { ...options, deleteBeforeReplace: true } : options,
      );
    } catch (error) {
      Error.stackTraceLimit = limit;
      if (error instanceof Error) Error.captureStackTrace(error, new.target);
      throw error;
    } finally {
      Error.stackTraceLimit = limit;
    }
  }
}

/**
 * The SDK takes a stack trace for each of four promises a property, to name those that never end. That is most of what
 * a program of many resources costs, so it happens only where somebody is looking for such a promise.
 */
function stackTraceLimitWhileMade(usual: number): number {
  return environmentVariable("PULUMI_DEBUG_PROMISE_LEAKS") === undefined ? 0 : usual;
}

/** Without a parent it is known at once, which is a good deal cheaper. */
function urnOf(name: string, token: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  if (parent === undefined) return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${token}::${name}`;
  // A promise and not an output, which would wait for ever inside a component.
  return new Promise((resolve) => {
    pulumi.createUrn(name, token, parent).apply(resolve);
  });
}

/**
 * Says what is wrong with plain values at once for all resources, since the engine stops at the first one whose check
 * fails. No gate: check fails all the same.
 */
function reportProblems(definition: ResourceKind["definition"], name: string, args: Values): void {
  const acknowledged = new Set(acknowledgedForThisRun());
  const problems = definition.problems(args, { acknowledged, launch: "allow" });
  // Without a resource: the engine drops a message at one whose registration fails.
  if (problems.length > 0) pulumi.log.error(describeProblems(definition.noun, name, problems));
}

let installed = false;

/** The host resolves the provider from the program's folder, which a hoisted or linked package may not be seen from. */
function assertInstalled(): void {
  if (installed) return;
  try {
    createRequire(join(process.cwd(), "program.js")).resolve("pulumi-outreach/runtime");
    installed = true;
  } catch {
    throw new pulumi.RunError(
      `pulumi-outreach is not installed where the program runs (${process.cwd()}): make it a direct dependency there, npm install pulumi-outreach`,
    );
  }
}

function assertSecretsAreSecret(): void {
  if (isInPlainText("outreach:apiKey")) {
    throw new pulumi.RunError(
      "outreach:apiKey stands in the stack's config in plain text. Make a new key in the app (this one is in a file), then: pulumi config set --secret outreach:apiKey",
    );
  }
  const coordination = pulumi.runtime.getConfig("outreach:coordination") ?? "";
  if (holdsPassword(coordination) && isInPlainText("outreach:coordination")) {
    throw new pulumi.RunError(
      "outreach:coordination stands in the stack's config in plain text and holds a password. Change the password (this one is in a file), then: pulumi config set --secret outreach:coordination",
    );
  }
}

function isInPlainText(key: string): boolean {
  return pulumi.runtime.getConfig(key) !== undefined && !isSecret(key);
}

/** The SDK knows which settings are secret and leaves the function that tells out of its types. */
function isSecret(key: string): boolean {
  const runtime: object = pulumi.runtime;
  return !("isConfigSecret" in runtime) || typeof runtime.isConfigSecret !== "function" || runtime.isConfigSecret(key);
}
