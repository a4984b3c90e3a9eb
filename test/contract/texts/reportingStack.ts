import { expect } from "vitest";
import type { Settings } from "../../../provider/src/api/settings";
import { warnAboutTwinsMeanwhile } from "../../../provider/src/lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../../../provider/src/lifecycle/unseen";
import { type DeclaredProgram, filled, stableText } from "../../support/declared";
import type { Registration } from "../../support/engine/deployment";
import { Engine } from "../../support/engine/engine";
import { inProcess, resourceKind } from "../../support/engine/inProcess";
import type { Provider } from "../../support/engine/provider";
import { providerRun } from "../../support/engine/providerRun";
import { Run } from "../../support/engine/run";
import { kindOf, nameOf, urnOf } from "../../support/engine/urn";
import type { PassingClock } from "../../support/passingClock";

/** The engine's placeholder for a value that is not known yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface RunOptions {
  /** `--refresh`, for an `up`. */
  readonly refresh?: boolean;
  /** The only resource of a refresh or a destroy, as with `--target`. */
  readonly target?: string;
  /** The name of a resource that is replaced without a diff, as by `--replace`, `--target-replace` and a taint. */
  readonly replace?: string;
  /** The environment of this run. */
  readonly settings?: Partial<Settings>;
  /** The clock of a machine that shares nothing with this one. */
  readonly clock?: PassingClock;
}

interface Report {
  readonly isRefused: boolean;
  /**
   * Errors and warnings by resource, then the run's actions, in a fixed order. `#leads` is the id of the resource with
   * that name, and ID every other id.
   */
  readonly text: string;
}

/** A stack whose program is data, and the messages of its runs; everything runs in this process. */
export class ReportingStack {
  private readonly engine = new Engine();
  private program: DeclaredProgram = {};

  constructor(
    private readonly settings: Settings,
    private readonly clock: PassingClock,
    /** The replacements for ids, of all stacks on the service. */
    private readonly names: Map<string, string>,
    private readonly name = "test",
  ) {}

  declare(program: DeclaredProgram): void {
    this.program = program;
  }

  id(name: string): string {
    return this.found(name).id;
  }

  /** `pulumi state delete`; also the result of a run that was killed before the engine recorded anything. */
  forget(name: string): void {
    this.engine.state.current.delete(this.found(name).urn);
  }

  /** The effect of the option `aliases`: the state has the resource under its new name. */
  rename(from: string, to: string): void {
    const { urn, entry } = this.found(from);
    this.engine.state.current.delete(urn);
    this.engine.state.current.set(urnOf(kindOf(urn), to, this.name), entry);
  }

  /** A run that must succeed. */
  async fine(verb: Verb, options: RunOptions = {}): Promise<string> {
    const { isRefused, text } = await this.run(verb, options);
    expect(isRefused, text).toBe(false);
    return text;
  }

  /** A run that must fail, without a stack trace and without the key in its messages. */
  async refused(verb: Verb, options: RunOptions = {}): Promise<string> {
    const { isRefused, text } = await this.run(verb, options);
    expect(isRefused, text).toBe(true);
    expect(text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    return text;
  }

  private async run(verb: Verb, options: RunOptions): Promise<Report> {
    const clock = options.clock ?? this.clock;
    // A person needs time between two commands.
    clock.pass(60_000);
    const said: Said[] = [];
    const warn = (text: string, urn?: string) => said.push({ urn, text: `warning: ${text}` });
    const provider = providerRun({ ...this.settings, ...options.settings }, { clock }, warn);
    const run = new Run();
    const urns = new Map([...this.engine.state.current.keys(), ...this.urns()].map((urn) => [nameOf(urn), urn]));
    await this[verb](inProcess(provider), run, options);
    for (const { name, error } of run.failures) said.push({ urn: urns.get(name), text: `error: ${error.message}` });
    // The provider's work at the end of the run.
    await warnAboutTwinsMeanwhile(provider);
    warnAboutUnseen(provider);
    for (const [urn, { id }] of this.engine.state.current) this.names.set(id, `#${nameOf(urn)}`);
    const text = stableText(this.named([...blocks(said), ...did(run)].join("\n")));
    expect(text).not.toContain(this.settings.apiKey);
    return { isRefused: run.failures.length > 0, text };
  }

  private async preview(provider: Provider, run: Run, options: RunOptions): Promise<void> {
    await this.engine.preview(provider, this.registered(run, options, true), run);
  }

  private async up(provider: Provider, run: Run, options: RunOptions): Promise<void> {
    const program = this.registered(run, options, false);
    await this.engine.up(provider, program, { refresh: options.refresh, oneByOne: true }, run);
  }

  private async refresh(provider: Provider, run: Run, { target }: RunOptions): Promise<void> {
    const urns = target === undefined ? [...this.engine.state.current.keys()] : [this.found(target).urn];
    for (const urn of urns) await this.engine.refresh(provider, urn, run);
  }

  private async destroy(provider: Provider, run: Run, { target }: RunOptions): Promise<void> {
    if (target !== undefined) await this.engine.destroy(provider, this.found(target).urn, run);
    else await this.engine.up(provider, [], { oneByOne: true }, run);
  }

  private named(text: string): string {
    return text
      .replace(/\b\d{9,}\b/g, (id) => this.names.get(id) ?? id)
      .replace(/\bpending-\w+/g, (id) => `pending-${this.names.get(id) ?? "ID"}`);
  }

  private found(name: string) {
    const [found] = [...this.engine.state.current].filter(([urn]) => nameOf(urn) === name);
    if (found === undefined) throw new Error(`${name} is not in the state`);
    const [urn, entry] = found;
    return { urn, entry, id: entry.id };
  }

  private urns(): string[] {
    return Object.entries(this.program).map(([name, { kind }]) => urnOf(kind, name, this.name));
  }

  /** As the classes register it. Ids of objects that a preview would create or replace are unknown. */
  private registered(run: Run, { replace }: RunOptions, isPreview: boolean): Registration[] {
    return Object.entries(this.program).map(([name, declared]) => {
      const urn = urnOf(declared.kind, name, this.name);
      const idNow = (other: string, idOf: (urn: string) => string) => {
        const otherUrn = this.urns().find((each) => nameOf(each) === other) ?? "";
        const isNew = ["create", "replace"].includes(run.operations.get(otherUrn) ?? "");
        return isPreview && isNew ? unknown : idOf(otherUrn);
      };
      return {
        urn,
        args: (idOf) => filled(declared, (other) => idNow(other, idOf)),
        dependsOn: [],
        replace: replace === name,
        retainOnDelete: declared.options?.retainOnDelete === true,
        deleteBeforeReplace: resourceKind(urn).deletesFirst || undefined,
      };
    });
  }
}

type Verb = "preview" | "up" | "refresh" | "destroy";

interface Said {
  readonly urn: string | undefined;
  readonly text: string;
}

/** A block for each resource; messages about no resource are under the stack. */
function blocks(said: readonly Said[]): string[] {
  const byResource = new Map<string, Set<string>>();
  for (const { urn, text } of said) {
    const heading = urn === undefined ? "Stack" : `${kindOf(urn)} (${nameOf(urn)})`;
    const texts = byResource.get(heading) ?? new Set();
    byResource.set(heading, texts.add(text.replaceAll("\n", "\n  ")));
  }
  return [...byResource]
    .map(([heading, texts]) => [`${heading}:`, ...[...texts].sort().map((text) => `  ${text}`)].join("\n"))
    .sort();
}

/** The actions of the run, or the plan of a preview; empty for a refused run. */
function did({ failures, operations, drift, steps }: Run): string[] {
  if (failures.length > 0) return [];
  const done = steps.map(({ verb, name }) => `${verb} ${name}`);
  const planned = [...operations].flatMap(([urn, operation]) =>
    operation === "same" ? [] : [`${operation} ${nameOf(urn)}`],
  );
  const drifted = [...drift].flatMap(([urn, properties]) => properties.map((each) => `${nameOf(urn)}.${each}`));
  const lines: [string, string[]][] = [
    ["done", done],
    ["planned", done.length === 0 ? planned : []],
    ["drift", drifted.filter((each) => !each.endsWith(".(gone)"))],
  ];
  return lines.flatMap(([what, each]) => (each.length === 0 ? [] : [`${what}: ${each.join(", ")}`]));
}
