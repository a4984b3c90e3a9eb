import type { dynamic } from "@pulumi/pulumi";
import { check } from "../lifecycle/check";
import { create } from "../lifecycle/create";
import { remove } from "../lifecycle/delete";
import { diff } from "../lifecycle/diff";
import type { ResourceKind } from "../lifecycle/irregular";
import { read } from "../lifecycle/read";
import { PendingCreate } from "../lifecycle/refusal";
import { update } from "../lifecycle/update";
import { configure, currentRun, engineHasHeard } from "./process";
import { quietConsole, quietly } from "./quiet";

/** What the engine's Node.js host asks of a kind of resource. Every error is rewrapped, every result made plain. */
export function dynamicProvider(kind: ResourceKind): dynamic.ResourceProvider {
  quietConsole();
  return {
    async configure(request) {
      // Synchronous: the host caches a provider before its configure has ended.
      configure((key) => request.config.get(key));
    },
    check: (olds, news) =>
      quiet(() => {
        const { inputs, failure } = check(kind, currentRun(), olds, news);
        return { inputs: plain(inputs), failures: failure === undefined ? [] : [{ property: "", reason: failure }] };
      }),
    diff: (id, olds, news) => quiet(() => diff(kind, currentRun(), id, olds, news)),
    async create(inputs) {
      try {
        const created = await create(kind, currentRun(), inputs);
        return { id: created.id, outs: plain(created.outputs) };
      } catch (error) {
        if (!(error instanceof PendingCreate)) throw quietly(error);
        // Kept in the state under this id; the inputs carry the provider's own text, without which nothing could
        // read or delete it.
        throw Object.assign(quietly(error), {
          id: error.pendingId,
          properties: plain({ ...inputs, ...error.outputs }),
          reasons: [error.message],
        });
      } finally {
        await engineHasHeard();
      }
    },
    async read(known, state) {
      return await quiet(async () => {
        const found = await read(kind, currentRun(), known ?? "", state);
        if (found === undefined) return { id: "", props: {} };
        const { id, outputs, inputs } = found;
        return { id, props: plain(outputs), ...(inputs === undefined ? {} : { inputs: plain(inputs) }) };
      });
    },
    update: (id, olds, news) => quiet(async () => ({ outs: plain(await update(kind, currentRun(), id, olds, news)) })),
    delete: (id, outputs) => quiet(() => remove(kind, currentRun(), id, outputs)),
  };
}

async function quiet<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw quietly(error);
  } finally {
    await engineHasHeard();
  }
}

/** A fresh, unfrozen copy without undefined values, functions or dates, which the host cannot carry. */
function plain(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values));
}
