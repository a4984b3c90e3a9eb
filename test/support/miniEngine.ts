import type { Account, Kind } from "../../provider/src/api/account";
import { openAccount } from "../../provider/src/api/service";
import type { Settings } from "../../provider/src/api/settings";
import { check } from "../../provider/src/lifecycle/check";
import { create } from "../../provider/src/lifecycle/create";
import { remove } from "../../provider/src/lifecycle/delete";
import { diff } from "../../provider/src/lifecycle/diff";
import type { ResourceKind } from "../../provider/src/lifecycle/irregular";
import { RunMemory } from "../../provider/src/lifecycle/memory";
import { read } from "../../provider/src/lifecycle/read";
import { PendingCreate } from "../../provider/src/lifecycle/refusal";
import type { Run } from "../../provider/src/lifecycle/run";
import { update } from "../../provider/src/lifecycle/update";
import { campaignKind } from "../../provider/src/resources/campaign";
import { listKind } from "../../provider/src/resources/list";
import { sourceAgentKind } from "../../provider/src/resources/sourceAgent";

const kinds: Readonly<Record<Kind, ResourceKind>> = {
  List: listKind,
  SourceAgent: sourceAgentKind,
  Campaign: campaignKind,
};

type Values = Record<string, unknown>;

export interface Stored {
  id: string;
  inputs: Values;
  outputs: Values;
}

export interface Step {
  readonly kind: Kind;
  readonly args: Values;
  /** Skips `diff` and replaces, as `--replace` and a taint do. */
  readonly replace?: boolean;
  readonly retainOnDelete?: boolean;
}

export interface Result {
  readonly op: "same" | "create" | "update" | "replace";
  readonly warnings: string[];
}

/**
 * What the engine does with a resource, without the engine: the order of verbs, what each is handed, and what is
 * stored. Facts about the real one are held by the acceptance tests.
 */
export class MiniEngine {
  readonly state = new Map<string, Stored>();
  warnings: string[] = [];
  private run: Run;

  constructor(private readonly settings: Settings) {
    this.run = this.newRun();
  }

  /** A new provider process: nothing is remembered, the settings may differ. */
  restart(settings: Partial<Settings> = {}): void {
    this.run = this.newRun(settings);
  }

  urn(kind: Kind, name: string): string {
    return `urn:pulumi:test::project::pulumi-nodejs:dynamic/outreach:${kind}::${name}`;
  }

  stored(kind: Kind, name: string): Stored {
    const found = this.state.get(this.urn(kind, name));
    if (found === undefined) throw new Error(`${kind} ${name} is not in the state`);
    return found;
  }

  /** What a preview says: the operation, or the error. */
  preview(name: string, step: Step): Result {
    this.warnings = [];
    const { op } = this.plan(name, step);
    return { op, warnings: this.warnings };
  }

  async up(name: string, step: Step): Promise<Result> {
    this.warnings = [];
    const kind = kinds[step.kind];
    const urn = this.urn(step.kind, name);
    const { op, inputs, deleteBeforeReplace } = this.plan(name, step);
    const old = this.state.get(urn);
    const make = async () => {
      const made = await create(kind, this.run, inputs).catch((error: unknown) => {
        if (error instanceof PendingCreate) {
          this.state.set(urn, { id: error.pendingId, inputs, outputs: copy({ ...inputs, ...error.outputs }) });
        }
        throw error;
      });
      this.state.set(urn, { id: made.id, inputs, outputs: copy(made.outputs) });
    };
    if (op === "same" && old !== undefined) old.inputs = inputs;
    if (op === "create") await make();
    if (op === "update" && old !== undefined) {
      const outputs = await update(kind, this.run, old.id, old.outputs, inputs);
      this.state.set(urn, { id: old.id, inputs, outputs: copy(outputs) });
    }
    if (op === "replace" && old !== undefined) {
      if (deleteBeforeReplace) {
        await remove(kind, this.run, old.id, old.outputs);
        this.state.delete(urn);
        await make();
      } else {
        await make();
        await remove(kind, this.run, old.id, old.outputs);
      }
    }
    return { op, warnings: this.warnings };
  }

  /** Names of the properties that a refresh shows as changed. Drops what is gone. */
  async refresh(kind: Kind, name: string): Promise<string[]> {
    this.warnings = [];
    const urn = this.urn(kind, name);
    const old = this.stored(kind, name);
    const found = await read(kinds[kind], this.run, old.id, old.outputs);
    if (found === undefined) {
      this.state.delete(urn);
      return ["(gone)"];
    }
    const inputs = copy(found.inputs);
    const outputs = copy(found.outputs);
    diff(kinds[kind], this.run, found.id, outputs, old.inputs);
    const keys = new Set([...Object.keys(old.inputs), ...Object.keys(inputs)]);
    const changed = [...keys].filter((key) => JSON.stringify(old.inputs[key]) !== JSON.stringify(inputs[key]));
    this.state.set(urn, { id: found.id, inputs, outputs });
    return changed.sort();
  }

  async destroy(kind: Kind, name: string): Promise<string[]> {
    this.warnings = [];
    const old = this.stored(kind, name);
    await remove(kinds[kind], this.run, old.id, old.outputs);
    this.state.delete(this.urn(kind, name));
    return this.warnings;
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
    if (old === undefined) return { op: "create" as const, inputs, deleteBeforeReplace: false };
    const deletesFirst = step.kind !== "List";
    if (forced) return { op: "replace" as const, inputs, deleteBeforeReplace: deletesFirst };
    const result = diff(kind, this.run, old.id, old.outputs, inputs);
    const changed = result.changes ?? JSON.stringify(sorted(old.inputs)) !== JSON.stringify(sorted(inputs));
    if (changed && (result.replaces ?? []).length > 0) {
      const again = check(kind, this.run, {}, copy(raw));
      if (again.failure !== undefined) throw new Error(again.failure);
      return { op: "replace" as const, inputs: copy(again.inputs), deleteBeforeReplace: deletesFirst };
    }
    return { op: changed ? ("update" as const) : ("same" as const), inputs, deleteBeforeReplace: false };
  }

  private newRun(overrides: Partial<Settings> = {}): Run {
    const settings = { ...this.settings, ...overrides };
    let account: Account | undefined;
    const warn = (text: string) => {
      if (!this.warnings.includes(text)) this.warnings.push(text);
    };
    return {
      settings: () => settings,
      account: () => {
        account ??= openAccount(settings, { logger: { debug: () => undefined, info: () => undefined, warn } });
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

function sorted(values: Values): Values {
  return Object.fromEntries(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function copy(values: Readonly<Record<string, unknown>>): Values {
  return JSON.parse(JSON.stringify(values));
}
