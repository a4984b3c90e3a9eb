import { Deployment, type Registration } from "./deployment";
import type { Provider } from "./provider";
import { Run } from "./run";
import { State } from "./state";
import { nameOf } from "./urn";

export interface UpOptions {
  readonly refresh?: boolean;
  /** Keeps what the program no longer declares, as `--target` does. */
  readonly keepsUndeclared?: boolean;
  /** One resource after the other, in the order of the program, as with `--parallel 1`. */
  readonly oneByOne?: boolean;
}

/**
 * The tests' engine. It follows pkg/resource/deploy of the real one (step_generator.go, step.go), but has no aliases
 * and no protection, and a delete-before-replace does not replace dependents. The acceptance tests check these
 * facts about the real one.
 */
export class Engine {
  readonly state = new State();

  async up(
    provider: Provider,
    program: readonly Registration[],
    options: UpOptions = {},
    run = new Run(),
  ): Promise<Run> {
    const deployment = new Deployment(this.state, provider, run);
    if (options.refresh === true) await this.refreshAll(deployment, options, run);
    if (run.goesOn) await this.make(deployment, program, options, run);
    if (run.goesOn) await this.deleteLeaving(deployment, program, options, run);
    return run;
  }

  /** What an `up` would do. With `refresh`, the state keeps what was read, unlike with the real engine. */
  async preview(
    provider: Provider,
    program: readonly Registration[],
    run = new Run(),
    { refresh = false }: Pick<UpOptions, "refresh"> = {},
  ): Promise<Run> {
    const deployment = new Deployment(this.state, provider, run);
    if (refresh) await this.refreshAll(deployment, { oneByOne: true }, run);
    for (const registration of program) {
      if (!run.goesOn) break;
      await run.records(nameOf(registration.urn), async () => {
        const { operation } = await deployment.plan(registration);
        run.operations.set(registration.urn, operation);
      });
    }
    return run;
  }

  /** `pulumi refresh --target`. */
  async refresh(provider: Provider, urn: string, run = new Run()): Promise<Run> {
    const entry = this.state.current.get(urn);
    if (entry === undefined) throw new Error(`${urn} is not in the state`);
    await run.records(nameOf(urn), () => new Deployment(this.state, provider, run).refresh(urn, entry));
    return run;
  }

  /** `pulumi destroy --target`. */
  async destroy(provider: Provider, urn: string, run = new Run()): Promise<Run> {
    const entry = this.state.current.get(urn);
    if (entry === undefined) throw new Error(`${urn} is not in the state`);
    await run.records(nameOf(urn), () => new Deployment(this.state, provider, run).delete(urn, entry));
    return run;
  }

  private async refreshAll(deployment: Deployment, { oneByOne }: UpOptions, run: Run): Promise<void> {
    const current = [...this.state.current].map(([urn, entry]) => ({ urn, entry }));
    let previous: Promise<unknown> = Promise.resolve();
    const work = [...current, ...this.state.condemned].map(({ urn, entry }) => {
      const turn = oneByOne === true ? previous : Promise.resolve();
      const done = turn.then(() => run.records(nameOf(urn), () => deployment.refresh(urn, entry)));
      previous = done;
      return done;
    });
    await Promise.all(work);
  }

  /** Independent resources are created concurrently; check and diff run one at a time. */
  private async make(
    deployment: Deployment,
    program: readonly Registration[],
    { oneByOne }: UpOptions,
    run: Run,
  ): Promise<void> {
    const made = new Map<string, Promise<boolean>>();
    let planning: Promise<unknown> = Promise.resolve();
    let previous: Promise<unknown> = Promise.resolve();
    for (const registration of program) {
      const { urn } = registration;
      const turn = oneByOne === true ? previous : Promise.resolve();
      const needed = registration.dependsOn.map((other) => made.get(other) ?? Promise.resolve(false));
      const work = turn.then(async () => {
        if ((await Promise.all(needed)).includes(false)) return false;
        let isMade = false;
        await run.records(nameOf(urn), async () => {
          const planned = planning.then(() => (run.goesOn ? deployment.plan(registration) : undefined));
          planning = planned.catch(() => undefined);
          const plan = await planned;
          if (plan === undefined) return;
          run.operations.set(urn, plan.operation);
          await plan.act();
          isMade = true;
        });
        return isMade;
      });
      previous = work;
      made.set(urn, work);
    }
    await Promise.all(made.values());
  }

  /** Dependents first. */
  private async deleteLeaving(
    deployment: Deployment,
    program: readonly Registration[],
    { keepsUndeclared }: UpOptions,
    run: Run,
  ): Promise<void> {
    const declared = new Set(program.map(({ urn }) => urn));
    const undeclared = [...this.state.current].flatMap(([urn, entry]) =>
      keepsUndeclared === true || declared.has(urn) ? [] : [{ urn, entry }],
    );
    for (const { urn, entry } of [...this.state.condemned, ...undeclared].reverse()) {
      if (run.goesOn) await run.records(nameOf(urn), () => deployment.delete(urn, entry));
    }
  }
}
