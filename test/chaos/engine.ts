import { isDeepStrictEqual } from "node:util";
import { type DynamicHost, HostError, type Values } from "../support/dynamicHost";
import { type Declaration, dependenciesOf, type Kind, type Program, resolved } from "./program";

/** One resource of the state, as the engine stores it. */
export interface Entry {
  readonly urn: string;
  readonly name: string;
  readonly kind: Kind;
  id: string;
  inputs: Values;
  outputs: Values;
  /** Not empty after a create that failed and was kept all the same. */
  initErrors: readonly string[];
  /** A new one has taken its place, and it is deleted when all else is done. */
  condemned: boolean;
  /** It was deleted to make room for a new one, which does not exist yet. */
  pendingReplacement: boolean;
}

export interface Failure {
  readonly name: string;
  readonly text: string;
}

/** What happened in one run of the engine. */
export interface Outcome {
  readonly failures: readonly Failure[];
  /** What was done, `create list1`. */
  readonly steps: readonly string[];
  /** The engine died: whatever came back afterwards was not recorded. */
  readonly interrupted: boolean;
}

class Interrupted extends Error {}

/** The engine dies when this is called: nothing is recorded after it. */
export class Run {
  dead = false;
  stopped = false;
  readonly failures: Failure[] = [];
  readonly steps: string[] = [];

  kill(): void {
    this.dead = true;
  }

  /** Waits for the provider, as long as the engine lives. */
  async ask<T>(work: Promise<T>): Promise<T> {
    try {
      const answer = await work;
      if (this.dead) throw new Interrupted();
      return answer;
    } catch (error) {
      if (this.dead) throw new Interrupted();
      throw error;
    }
  }
}

/**
 * The engine's part in a run, after pkg/resource/deploy of the real one: which verb is called when, with what, and what
 * is recorded. Resources that do not depend on each other are made at the same time; check and diff go one at a time.
 */
export class EngineModel {
  /** In the order in which they were made. */
  entries: Entry[] = [];
  /** Ids that were in the state, and that a delete let go of. */
  readonly released = new Set<string>();
  /** Every delete that the provider was asked for, whatever came of it. */
  readonly askedToDelete: { readonly id: string; readonly serviceName: string }[] = [];

  async up(host: DynamicHost, program: Program, refresh: boolean, run: Run): Promise<Outcome> {
    try {
      if (refresh) await this.refreshAll(host, run);
      if (run.failures.length === 0) await this.makeAll(host, program, run);
      if (run.failures.length === 0) await this.deleteAll(host, program, run);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
    return { failures: run.failures, steps: run.steps, interrupted: run.dead };
  }

  current(name: string): Entry | undefined {
    return this.entries.find((entry) => entry.name === name && !entry.condemned);
  }

  private async refreshAll(host: DynamicHost, run: Run): Promise<void> {
    const work = this.entries
      .filter((entry) => !entry.pendingReplacement)
      .map((entry) =>
        this.recorded(run, entry.name, async () => {
          const read = await run.ask(host.read(entry.urn, entry.id, entry.outputs));
          if (read.id === "") {
            run.steps.push(`gone ${entry.name} ${entry.id}`);
            this.remove(entry);
            return;
          }
          const inputs = Object.keys(read.inputs).length > 0 ? read.inputs : entry.inputs;
          // What the engine shows as drift: a diff of what was read against the old inputs.
          await run.ask(host.diff(entry.urn, read.id, read.outputs, entry.inputs));
          if (read.id !== entry.id) run.steps.push(`settled ${entry.name} ${entry.id} as ${read.id}`);
          Object.assign(entry, { id: read.id, outputs: read.outputs, inputs, initErrors: [] });
        }),
      );
    await this.all(work);
  }

  private async makeAll(host: DynamicHost, program: Program, run: Run): Promise<void> {
    const made = new Map<string, Promise<boolean>>();
    let planning: Promise<unknown> = Promise.resolve();
    for (const declaration of program) {
      const before = dependenciesOf(declaration).map((name) => made.get(name) ?? Promise.resolve(false));
      const work = Promise.all(before).then(async (ready) => {
        if (ready.includes(false)) return false;
        return await this.recorded(run, declaration.name, async () => {
          const planned = planning.then(() => (run.stopped ? undefined : this.plan(host, declaration, run)));
          planning = planned.catch(() => undefined);
          const step = await planned;
          if (step === undefined) throw new Skipped();
          await step();
        });
      });
      made.set(declaration.name, work);
    }
    await this.all([...made.values()]);
  }

  /** Checks and compares; answers what is to be done. */
  private async plan(host: DynamicHost, declaration: Declaration, run: Run): Promise<() => Promise<void>> {
    const { name, kind } = declaration;
    const urn = urnOf(declaration);
    const old = this.current(name);
    const args = resolved1(declaration, (other) => this.current(other)?.id ?? "");
    const check = async (olds: Values) => {
      const checked = await run.ask(host.check(urn, kind, olds, args));
      if (checked.failures.length > 0) throw new HostError(checked.failures.join("\n"), undefined);
      return checked.inputs;
    };
    const inputs = await check(old?.inputs ?? {});
    if (old === undefined) return () => this.create(host, declaration, urn, inputs, run, () => undefined);

    const diff = await run.ask(host.diff(urn, old.id, old.outputs, inputs));
    // 0 leaves it to the engine, which compares inputs; 1 is "none", 2 is "some".
    const changed = diff.changes === 2 || (diff.changes === 0 && !isDeepStrictEqual(plain(old.inputs), plain(inputs)));
    if (old.pendingReplacement || (changed && diff.replaces.length > 0)) {
      const anew = await check({});
      if (kind === "List" && !diff.deleteBeforeReplace) {
        return () =>
          this.create(host, declaration, urn, anew, run, () => {
            old.condemned = true;
          });
      }
      return async () => {
        if (!old.pendingReplacement) {
          await this.delete(host, old, run);
          old.pendingReplacement = true;
        }
        await this.create(host, declaration, urn, anew, run, () => this.remove(old));
      };
    }
    if (changed || old.initErrors.length > 0) {
      return async () => {
        run.steps.push(`update ${name} ${old.id}`);
        const updated = await run.ask(host.update(urn, old.id, old.outputs, inputs)).catch((error: unknown) => {
          // It has changed something: the new outputs are kept, beside the old inputs.
          if (!(error instanceof HostError) || error.initFailed === undefined) throw error;
          const { properties, reasons } = error.initFailed;
          Object.assign(old, { outputs: properties, initErrors: reasons });
          throw new HostError(reasons.join("\n"), undefined);
        });
        Object.assign(old, { inputs, outputs: updated.outputs, initErrors: [] });
      };
    }
    return async () => {
      old.inputs = inputs;
    };
  }

  private async create(
    host: DynamicHost,
    { name, kind }: Declaration,
    urn: string,
    inputs: Values,
    run: Run,
    made: () => void,
  ): Promise<void> {
    run.steps.push(`create ${name}`);
    const store = (id: string, outputs: Values, initErrors: readonly string[]) => {
      made();
      this.entries.push({
        urn,
        name,
        kind,
        id,
        inputs,
        outputs,
        initErrors,
        condemned: false,
        pendingReplacement: false,
      });
    };
    try {
      const created = await run.ask(host.create(urn, inputs));
      store(created.id, created.outputs, []);
    } catch (error) {
      if (error instanceof HostError && error.initFailed !== undefined) {
        const { id, properties, reasons } = error.initFailed;
        store(id, properties, reasons);
        throw new HostError(reasons.join("\n"), undefined);
      }
      throw error;
    }
  }

  private async delete(host: DynamicHost, entry: Entry, run: Run): Promise<void> {
    run.steps.push(`delete ${entry.name} ${entry.id}`);
    this.askedToDelete.push({ id: entry.id, serviceName: String(entry.inputs.name) });
    await run.ask(host.delete(entry.urn, entry.id, entry.outputs));
    this.released.add(entry.id);
  }

  private async deleteAll(host: DynamicHost, program: Program, run: Run): Promise<void> {
    const declared = new Set(program.map(({ name }) => name));
    const leaving = this.entries.filter((entry) => entry.condemned || !declared.has(entry.name)).reverse();
    for (const entry of leaving) {
      if (run.stopped) return;
      await this.recorded(run, entry.name, async () => {
        if (!entry.pendingReplacement) await this.delete(host, entry, run);
        this.remove(entry);
      });
    }
  }

  /** False where it failed: then nothing new is begun. */
  private async recorded(run: Run, name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Skipped) return false;
      if (error instanceof Interrupted) throw error;
      run.stopped = true;
      run.failures.push({ name, text: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  /** Everything ends, even where the engine has died. */
  private async all(work: readonly Promise<unknown>[]): Promise<void> {
    const results = await Promise.allSettled(work);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** `pulumi state delete`, by a person who has looked what there is. */
  forget(entry: Entry, ids: readonly string[]): void {
    this.remove(entry);
    for (const id of ids) this.released.add(id);
  }

  private remove(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
  }
}

class Skipped extends Error {}

export function urnOf({ kind, name }: { readonly kind: Kind; readonly name: string }): string {
  return `urn:pulumi:chaos::chaos::pulumi-nodejs:dynamic/outreach:${kind}::${name}`;
}

function resolved1({ args }: Declaration, idOf: (name: string) => string): Values {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, resolved(value, idOf)]));
}

function plain(values: Values): unknown {
  return JSON.parse(JSON.stringify(values));
}
