import { isDeepStrictEqual } from "node:util";
import { CheckError, type Diffed, InitError, type Provider, type Values } from "./provider";
import type { Operation, Run } from "./run";
import type { Entry, State } from "./state";
import { nameOf } from "./urn";

/** One resource of a program, as its class registers it. */
export interface Registration {
  readonly urn: string;
  /** The arguments; `idOf` is called when the other resources exist. */
  readonly args: (idOf: (urn: string) => string) => Values;
  /** URNs of the resources that must exist first. */
  readonly dependsOn: readonly string[];
  /** The option with this name, which overrides the result of `diff`. */
  readonly deleteBeforeReplace?: boolean;
  readonly retainOnDelete?: boolean;
  /** A transformation has set it, so that the class does not see it. */
  readonly isTransformed?: boolean;
  /** Replaced without a diff, as by `--replace`, `--target-replace` and a taint. */
  readonly replace?: boolean;
}

/** The planned operation for one resource. */
export interface Plan {
  readonly operation: Operation;
  act(): Promise<void>;
}

type Wanted = Pick<Entry, "inputs" | "retainOnDelete">;

/** The steps of one run: the calls of the provider, and what is recorded. */
export class Deployment {
  constructor(
    private readonly state: State,
    private readonly provider: Provider,
    private readonly run: Run,
  ) {}

  async refresh(urn: string, entry: Entry): Promise<void> {
    if (entry.pendingReplacement === true) return;
    const { provider, run } = this;
    const read = await run.ask(provider.read(urn, entry.id, entry.outputs));
    if (read.id === "") {
      run.steps.push({ verb: "gone", name: nameOf(urn), id: entry.id, done: true });
      run.drift.set(urn, ["(gone)"]);
      this.state.drop(urn, entry);
      return;
    }
    const inputs = Object.keys(read.inputs).length > 0 ? read.inputs : entry.inputs;
    // Drift is shown as a diff between the read outputs and the old inputs.
    await run.ask(provider.diff(urn, read.id, read.outputs, entry.inputs));
    run.drift.set(urn, changedKeys(entry.inputs, inputs));
    if (read.id !== entry.id) {
      run.steps.push({ verb: "settled", name: nameOf(urn), id: `${entry.id} as ${read.id}`, done: true });
    }
    Object.assign(entry, { id: read.id, inputs, outputs: read.outputs, initErrors: [] });
  }

  /** Checks and compares. */
  async plan(registration: Registration): Promise<Plan> {
    const { urn, retainOnDelete = false, isTransformed = false } = registration;
    const { provider, run } = this;
    const old = this.state.current.get(urn);
    const args = {
      ...registration.args((other) => this.state.current.get(other)?.id ?? ""),
      __urn: urn,
      ...(retainOnDelete && !isTransformed ? { __retain: true } : {}),
    };
    const check = async (olds: Values): Promise<Wanted> => {
      const { inputs, failures, ways } = await run.ask(provider.check(urn, olds, args));
      if (failures.length > 0) throw new CheckError(failures, ways);
      run.inputs.set(urn, inputs);
      return { inputs, retainOnDelete };
    };
    const isForced = old !== undefined && registration.replace === true;
    const wanted = await check(isForced ? {} : (old?.inputs ?? {}));
    if (old === undefined) return { operation: "create", act: () => this.create(urn, wanted) };

    const diff: Diffed = isForced
      ? { changes: true, replaces: ["id"], deleteBeforeReplace: false }
      : await run.ask(provider.diff(urn, old.id, old.outputs, wanted.inputs));
    const isChanged = diff.changes ?? changedKeys(old.inputs, wanted.inputs).length > 0;
    if (old.pendingReplacement === true || (isChanged && diff.replaces.length > 0)) {
      const anew = isForced ? wanted : await check({});
      const deletesFirst = registration.deleteBeforeReplace ?? diff.deleteBeforeReplace;
      return { operation: "replace", act: () => this.replace(urn, old, anew, deletesFirst) };
    }
    if (isChanged || (old.initErrors ?? []).length > 0) {
      return { operation: "update", act: () => this.update(urn, old, wanted) };
    }
    return {
      operation: "same",
      act: async () => {
        Object.assign(old, wanted);
      },
    };
  }

  async delete(urn: string, entry: Entry): Promise<void> {
    await this.letGo(urn, entry);
    this.state.drop(urn, entry);
  }

  private async replace(urn: string, old: Entry, wanted: Wanted, deletesFirst: boolean): Promise<void> {
    if (deletesFirst) await this.letGo(urn, old);
    if (deletesFirst) old.pendingReplacement = true;
    try {
      await this.create(urn, wanted);
    } finally {
      // Also if the new one was recorded with an error, and if an earlier replacement has failed after the delete.
      const isReplaced = this.state.current.get(urn) !== old;
      if (isReplaced && !deletesFirst) this.state.condemn(urn, { ...old, pendingReplacement: false });
    }
  }

  private async letGo(urn: string, entry: Entry): Promise<void> {
    if (entry.pendingReplacement === true || entry.retainOnDelete === true) return;
    const { provider, run } = this;
    await run.step("delete", nameOf(urn), entry.id, provider.delete(urn, entry.id, entry.outputs));
  }

  private async update(urn: string, old: Entry, wanted: Wanted): Promise<void> {
    const { provider, run } = this;
    try {
      const work = provider.update(urn, old.id, old.outputs, wanted.inputs);
      const { outputs } = await run.step("update", nameOf(urn), old.id, work);
      Object.assign(old, { ...wanted, outputs, initErrors: [] });
    } catch (error) {
      // It has changed the object: the new outputs are recorded beside the old inputs.
      if (error instanceof InitError) Object.assign(old, { outputs: error.properties, initErrors: error.reasons });
      throw error;
    }
  }

  private async create(urn: string, wanted: Wanted): Promise<void> {
    const { provider, run, state } = this;
    try {
      const { id, outputs } = await run.step("create", nameOf(urn), "", provider.create(urn, wanted.inputs));
      state.made(urn, { ...wanted, id, outputs });
    } catch (error) {
      if (error instanceof InitError) {
        state.made(urn, { ...wanted, id: error.id, outputs: error.properties, initErrors: error.reasons });
      }
      throw error;
    }
  }
}

function changedKeys(olds: Values, news: Values): string[] {
  const keys = new Set([...Object.keys(olds), ...Object.keys(news)]);
  return [...keys].filter((key) => !isDeepStrictEqual(plain(olds[key]), plain(news[key]))).sort();
}

/** The value as the protocol transports it. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
