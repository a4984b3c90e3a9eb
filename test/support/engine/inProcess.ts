import { check } from "../../../provider/src/lifecycle/check";
import { create } from "../../../provider/src/lifecycle/create";
import { remove } from "../../../provider/src/lifecycle/delete";
import { diff } from "../../../provider/src/lifecycle/diff";
import type { KindWithPolicy } from "../../../provider/src/lifecycle/policy";
import { read } from "../../../provider/src/lifecycle/read";
import { PartialFailure, Refusal } from "../../../provider/src/lifecycle/refusal";
import type { Run } from "../../../provider/src/lifecycle/run";
import { update } from "../../../provider/src/lifecycle/update";
import { noteRefusal } from "../refusals";
import { kindOf, testedKinds } from "../testedKinds";
import { InitError, type Provider, type Values } from "./provider";

export function resourceKind(urn: string): KindWithPolicy {
  return testedKinds[kindOf(urn)];
}

/** The life cycle without the SDK's host process around it. Values are copied, as by the protocol. */
export function inProcess(run: Run): Provider {
  const hide = (error: unknown): never => {
    if (error instanceof Error) error.message = run.memory.secrets.hide(error.message);
    if (error instanceof Refusal) noteRefusal(error.message, error.ways);
    throw error;
  };
  return {
    async check(urn, olds, news) {
      const { inputs, failure, ways } = await check(resourceKind(urn), run, copy(olds), copy(news));
      const failures = failure === undefined ? [] : [run.memory.secrets.hide(failure)];
      if (ways !== undefined) noteRefusal(failures.join(), ways);
      return { inputs: copy(inputs), failures, ways };
    },
    async diff(urn, id, olds, news) {
      const {
        changes,
        replaces = [],
        deleteBeforeReplace = false,
      } = await diff(resourceKind(urn), run, id, copy(olds), copy(news)).catch(hide);
      return { changes, replaces, deleteBeforeReplace };
    },
    async create(urn, inputs) {
      const created = await create(resourceKind(urn), run, copy(inputs)).catch(hide).catch(recorded(inputs));
      return { id: created.id, outputs: copy(created.outputs) };
    },
    async read(urn, id, outputs) {
      const found = await read(resourceKind(urn), run, id, copy(outputs)).catch(hide);
      if (found === undefined) return { id: "", inputs: {}, outputs: {} };
      return { id: found.id, inputs: copy(found.inputs ?? {}), outputs: copy(found.outputs) };
    },
    async update(urn, id, olds, news) {
      return {
        outputs: copy(await update(resourceKind(urn), run, id, copy(olds), copy(news)).catch(hide).catch(recorded({}))),
      };
    },
    async delete(urn, id, outputs) {
      await remove(resourceKind(urn), run, id, copy(outputs)).catch(hide);
    },
  };
}

/** Rejects as the host does: the completed work is recorded with the error. */
function recorded(inputs: Values): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof PartialFailure)) throw error;
    throw new InitError(error.objectId, copy({ ...inputs, ...error.outputs }), [error.message], error.ways);
  };
}

function copy(values: Readonly<Record<string, unknown>>): Values {
  return JSON.parse(JSON.stringify(values));
}
