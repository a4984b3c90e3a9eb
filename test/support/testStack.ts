import type { Surroundings } from "../../provider/src/api/account";
import type { Settings } from "../../provider/src/api/settings";
import { adoptedOn, adoptionIn } from "../../provider/src/lifecycle/adoptedBeside";
import { withCompanies } from "../../provider/src/lifecycle/companies";
import { heldCompanies } from "../../provider/src/lifecycle/companiesDeclared";
import type { DeclaredKind } from "../../provider/src/lifecycle/declared";
import type { Run as ProviderRun } from "../../provider/src/lifecycle/run";
import { wantedFor } from "../../provider/src/lifecycle/stated";
import { StatedKind } from "../../provider/src/lifecycle/statedKind";
import { ownersOf } from "../../provider/src/lifecycle/statedOwners";
import { asStateHint, type StateHint } from "../../provider/src/lifecycle/stateHint";
import { warnAboutTwinsMeanwhile } from "../../provider/src/lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../../provider/src/lifecycle/unseen";
import type { Registration } from "./engine/deployment";
import { Engine, type UpOptions } from "./engine/engine";
import { inProcess, resourceKind } from "./engine/inProcess";
import type { Values } from "./engine/provider";
import { providerRun } from "./engine/providerRun";
import { type Operation, Run } from "./engine/run";
import type { Entry } from "./engine/state";
import { urnOf } from "./engine/urn";
import { PassingClock } from "./passingClock";
import type { Previewed } from "./review/planned";
import type { TestedKind } from "./testedKinds";

/** One resource as a program declares it. */
export interface Step {
  readonly kind: TestedKind;
  readonly args: Values;
  /** Names of the program's lists that a campaign uses, whose ids become known only during the run. */
  readonly onLists?: readonly string[];
  /** Skips `diff` and replaces, as `--replace`, `--target-replace` and a taint do. */
  readonly replace?: boolean;
  readonly retainOnDelete?: boolean;
  /** A transformation has set `retainOnDelete`, which the class does not see. */
  readonly isTransformed?: boolean;
  /** URNs of the program's other resources of the kind, as the class passes them to a resource that may adopt. */
  readonly beside?: readonly string[];
}

/** The resources of a program in the order of their registration, by name. */
export type Program = Readonly<Record<string, Step>>;

export interface Result {
  readonly op: Operation;
  readonly warnings: string[];
}

/**
 * A stack whose provider runs in this process, without the SDK: the tests' engine calls the verbs of the life cycle one
 * after another. Every operation has a separate provider process, as with the real engine.
 */
export class TestStack {
  warnings: string[] = [];
  /** The previews so far that found no problem. */
  readonly previews: Previewed[] = [];
  private reaching: Previewed["warnings"] = [];
  /** The milliseconds of each sleep that the latest command would have made. */
  slept: number[] = [];
  /** False if the engine does not return the state. */
  answersState = true;
  /** False if the state has objects of several providers, whose owners the class does not pass on. */
  tellsOwners = true;
  /** The companies that `outreach.do-not-contact` names. Undefined: the file is missing. */
  companies: readonly string[] | undefined;
  /** The path of `outreach.do-not-contact`, as the class of a campaign passes it. */
  doNotContact: string | undefined;
  /** The option `ignoreChanges` of every resource: the engine passes on the state's values of these inputs. */
  keeps: readonly string[] = [];
  private readonly engine = new Engine();
  private name = "test";
  private overrides: Partial<Settings> = {};
  private run: ProviderRun;

  constructor(
    private readonly settings: Settings,
    /** Another machine has its own clock, run and cache. */
    private readonly surroundings: Partial<Surroundings> = { clock: new PassingClock() },
  ) {
    this.run = this.newRun();
  }

  get state(): Map<string, Entry> {
    return this.engine.state.current;
  }

  /** Lets this machine's clock go on. */
  pass(milliseconds: number): void {
    const { clock } = this.surroundings;
    if (clock instanceof PassingClock) clock.pass(milliseconds);
  }

  /** From now on these settings apply: another config, another environment. */
  restart(settings: Partial<Settings> = {}): void {
    this.overrides = settings;
  }

  urn(kind: TestedKind, name: string): string {
    return urnOf(kind, name, this.name);
  }

  stored(kind: TestedKind, name: string): Entry {
    const found = this.state.get(this.urn(kind, name));
    if (found === undefined) throw new Error(`${kind} ${name} is not in the state`);
    return found;
  }

  /** The result of a preview: the operation, or the error. */
  async preview(name: string, step: Step): Promise<Result> {
    const { [name]: op } = await this.previewAll({ [name]: step });
    return { op: op ?? "same", warnings: this.warnings };
  }

  async previewAll(program: Program, options: Pick<UpOptions, "refresh"> = {}): Promise<Record<string, Operation>> {
    const run = await this.engine.preview(this.begin(), this.registered(program), new Run(), options);
    const operations = this.operations(program, run);
    const resources = [...run.operations].map(([urn, operation]) => {
      const old = this.state.get(urn);
      return { urn, operation, inputs: run.inputs.get(urn) ?? {}, ...(old === undefined ? {} : { old: { ...old } }) };
    });
    this.previews.push({ resources, warnings: this.reaching });
    return operations;
  }

  /** One resource, as with `--target`. */
  async up(name: string, step: Step): Promise<Result> {
    const { [name]: op } = await this.upAll({ [name]: step });
    return { op: op ?? "same", warnings: this.warnings };
  }

  /** The same in another stack. */
  async upIn(stack: string, name: string, step: Step): Promise<Result> {
    this.name = stack;
    return await this.up(name, step);
  }

  async upAllIn(stack: string, program: Program): Promise<Record<string, Operation>> {
    this.name = stack;
    return await this.upAll(program);
  }

  /** Creates and changes; deletes what the program no longer declares if requested. */
  async upAll(program: Program, deletes: "leaves" | "deletes" = "leaves"): Promise<Record<string, Operation>> {
    return await this.apply(program, { keepsUndeclared: deletes === "leaves" });
  }

  /** `pulumi up --refresh` of a whole stack: one process reads everything, then changes it. */
  async upAllRefreshed(program: Program, deletes: "leaves" | "deletes" = "leaves"): Promise<Record<string, Operation>> {
    return await this.apply(program, { keepsUndeclared: deletes === "leaves", refresh: true });
  }

  /** Runs independent resources concurrently, as the engine does. */
  async upAtOnce(program: Program): Promise<Record<string, Operation>> {
    const atOnce = { keepsUndeclared: true };
    return this.operations(program, await this.engine.up(this.begin(), this.registered(program), atOnce));
  }

  /** `--continue-on-error`: deletes what left the program, despite failures. Throws the last failure. */
  async upContinuing(program: Program): Promise<void> {
    const run = new Run({ continueOnError: true });
    await this.engine.up(this.begin(), this.registered(program), { oneByOne: true }, run);
    const failed = run.failures.at(-1);
    if (failed !== undefined) throw failed.error;
  }

  /** `pulumi up --refresh` of one resource. */
  async upRefreshed(name: string, step: Step): Promise<Result> {
    if (this.state.has(this.urn(step.kind, name))) await this.refresh(step.kind, name);
    return await this.up(name, step);
  }

  /** Names of the properties that a refresh shows as changed. Drops a resource whose object no longer exists. */
  async refresh(kind: TestedKind, name: string): Promise<readonly string[]> {
    const urn = this.urn(kind, name);
    const run = await this.engine.refresh(this.begin(), urn);
    assertNoFailure(run);
    return run.drift.get(urn) ?? [];
  }

  async destroy(kind: TestedKind, name: string): Promise<string[]> {
    assertNoFailure(await this.engine.destroy(this.begin(), this.urn(kind, name)));
    return this.warnings;
  }

  /** What the provider does when the run is over. */
  async end(): Promise<string[]> {
    this.warnings = [];
    await warnAboutTwinsMeanwhile(this.run);
    warnAboutUnseen(this.run);
    return this.warnings;
  }

  private async apply(program: Program, options: UpOptions): Promise<Record<string, Operation>> {
    const inOrder = { ...options, oneByOne: true };
    return this.operations(program, await this.engine.up(this.begin(), this.registered(program), inOrder));
  }

  private operations(program: Program, run: Run): Record<string, Operation> {
    assertNoFailure(run);
    return Object.fromEntries(
      Object.entries(program).map(([name, { kind }]) => [name, run.operations.get(this.urn(kind, name)) ?? "same"]),
    );
  }

  private registered(program: Program): Registration[] {
    const declared = new Set(Object.entries(program).map(([name, { kind }]) => this.urn(kind, name)));
    return Object.entries(program).map(([name, step]) => {
      const { kind, args, onLists, beside, replace, retainOnDelete, isTransformed } = step;
      const urn = this.urn(kind, name);
      // The option that the class sets.
      const deleteBeforeReplace = resourceKind(urn).deletesFirst ? true : undefined;
      const besides = beside === undefined ? {} : { __beside: beside };
      const companies = this.withCompanies(urn, args);
      const hinted = {
        ...args,
        ...companies,
        __state: asStateHint(this.stateFor(urn, args, declared)),
        ...besides,
        ...this.adoptedBeside(urn, args, program, declared),
        ...this.kept(urn),
        ...(resourceKind(urn).reaches === undefined ? {} : { __doNotContact: this.doNotContact }),
      };
      const late = (idOf: (urn: string) => string) =>
        onLists && { listIds: onLists.map((list) => Number(idOf(this.urn("List", list)))) };
      const ofRun: Registration["args"] = (idOf) => ({ ...hinted, ...late(idOf) });
      return { urn, args: ofRun, dependsOn: [], replace, retainOnDelete, isTransformed, deleteBeforeReplace };
    });
  }

  /** What other resources of the program adopt, as the class passes it on. */
  private adoptedBeside(urn: string, args: Values, program: Program, declared: ReadonlySet<string>): Values {
    const wanted = wantedFor(resourceKind(urn), args);
    if (wanted === undefined || wanted.mayRun === false) return {};
    const state = this.statedKind(wanted.kind);
    const adoptions = Object.entries(program).flatMap(([name, { kind, args: its }]) => {
      const other = this.urn(kind, name);
      const isOther = other !== urn && resourceKind(other) === wanted.kind;
      const adoption = isOther ? adoptionIn(wanted.kind, its, other) : undefined;
      return (adoption && state.beyond(adoption, declared)) ?? [];
    });
    return { __adopted: adoptedOn(adoptions, wanted.targets) };
  }

  private kept(urn: string): Values {
    const { inputs = {} } = this.state.get(urn) ?? {};
    return Object.fromEntries(this.keeps.flatMap((each) => (each in inputs ? [[each, inputs[each]]] : [])));
  }

  /** The arguments that the class derives from the companies in the file. */
  private withCompanies(urn: string, args: Values): Values {
    const { avoids } = resourceKind(urn);
    if (avoids === undefined || this.companies === undefined) return {};
    const held = this.answersState ? heldCompanies(this.state.get(urn)?.outputs, avoids) : "unread";
    const own = args[avoids];
    const { value, ...hint } = withCompanies(Array.isArray(own) ? own : undefined, this.companies, held, args.adopt);
    return { ...(value === undefined ? {} : { [avoids]: value }), __companies: hint };
  }

  /** What the class passes on of the state. */
  private stateFor(urn: string, args: Values, declared: ReadonlySet<string>): StateHint {
    const kind = resourceKind(urn);
    const wanted = wantedFor(kind, args);
    if (!this.answersState) return wanted === undefined ? {} : { stated: "unread" };
    const ofKind = this.statedKind(kind);
    const stated = wanted && this.statedKind(wanted.kind).others(urn, wanted.targets, wanted);
    const owners = this.tellsOwners ? ownersOf([...this.state.values()].map(({ outputs }) => outputs)) : undefined;
    const inState = kind.reaches && ofKind.inState(urn, args, declared);
    const named = { namesakes: ofKind.namesakes(urn, args.name), ...ofKind.lostBeside(urn, args.name) };
    return { stated, owners, inState, ...named, used: ofKind.usedCodes(urn, args, declared) };
  }

  private statedKind(kind: DeclaredKind): StatedKind {
    const ofKind = [...this.state].filter(([other]) => resourceKind(other) === kind);
    return new StatedKind(kind, new Map(ofKind.map(([other, { outputs }]) => [other, outputs])));
  }

  private begin() {
    this.warnings = [];
    this.reaching = [];
    this.slept = [];
    this.run = this.newRun();
    // A user needs time between two commands, and requests of the earlier one have ended by then.
    this.pass(60_000);
    return inProcess(this.run);
  }

  private newRun(): ProviderRun {
    const settings = { ...this.settings, ...this.overrides };
    const run = providerRun(settings, this.surroundings, (text, urn, reach) => {
      if (reach !== undefined) this.reaching = [...this.reaching, { text, urn, reach }];
      if (!this.warnings.includes(text)) this.warnings.push(text);
    });
    return { ...run, sleep: async (milliseconds) => void this.slept.push(milliseconds) };
  }
}

function assertNoFailure({ failures: [failed] }: Run): void {
  if (failed !== undefined) throw failed.error;
}
