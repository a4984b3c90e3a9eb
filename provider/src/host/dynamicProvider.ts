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
import { answering, configure, currentRun, noteProgram, serve, warnAboutMisspelt } from "./process";
import { quietConsole, quietly } from "./quiet";

/** The functions that the engine's Node.js host calls for a kind. Errors lose their stacks, results become plain. */
export function dynamicProvider(kind: KindWithPolicy): dynamic.ResourceProvider {
  quietConsole();
  serve(kind);
  return {
    async configure(request) {
      // Without an await: the host caches a provider before its configure has ended.
      configure((key) => request.config.get(key), keysOf(request.config));
    },
    check: (olds, news) =>
      quiet(async () => {
        noteProgram();
        const { inputs, failure } = await check(kind, currentRun(), olds, news);
        return {
          inputs: plain(inputs),
          failures: failure === undefined ? [] : [{ property: "", reason: hide(failure) }],
        };
      }),
    diff: (id, olds, news) =>
      quiet(() => {
        assertServable(kind, id, olds, news);
        return diff(kind, currentRun(), id, olds, news);
      }),
    create: (inputs) =>
      answering(async () => {
        try {
          const created = await create(kind, currentRun(), inputs);
          return { id: created.id, outs: plain(created.outputs) };
        } catch (error) {
          // The inputs contain `__provider`, without which the engine could not read or delete the object.
          throw error instanceof PartialFailure ? recorded(error, inputs) : quietly(error, hide);
        }
      }),
    async read(known, state) {
      return await quiet(async () => {
        const found = await read(kind, currentRun(), known ?? "", state);
        if (found === undefined) return { id: "", props: {} };
        const { id, outputs, inputs } = found;
        return { id, props: plain(outputs), ...(inputs === undefined ? {} : { inputs: plain(inputs) }) };
      });
    },
    update: (id, olds, news) =>
      answering(async () => {
        try {
          return { outs: plain(await update(kind, currentRun(), id, olds, news)) };
        } catch (error) {
          // The state takes exactly these properties, so `__provider` has to be one of them.
          throw error instanceof PartialFailure
            ? recorded(error, { __provider: news.__provider })
            : quietly(error, hide);
        }
      }),
    delete: (id, outputs) =>
      quiet(() => {
        warnAboutMisspelt();
        return remove(kind, currentRun(), id, outputs);
      }),
  };
}

/**
 * Refuses a state without the text that this package serves a resource by: a later read or delete would fail in the
 * engine's host. Only an edited import file leaves it out.
 */
function assertServable(
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

/** An error of this form makes the engine record the object, and the error until an update succeeds. */
function recorded(error: PartialFailure, more: Readonly<Record<string, unknown>>): Error {
  return Object.assign(quietly(error, hide), {
    id: error.objectId,
    properties: plain({ ...more, ...error.outputs }),
    reasons: [hide(error.message)],
  });
}

/** The text without what the program marks as secret. */
function hide(text: string): string {
  return currentRun().memory.secrets.hide(text);
}

/** All keys of the config, to find misspelt ones. The host's public interface reads one key at a time. */
function keysOf(config: object): string[] {
  const raw: unknown = Reflect.get(config, "rawConfig");
  return isRecord(raw) ? Object.keys(raw) : [];
}

function quiet<T>(work: () => T | Promise<T>): Promise<T> {
  return answering(async () => {
    try {
      return await work();
    } catch (error) {
      throw quietly(error, hide);
    }
  });
}

/** A fresh, unfrozen copy that the host can transfer. After a create, any other value would lose the object. */
function plain(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    // An assignment to this key would change the prototype of the copy.
    if (key !== "__proto__" && canBeCarried(value)) copy[key] = plainValue(value);
  }
  return copy;
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (canBeCarried(item) ? plainValue(item) : null));
  if (isRecord(value)) return plain(value);
  if (typeof value === "bigint") return String(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

function canBeCarried(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}
