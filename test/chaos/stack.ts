import type { DynamicHost } from "../support/dynamicHost";
import type { Registration } from "../support/engine/deployment";
import { Engine } from "../support/engine/engine";
import { hosted } from "../support/engine/hosted";
import type { Provider } from "../support/engine/provider";
import type { Run } from "../support/engine/run";
import type { Entry } from "../support/engine/state";
import { kindOf, nameOf, urnOf } from "../support/engine/urn";
import type { Held } from "./judge";
import { type Declaration, dependenciesOf, type Program, resolved } from "./program";

/** The stack of one schedule, with the ids of its released and deleted objects. */
export class ChaosStack {
  private readonly engine = new Engine();
  /** Ids that a delete or a user has removed from the state. */
  readonly released = new Set<string>();
  /** Every requested delete, whether or not it succeeded. */
  readonly askedToDelete: { readonly id: string; readonly serviceName: string }[] = [];

  /** @param name unique: a provider process serves one stack, and its memory is keyed by URN */
  constructor(private readonly name: string) {}

  async up(host: DynamicHost, program: Program, refresh: boolean, run: Run): Promise<void> {
    await this.engine.up(this.watched(hosted(host)), registered(program, this.name), { refresh }, run);
    for (const { verb, id, done } of run.steps) if (verb === "delete" && done) this.released.add(id);
  }

  /** Replaced resources that are still to be deleted come first. */
  get held(): (Held & { readonly entry: Entry })[] {
    const { condemned, current } = this.engine.state;
    return [...condemned, ...[...current].map(([urn, entry]) => ({ urn, entry }))].map(({ urn, entry }) => ({
      name: nameOf(urn),
      kind: kindOf(urn),
      id: entry.id,
      entry,
    }));
  }

  current(name: string): Entry | undefined {
    return [...this.engine.state.current].find(([urn]) => nameOf(urn) === name)?.[1];
  }

  /** `pulumi state delete`, by a user who has checked which objects exist. */
  forget(name: string, ids: readonly string[]): void {
    const { current } = this.engine.state;
    for (const urn of current.keys()) if (nameOf(urn) === name) current.delete(urn);
    for (const id of ids) this.released.add(id);
  }

  private watched(provider: Provider): Provider {
    return {
      ...provider,
      delete: (urn, id, outputs) => {
        this.askedToDelete.push({ id, serviceName: String(outputs.name) });
        return provider.delete(urn, id, outputs);
      },
    };
  }
}

function registered(program: Program, stack: string): Registration[] {
  const urns = new Map(program.map(({ kind, name }) => [name, urnOf(kind, name, stack)]));
  const urn = (name: string) => urns.get(name) ?? name;
  return program.map((declaration: Declaration) => ({
    urn: urn(declaration.name),
    dependsOn: dependenciesOf(declaration).map(urn),
    args: (idOf) =>
      Object.fromEntries(
        Object.entries(declaration.args).map(([key, value]) => [key, resolved(value, (name) => idOf(urn(name)))]),
      ),
  }));
}
