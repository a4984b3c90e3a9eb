import type { Account, Surroundings } from "../../provider/src/api/account";
import type { ProcessRun } from "../../provider/src/api/coordination/store";
import { openAccount } from "../../provider/src/api/service";
import type { Settings } from "../../provider/src/api/settings";
import { type Kind, kinds } from "../../provider/src/kinds";
import { check } from "../../provider/src/lifecycle/check";
import { fingerprint } from "../../provider/src/lifecycle/content";
import { create } from "../../provider/src/lifecycle/create";
import { remove } from "../../provider/src/lifecycle/delete";
import { diff } from "../../provider/src/lifecycle/diff";
import { RunMemory } from "../../provider/src/lifecycle/memory";
import { read } from "../../provider/src/lifecycle/read";
import { PartialFailure } from "../../provider/src/lifecycle/refusal";
import type { Run } from "../../provider/src/lifecycle/run";
import { warnAboutTwinsMeanwhile } from "../../provider/src/lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../../provider/src/lifecycle/unseen";
import { update } from "../../provider/src/lifecycle/update";
import { PassingClock } from "./passingClock";

type Values = Record<string, unknown>;

export interface Stored {
  id: string;
  inputs: Values;
  outputs: Values;
  /** It was recorded with an error, so the next run updates it whatever `diff` says. */
  failed?: boolean;
}

export interface Step {
  readonly kind: Kind;
  readonly args: Values;
  /** Skips `diff` and replaces, as `--replace`, `--target-replace` and a taint do. */
  readonly replace?: boolean;
  readonly retainOnDelete?: boolean;
}

/** The resources of a program in the order of their registration, by name. */
export type Program = Readonly<Record<string, Step>>;

export interface Result {
  readonly op: "same" | "create" | "update" | "replace";
  readonly warnings: string[];
}

/**
 * What the engine does with resources, without the engine: the order of verbs, what each is handed, and what is
 * stored. Every operation is a provider process of its own, as it is with the engine. Facts about the real one are
 * held by the acceptance tests.
 */
export class MiniEngine {
  readonly state = new Map<string, Stored>();
  warnings: string[] = [];
  private stack = "test";
  private overrides: Partial<Settings> = {};
  private run: Run;

  constructor(
    private readonly settings: Settings,
    /** Another machine has a clock, a run and a cache of its own. */
    private readonly surroundings: Partial<Surroundings> = { clock: new PassingClock() },
  ) {
    this.run = this.newRun();
  }

  /** From now on these settings differ: another config, another environment. */
  restart(settings: Partial<Settings> = {}): void {
    this.overrides = settings;
  }

  urn(kind: Kind, name: string): string {
    return `urn:pulumi:${this.stack}::project::pulumi-nodejs:dynamic/outreach:${kind}::${name}`;
  }

  stored(kind: Kind, name: string): Stored {
    const found = this.state.get(this.urn(kind, name));
    if (found === undefined) throw new Error(`${kind} ${name} is not in the state`);
    return found;
  }

  /** What a preview says: the operation, or the error. */
  preview(name: string, step: Step): Result {
    const { [name]: op } = this.previewAll({ [name]: step });
    return { op: op ?? "same", warnings: this.warnings };
  }

  previewAll(program: Program): Record<string, Result["op"]> {
    this.begin();
    return Object.fromEntries(Object.entries(program).map(([name, step]) => [name, this.plan(name, step).op]));
  }

  async up(name: string, step: Step): Promise<Result> {
    const { [name]: op } = await this.upAll({ [name]: step });
    return { op: op ?? "same", warnings: this.warnings };
  }

  /** The same as another stack. */
  async upIn(stack: string, name: string, step: Step): Promise<Result> {
    this.stack = stack;
    return await this.up(name, step);
  }

  /** Creates and changes; what the program no longer declares is deleted where `deletes` says so. */
  async upAll(program: Program, deletes: "leaves" | "deletes" = "leaves"): Promise<Record<string, Result["op"]>> {
    this.begin();
    return await this.applyAll(program, deletes);
  }

  /** `--continue-on-error`: what left the program is deleted although something failed. */
  async upContinuing(program: Program): Promise<void> {
    this.begin();
    for (const [name, step] of Object.entries(program)) await this.apply(name, step).catch(() => undefined);
    const declared = new Set(Object.entries(program).map(([name, step]) => this.urn(step.kind, name)));
    for (const [urn, old] of this.state) {
      if (!declared.has(urn) && kindOf(urn) !== "List") await remove(kinds[kindOf(urn)], this.run, old.id, old.outputs);
    }
  }

  private async applyAll(program: Program, deletes: "leaves" | "deletes"): Promise<Record<string, Result["op"]>> {
    const ops: Record<string, Result["op"]> = {};
    for (const [name, step] of Object.entries(program)) ops[name] = await this.apply(name, step);
    if (deletes === "leaves") return ops;
    const declared = new Set(Object.entries(program).map(([name, step]) => this.urn(step.kind, name)));
    for (const [urn, old] of [...this.state].reverse()) {
      if (declared.has(urn)) continue;
      await remove(kinds[kindOf(urn)], this.run, old.id, old.outputs);
      this.state.delete(urn);
    }
    return ops;
  }

  /** Names of the properties that a refresh shows as changed. Drops what is gone. */
  async refresh(kind: Kind, name: string): Promise<string[]> {
    this.begin();
    return await this.refreshOne(kind, name);
  }

  private async refreshOne(kind: Kind, name: string): Promise<string[]> {
    const urn = this.urn(kind, name);
    const old = this.stored(kind, name);
    const found = await read(kinds[kind], this.run, old.id, old.outputs);
    if (found === undefined) {
      this.state.delete(urn);
      return ["(gone)"];
    }
    const inputs = copy(found.inputs ?? old.inputs);
    const outputs = copy(found.outputs);
    diff(kinds[kind], this.run, found.id, outputs, old.inputs);
    const keys = new Set([...Object.keys(old.inputs), ...Object.keys(inputs)]);
    const changed = [...keys].filter(
      (key) => fingerprint({ it: old.inputs[key] }) !== fingerprint({ it: inputs[key] }),
    );
    this.state.set(urn, { id: found.id, inputs, outputs });
    return changed.sort();
  }

  /** `pulumi up --refresh` of a whole stack: one process reads everything, then changes it. */
  async upAllRefreshed(program: Program, deletes: "leaves" | "deletes" = "leaves") {
    this.begin();
    for (const urn of this.state.keys()) await this.refreshOne(kindOf(urn), urn.slice(urn.lastIndexOf("::") + 2));
    return await this.applyAll(program, deletes);
  }

  /** `pulumi up --refresh` of one resource. */
  async upRefreshed(name: string, step: Step): Promise<Result> {
    if (this.state.has(this.urn(step.kind, name))) await this.refresh(step.kind, name);
    return await this.up(name, step);
  }

  async destroy(kind: Kind, name: string): Promise<string[]> {
    this.begin();
    const old = this.stored(kind, name);
    await remove(kinds[kind], this.run, old.id, old.outputs);
    this.state.delete(this.urn(kind, name));
    return this.warnings;
  }

  /** What the provider does when the run is over. */
  async end(): Promise<string[]> {
    this.warnings = [];
    await warnAboutTwinsMeanwhile(this.run);
    warnAboutUnseen(this.run);
    return this.warnings;
  }

  private begin(): void {
    this.warnings = [];
    this.run = this.newRun();
    // A person needs time between two commands, and what an earlier one has sent has come to its end.
    const { clock } = this.surroundings;
    if (clock instanceof PassingClock) clock.pass(60_000);
  }

  private async apply(name: string, step: Step): Promise<Result["op"]> {
    const kind = kinds[step.kind];
    const urn = this.urn(step.kind, name);
    const { op, inputs, deleteBeforeReplace } = this.plan(name, step);
    const old = this.state.get(urn);
    const make = async () => {
      const made = await create(kind, this.run, inputs).catch((error: unknown) => {
        if (error instanceof PartialFailure) {
          const outputs = copy({ ...inputs, ...error.outputs });
          this.state.set(urn, { id: error.objectId, inputs, outputs, failed: true });
        }
        throw error;
      });
      this.state.set(urn, { id: made.id, inputs, outputs: copy(made.outputs) });
    };
    if (old === undefined) await make();
    else if (op === "same") old.inputs = inputs;
    else if (op === "update") {
      const outputs = await update(kind, this.run, old.id, old.outputs, inputs).catch((error: unknown) => {
        // The engine keeps the old inputs then.
        if (error instanceof PartialFailure) Object.assign(old, { outputs: copy(error.outputs), failed: true });
        throw error;
      });
      this.state.set(urn, { id: old.id, inputs, outputs: copy(outputs) });
    } else if (deleteBeforeReplace) {
      if (step.retainOnDelete !== true) await remove(kind, this.run, old.id, old.outputs);
      this.state.delete(urn);
      await make();
    } else {
      await make();
      if (step.retainOnDelete !== true) await remove(kind, this.run, old.id, old.outputs);
    }
    return op;
  }

  private plan(name: string, step: Step) {
    const kind = kinds[step.kind];
    const urn = this.urn(step.kind, name);
    const old = this.state.get(urn);
    const raw = { ...step.args, __urn: urn, ...(step.retainOnDelete ? { __retain: true } : {}) };
    const forced = step.replace === true && old !== undefined;
    const checked = check(kind, this.run, forced ? {} : copy(old?.inputs ?? {}), copy(raw));
    if (checked.failure !== undefined) throw new Error(checked.failure);
    const inputs = copy(checked.inputs);
    // What the resource class declares as its own option.
    const deletesFirst = step.kind !== "List";
    if (old === undefined) return { op: "create" as const, inputs, deleteBeforeReplace: false };
    if (forced) return { op: "replace" as const, inputs, deleteBeforeReplace: deletesFirst };
    const result = diff(kind, this.run, old.id, old.outputs, inputs);
    const changed = old.failed ?? result.changes ?? fingerprint(old.inputs) !== fingerprint(inputs);
    if (changed && (result.replaces ?? []).length > 0) {
      const again = check(kind, this.run, {}, copy(raw));
      if (again.failure !== undefined) throw new Error(again.failure);
      const deleteBeforeReplace = deletesFirst || result.deleteBeforeReplace === true;
      return { op: "replace" as const, inputs: copy(again.inputs), deleteBeforeReplace };
    }
    return { op: changed ? ("update" as const) : ("same" as const), inputs, deleteBeforeReplace: false };
  }

  private newRun(): Run {
    const settings = { ...this.settings, ...this.overrides };
    let account: Account | undefined;
    const warn = (text: string) => {
      if (!this.warnings.includes(text)) this.warnings.push(text);
    };
    return {
      settings: () => settings,
      account: () => {
        const logger = { debug: () => undefined, info: () => undefined, warn };
        account ??= openAccount(
          settings,
          { logger, random: () => 0, run: processRun(), ...this.surroundings },
          Object.values(kinds),
        );
        return account;
      },
      warn,
      now: () => new Date(),
      random: () => Math.random().toString(36).slice(2),
      sleep: async () => undefined,
      memory: new RunMemory(),
    };
  }
}

let processes = 0;

function processRun(): ProcessRun {
  processes += 1;
  return { id: `process ${processes}`, label: `${processes}@here` };
}

function kindOf(urn: string): Kind {
  if (urn.includes("outreach:List::")) return "List";
  return urn.includes("outreach:SourceAgent::") ? "SourceAgent" : "Campaign";
}

function copy(values: Readonly<Record<string, unknown>>): Values {
  return JSON.parse(JSON.stringify(values));
}
