import { conflicts, everything, type Interference } from "./interference";
import type { Due, Way, World } from "./world";

/** One thing that can happen next. */
interface Option {
  readonly key: string;
  readonly actor: string;
  readonly isFault: boolean;
  /** It interrupts a process that could continue. */
  readonly isPreemption: boolean;
  take(): void;
}

interface Node {
  /** The keys of all options here. */
  readonly keys: readonly string[];
  /** Indices of the options that are tried, in order. */
  readonly tries: readonly number[];
  /** The index in `tries` of the present option. */
  tried: number;
}

/** The faults and preemptions that remain. */
interface Left {
  readonly faults: number;
  readonly preemptions: number;
}

export interface ExplorerBounds {
  readonly faults: number;
  /** How often a process that could continue may be interrupted. */
  readonly preemptions: number;
  /** False: tries independent steps in all orders, and continues from states that were reached before. */
  readonly isReduced?: boolean | undefined;
}

/** Thrown at a state whose continuations were tried in an earlier schedule. */
export class Covered extends Error {}

/** Tries all orders and faults, one schedule after another, each replayed from the start. */
export class Explorer {
  private path: Node[] = [];
  private depth = 0;
  private last = "";
  private left: Left;
  /** What remained at each reached state, without entries that another schedule exceeds. */
  private readonly reached = new Map<string, Left[]>();
  /** Longer schedules are skipped once a shorter one has shown the violation. */
  mostSteps = Number.POSITIVE_INFINITY;

  /** @param replayed the option to take instead of the first, by depth; then no other schedule is explored */
  constructor(
    private readonly bounds: ExplorerBounds,
    private readonly interference: Interference,
    private readonly replayed?: ReadonlyMap<number, number>,
  ) {
    this.left = bounds;
  }

  /** Called at the start of each schedule. */
  begin(): void {
    this.depth = 0;
    this.last = "";
    this.left = this.bounds;
  }

  /** How many steps this schedule has taken. */
  get steps(): number {
    return this.depth;
  }

  /** How many different states were reached. */
  get states(): number {
    return this.reached.size;
  }

  /** Where this schedule does not take the first option: `14:3,20:1`, each depth with the option's index. */
  get indices(): string {
    return this.path
      .slice(0, this.depth)
      .flatMap(({ tries, tried }, depth) => (tries[tried] === 0 ? [] : [`${depth}:${tries[tried]}`]))
      .join(",");
  }

  /** Takes the next step of this schedule. False if no step is due. */
  step(world: World, digest: () => string): boolean {
    const options = this.optionsOf(world);
    if (options.length === 0) return false;
    if (this.depth >= this.mostSteps) throw new Covered();
    const known = this.path[this.depth];
    const node = known ?? this.open(options, this.tries(world, options), digest);
    const index = node.tries[node.tried] ?? 0;
    const chosen = options[index];
    if (chosen === undefined || chosen.key !== node.keys[index]) {
      throw new Error(`the same choices led to a different step: ${chosen?.key} instead of ${node.keys[index]}`);
    }
    // A step that is tried alone interrupts nothing relevant.
    const isPreemption = chosen.isPreemption && node.tries.some((each) => options[each]?.actor !== chosen.actor);
    this.depth += 1;
    this.last = chosen.actor;
    this.left = {
      faults: this.left.faults - (chosen.isFault ? 1 : 0),
      preemptions: this.left.preemptions - (isPreemption ? 1 : 0),
    };
    chosen.take();
    return true;
  }

  private tries(world: World, options: readonly Option[]): readonly number[] {
    if (this.replayed !== undefined) return [this.replayed.get(this.depth) ?? 0];
    return this.worthTrying(world, options);
  }

  /** Moves to the next schedule. False if all were tried. */
  next(): boolean {
    this.path.length = Math.min(this.path.length, this.depth);
    for (let node = this.path.at(-1); node !== undefined; node = this.path.at(-1)) {
      node.tried += 1;
      if (node.tried < node.tries.length) return true;
      this.path.pop();
    }
    return false;
  }

  /** The keys of the chosen options, where there was a choice. */
  get choices(): string[] {
    return this.path.flatMap(({ keys, tries, tried }) => (keys.length > 1 ? [keys[tries[tried] ?? 0] ?? ""] : []));
  }

  private open(options: readonly Option[], tries: readonly number[], digest: () => string): Node {
    if (
      tries.length > 1 &&
      this.wasReached(
        tries.map((index) => options[index]),
        digest,
      )
    )
      throw new Covered();
    const node: Node = { keys: options.map(({ key }) => key), tries, tried: 0 };
    this.path.push(node);
    return node;
  }

  /** True if this state was reached before, with at least as much remaining. */
  private wasReached(options: readonly (Option | undefined)[], digest: () => string): boolean {
    // Which process would be interrupted decides what counts as a preemption.
    const going = options.some((option) => option?.isPreemption) ? this.last : "";
    const state = `${digest()} ${going}`;
    const before = this.reached.get(state) ?? [];
    const { left } = this;
    const isIn = (one: Left, other: Left) => one.faults <= other.faults && one.preemptions <= other.preemptions;
    if (before.some((each) => isIn(left, each))) return true;
    this.reached.set(state, [...before.filter((each) => !isIn(each, left)), left]);
    return false;
  }

  /** All possible next steps, in an order that the bounds do not change. */
  private optionsOf(world: World): Option[] {
    const { last, interference } = this;
    const steps = firstOfEach(world.steps);
    interference.note(steps);
    const isAble = steps.some(({ actor }) => actor === last);
    const options = steps.flatMap((step) => {
      const isPreemption = isAble && step.actor !== last && step.actor !== "network";
      return step.ways().map((way) => optionOf(world, step, way, isPreemption));
    });
    const isWaiting = steps.some(({ actor }) => actor !== "network");
    if (!isWaiting && world.hasTimers) {
      const take = () => world.pass();
      options.push({ key: `time ${world.time}`, actor: "time", isFault: false, isPreemption: false, take });
    }
    // First the options that continue the same process without a fault.
    const rank = ({ isFault, actor }: Option) => (isFault ? 2 : actor === last ? 0 : 1);
    return options.sort((one, other) => rank(one) - rank(other));
  }

  /** The indices of the options to try. */
  private worthTrying(world: World, options: readonly Option[]): number[] {
    const steps = firstOfEach(world.steps);
    // A step that no other process can notice or influence needs no other order.
    const alone = this.bounds.isReduced === false ? undefined : steps.find((step) => this.isAlone(step, steps));
    const mayFault = this.left.faults > 0;
    return options.flatMap(({ actor, isFault, isPreemption }, index) => {
      const isLeft = alone === undefined ? !isPreemption || this.left.preemptions > 0 : actor === alone.actor;
      return isLeft && (mayFault || !isFault) ? [index] : [];
    });
  }

  private isAlone(step: Due, steps: readonly Due[]): boolean {
    if (step.actor === "network") return false;
    const onTheirWay = steps.filter(({ actor }) => actor === "network").flatMap((each) => each.ways());
    return step
      .ways()
      .every(
        ({ footprint }) =>
          footprint === everything ||
          (this.interference.isFree(step.actor, footprint) &&
            !onTheirWay.some((other) => conflicts(other.footprint, footprint))),
      );
  }
}

/** The first due step of each process: a process does one thing at a time. */
function firstOfEach(steps: readonly Due[]): Due[] {
  const seen = new Set<string>();
  return steps.filter(({ actor }) => {
    const isFirst = actor === "network" || !seen.has(actor);
    seen.add(actor);
    return isFirst;
  });
}

function optionOf(world: World, step: Due, way: Way, isPreemption: boolean): Option {
  const take = () => world.take(step, way);
  return { key: `${step.key}: ${way.name}`, actor: step.actor, isFault: way.isFault, isPreemption, take };
}
