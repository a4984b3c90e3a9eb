import { z } from "zod";
import { nameDigest } from "../api/coordination/creations";
import type { Owner } from "./belongs";
import type { DeclaredKind, Values } from "./declared";
import type { Compared } from "./memory";
import type { StatedNamesake } from "./namesakes";
import { mayRunAs, type Recorded, readRecord } from "./record";

const ownerSchema = z.object({
  origin: z.string(),
  actingUserId: z.string(),
  actor: z.string().optional(),
});

const statedSchema = z.object({
  urn: z.string(),
  /** Undefined if its create was not answered. */
  id: z.string().optional(),
  /** A digest, because its name may be a secret. */
  name: z.string().optional(),
  /** Empty if they are not known. */
  targets: z.array(z.union([z.number(), z.string()])),
  /** `pending`: its create was not answered, and it may run. `off`: it ran, and is off since. */
  is: z.enum(["running", "pending", "off"]),
});

/** An object that the state describes as one that contacts people or did, and that the service does not show. */
export type Stated = z.infer<typeof statedSchema>;

/** The objects of one kind in the state of a stack. */
export class StatedKind {
  private readonly urns: ReadonlySet<string>;
  private readonly all: readonly Stated[];
  /** `undefined`: those whose targets are not known. */
  private readonly byTarget = new Map<string | undefined, Stated[]>();

  /** By a digest of their name. */
  private readonly byName = new Map<string, StatedNamesake[]>();

  /** @param outputs the outputs of each resource of the kind, by URN */
  constructor({ reaches }: DeclaredKind, outputs: ReadonlyMap<string, Values>) {
    this.urns = new Set(outputs.keys());
    const held = [...outputs].flatMap(([urn, its]) => {
      const record = recordOf(its);
      return record === undefined ? [] : [{ urn, its, record }];
    });
    this.all =
      reaches === undefined ? [] : held.flatMap(({ urn, its, record }) => statedAs(reaches, urn, its, record) ?? []);
    for (const { urn, its, record } of held) {
      if (record.unseen !== true || record.id === undefined || typeof its.name !== "string") continue;
      const { id, origin, actingUserId, actor } = record;
      const key = nameDigest(its.name);
      this.byName.set(key, [...(this.byName.get(key) ?? []), { urn, id, origin, actingUserId, actor }]);
    }
    for (const each of this.all) {
      const keys = each.targets.length === 0 ? [undefined] : each.targets.map(String);
      for (const key of keys) {
        const its = this.byTarget.get(key) ?? [];
        its.push(each);
        this.byTarget.set(key, its);
      }
    }
  }

  /** True if none of them contacts people or did. */
  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /**
   * The other objects that matter to one that may start: those that may have a target in common with it. For a new one
   * also all that run, because somebody may have attached a target in the app; there are few new ones as a rule, and
   * thousands that exist.
   *
   * @param targets the known ones among its targets
   */
  others(urn: string, targets: unknown): Stated[] {
    const keys = [undefined, ...(Array.isArray(targets) ? targets.map(String) : [])];
    const near = keys.flatMap((key) => this.byTarget.get(key) ?? []);
    const running = this.urns.has(urn) ? [] : this.all.filter(({ is }) => is !== "off");
    return [...new Set([...near, ...running])].filter((each) => each.urn !== urn);
  }

  /** Those of this name, for an object that the state does not hold yet. */
  namesakes(urn: string, name: unknown): readonly StatedNamesake[] {
    return typeof name !== "string" || this.urns.has(urn) ? [] : (this.byName.get(nameDigest(name)) ?? []);
  }
}

function statedAs(
  { running, targets }: NonNullable<DeclaredKind["reaches"]>,
  urn: string,
  outputs: Values,
  record: Recorded,
): Stated | undefined {
  const { pending } = record;
  const isUnseen = pending === undefined ? record.unseen === true : pending.knownBefore === undefined;
  const is = mayRunAs(outputs[running], record) ? (pending === undefined ? "running" : "pending") : "off";
  if (!isUnseen || (is === "off" && record.everActive !== true)) return undefined;
  const name = typeof outputs.name === "string" ? nameDigest(outputs.name) : undefined;
  return { urn, id: record.id, name, targets: statedSchema.shape.targets.catch([]).parse(outputs[targets]), is };
}

/** The owners of these objects, each one once. */
export function ownersOf(all: Iterable<Values>): Owner[] {
  const owners = new Map<string, Owner>();
  for (const outputs of all) {
    const record = recordOf(outputs);
    if (record === undefined) continue;
    const { origin, actingUserId, actor } = record;
    owners.set(JSON.stringify([origin, actingUserId, actor]), { origin, actingUserId, actor });
  }
  return [...owners.values()];
}

/** What the class has passed. */
export function ownersIn(hint: unknown): readonly Owner[] {
  return z.array(ownerSchema).safeParse(hint).data ?? [];
}

function recordOf(outputs: Values): Recorded | undefined {
  try {
    return readRecord(outputs, "");
  } catch {
    // The run itself reports a state that it cannot read.
    return undefined;
  }
}

/** What the class has passed; `unread` if the engine has not told it what the state holds. */
export function statedIn(hint: unknown): readonly Stated[] | "unread" {
  return z.array(statedSchema).safeParse(hint).data ?? "unread";
}

/** The same without the object that this create replaces: an alias may give it another URN than the state. */
export function withoutReplaced(
  stated: readonly Stated[] | "unread",
  replaced: Compared | undefined,
): readonly Stated[] | "unread" {
  if (stated === "unread" || replaced === undefined) return stated;
  const urn = recordOf(replaced.outputs)?.urn;
  return stated.filter((each) => each.id !== replaced.id && each.urn !== urn);
}
