import type { dynamic } from "@pulumi/pulumi";
import { isRecord } from "../api/json";
import { describe } from "../lifecycle/about";
import { check } from "../lifecycle/check";
import { create } from "../lifecycle/create";
import { remove } from "../lifecycle/delete";
import { diff } from "../lifecycle/diff";
import { nameIn } from "../lifecycle/kind";
import type { KindWithPolicy } from "../lifecycle/policy";
import { read } from "../lifecycle/read";
import { PartialFailure, Refusal } from "../lifecycle/refusal";
import { update } from "../lifecycle/update";
import { say } from "../lifecycle/wayOut";
import { command } from "../lifecycle/ways";
import { answerCall, configure, currentRun, noteProgram, serve, warnAboutMisspelt } from "./process";
import { quietConsole, quietErrorOf } from "./quiet";

/**
 * The functions that the engine's Node.js host calls for a kind. Stacks are removed from errors, and results become
 * plain values.
 */
export function dynamicProvider(kind: KindWithPolicy): dynamic.ResourceProvider {
  quietConsole();
  serve(kind);
  return {
    async configure(request) {
      // Must not await: the host caches a provider before `configure` has finished.
      configure((key) => request.config.get(key), keysOf(request.config));
    },
    check: (olds, news) =>
      withQuietErrors(async () => {
        noteProgram();
        const { inputs, failure } = await check(kind, currentRun(), olds, news);
        return {
          inputs: plainCopy(inputs),
          failures: failure === undefined ? [] : [{ property: "", reason: withoutSecrets(failure) }],
        };
      }),
    diff: (id, olds, news) =>
      withQuietErrors(() => {
        assertHasProviderText(kind, id, olds, news);
        return diff(kind, currentRun(), id, olds, news);
      }),
    create: (inputs) =>
      answerCall(async () => {
        try {
          const created = await create(kind, currentRun(), inputs);
          return { id: created.id, outs: plainCopy(created.outputs) };
        } catch (error) {
          // The inputs contain `__provider`, without which the engine could not read or delete the object.
          throw error instanceof PartialFailure
            ? partialFailureError(error, inputs)
            : quietErrorOf(error, withoutSecrets);
        }
      }),
    async read(known, state) {
      return await withQuietErrors(async () => {
        const found = await read(kind, currentRun(), known ?? "", state);
        if (found === undefined) return { id: "", props: {} };
        const { id, outputs, inputs } = found;
        return { id, props: plainCopy(outputs), ...(inputs === undefined ? {} : { inputs: plainCopy(inputs) }) };
      });
    },
    update: (id, olds, news) =>
      answerCall(async () => {
        try {
          return { outs: plainCopy(await update(kind, currentRun(), id, olds, news)) };
        } catch (error) {
          // The engine stores exactly these properties in the state, so `__provider` must be included.
          throw error instanceof PartialFailure
            ? partialFailureError(error, { __provider: news.__provider })
            : quietErrorOf(error, withoutSecrets);
        }
      }),
    delete: (id, outputs) =>
      withQuietErrors(() => {
        warnAboutMisspelt();
        return remove(kind, currentRun(), id, outputs);
      }),
  };
}

/**
 * Refuses a state without `__provider`: a later read or delete would fail in the engine's host. It is missing only if
 * an import file was edited.
 */
function assertHasProviderText(
  kind: KindWithPolicy,
  id: string,
  olds: Readonly<Record<string, unknown>>,
  news: Readonly<Record<string, unknown>>,
): void {
  if (news.__provider === undefined || olds.__provider !== undefined) return;
  throw new Refusal(
    `${describe(kind.noun, nameIn(kind, news), id)}: its state was imported from a file that was edited: the output __provider is missing. Nothing was sent for it.`,
    say`Stop managing it (${command("pulumi state delete", undefined)}), and import it again from a new export.`,
  );
}

/** An error in this form makes the engine record the object, and keep the error until an update succeeds. */
function partialFailureError(error: PartialFailure, more: Readonly<Record<string, unknown>>): Error {
  return Object.assign(quietErrorOf(error, withoutSecrets), {
    id: error.objectId,
    properties: plainCopy({ ...more, ...error.outputs }),
    reasons: [withoutSecrets(error.message)],
  });
}

/** Removes values that the program marks as secret. */
function withoutSecrets(text: string): string {
  return currentRun().memory.secrets.hide(text);
}

/** All keys of the config, for finding misspelt ones. The host's public interface can only read single keys. */
function keysOf(config: object): string[] {
  const raw: unknown = Reflect.get(config, "rawConfig");
  return isRecord(raw) ? Object.keys(raw) : [];
}

function withQuietErrors<T>(work: () => T | Promise<T>): Promise<T> {
  return answerCall(async () => {
    try {
      return await work();
    } catch (error) {
      throw quietErrorOf(error, withoutSecrets);
    }
  });
}

/**
 * A new, unfrozen copy that the host can serialise. After a create, any other value would make the engine lose the object.
 */
function plainCopy(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    // Assigning to this key would change the prototype of the copy.
    if (key !== "__proto__" && isSerialisable(value)) copy[key] = plainValue(value);
  }
  return copy;
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isSerialisable(item) ? plainValue(item) : null));
  if (isRecord(value)) return plainCopy(value);
  if (typeof value === "bigint") return String(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

function isSerialisable(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}
