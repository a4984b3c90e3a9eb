import { expect } from "vitest";
import type { Settings } from "../../../provider/src/api/settings";
import { warnAboutTwinsMeanwhile } from "../../../provider/src/lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../../../provider/src/lifecycle/unseen";
import { type DeclaredProgram, filled, plainly } from "../../support/declared";
import type { Registration } from "../../support/engine/deployment";
import { Engine } from "../../support/engine/engine";
import { inProcess, resourceKind } from "../../support/engine/inProcess";
import type { Provider } from "../../support/engine/provider";
import { providerRun } from "../../support/engine/providerRun";
import { Run } from "../../support/engine/run";
import { kindOf, nameOf, urnOf } from "../../support/engine/urn";
import type { PassingClock } from "../../support/passingClock";

/** What the engine hands over for a value that is not known yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface RunOptions {
  /** `--refresh`, for an `up`. */
  readonly refresh?: boolean;
  /** The name of the one resource that a refresh or a destroy is about, as with `--target`. */
  readonly target?: string;
  /** The name of a resource that is replaced without a diff, as by `--replace`, `--target-replace` and a taint. */
  readonly replace?: string;
  /** What the environment of this run sets. */
  readonly settings?: Partial<Settings>;
  /** The clock of a machine that shares nothing with this one. */
  readonly clock?: PassingClock;
}

interface Report {
  readonly isRefused: boolean;
  /**
   * Errors and warnings by resource, then what the run did, in one order. `#leads` stands for the id of the resource of
   * that name, and ID for every other id.
   */
  readonly text: string;
}

/** A stack whose program is data, and what a person is told of its runs; everything runs in this process. */
export class ReportingStack {
  private readonly engine = new Engine();
  private program: DeclaredProgram = {};

  constructor(
    private readonly settings: Settings,
    private readonly clock: PassingClock,
    /** Of all stacks of the service: what stands for an id. */
    private readonly names: Map<string, string>,
    private readonly name = "test",
  ) {}

  declare(program: DeclaredProgram): void {
    this.program = program;
  }

  id(name: string): string {
    return this.found(name).id;
  }

  /** `pulumi state delete`; also what a run leaves that was killed before the engine recorded anything. */
  forget(name: string): void {
    this.engine.state.current.delete(this.found(name).urn);
  }

  /** What the option `aliases` does: the state knows the resource by its new name. */
  rename(from: string, to: string): void {
    const { urn, entry } = this.found(from);
    this.engine.state.current.delete(urn);
    this.engine.state.current.set(urnOf(kindOf(urn), to, this.name), entry);
  }

  /** A run that must end well. */
  async fine(verb: Verb, options: RunOptions = {}): Promise<string> {
    const { isRefused, text } = await this.run(verb, options);
    expect(isRefused, text).toBe(false);
    return text;
  }

  /** A run that must fail, without a stack and without the key in what it says. */
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
    // What the provider does when the run is over.
    await warnAboutTwinsMeanwhile(provider);
    warnAboutUnseen(provider);
    for (const [urn, { id }] of this.engine.state.current) this.names.set(id, `#${nameOf(urn)}`);
    const text = plainly(this.named([...blocks(said), ...did(run)].join("\n")));
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

  /** As the classes register it. Ids of what a preview would create or replace are not known. */
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

/** A block for each resource; what is about none stands under the stack. */
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

/** What the run did, or at a preview would do; nothing of a run that was refused. */
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
