import { everything } from "./player";
import type { Due, Footprint, Way, World } from "./world";

/** One thing that can happen next. */
interface Option {
  readonly key: string;
  readonly actor: string;
  readonly isFault: boolean;
  readonly footprint: Footprint;
  take(): void;
}

interface Node {
  readonly options: readonly Option[];
  /** What need not be tried here, because the same was reached in another order. */
  readonly asleep: ReadonlyMap<string, Option>;
  /** Index of the option that is being tried. */
  tried: number;
}

/** Nothing is left that was not tried in another order. */
export class Covered extends Error {}

/** Goes through all orders and faults, one schedule after the other, each replayed from the start. */
export class Explorer {
  private path: Node[] = [];
  private depth = 0;
  private last = "";
  /** Longer schedules are left out, once a shorter one has shown what is wrong. */
  mostSteps = Number.POSITIVE_INFINITY;

  /** @param replayed where another option than the first one is taken, by its depth; then no other schedule is explored */
  constructor(
    private readonly mostFaults: number,
    private readonly replayed?: ReadonlyMap<number, number>,
  ) {}

  /** Called at the start of each schedule. */
  begin(): void {
    this.depth = 0;
    this.last = "";
  }

  /** How many steps this schedule has taken. */
  get steps(): number {
    return this.depth;
  }

  /** Where this schedule takes another option than the first one: `14:3,20:1`, its depth and its index. */
  get indices(): string {
    return this.path
      .slice(0, this.depth)
      .flatMap(({ tried }, depth) => (tried === 0 ? [] : [`${depth}:${tried}`]))
      .join(",");
  }

  /** Takes the next step of this schedule. False if nothing is due any more. */
  step(world: World): boolean {
    const faults = this.path.slice(0, this.depth).filter(({ options, tried }) => options[tried]?.isFault).length;
    const options = this.optionsOf(world, faults < this.mostFaults);
    if (options.length === 0) return false;
    if (this.depth >= this.mostSteps) throw new Covered();
    const known = this.path[this.depth];
    const node = known ?? this.open(options);
    const chosen = options[node.tried];
    if (chosen === undefined || chosen.key !== node.options[node.tried]?.key) {
      throw new Error(
        `the same choices led to another step: ${chosen?.key} instead of ${node.options[node.tried]?.key}`,
      );
    }
    this.depth += 1;
    this.last = chosen.actor;
    chosen.take();
    return true;
  }

  /** Goes to the next schedule. False if all are through. */
  next(): boolean {
    this.path.length = Math.min(this.path.length, this.depth);
    for (let node = this.path.at(-1); node !== undefined; node = this.path.at(-1)) {
      node.tried = this.awake(node, node.tried + 1);
      if (node.tried < node.options.length) return true;
      this.path.pop();
    }
    return false;
  }

  /** The keys of what was chosen where there was a choice. */
  get choices(): string[] {
    return this.path.flatMap(({ options, tried }) => (options.length > 1 ? [options[tried]?.key ?? ""] : []));
  }

  private open(options: readonly Option[]): Node {
    const parent = this.path[this.depth - 1];
    const isAlone = parent === undefined || this.replayed !== undefined;
    const node: Node = { options, asleep: isAlone ? new Map() : sleepers(parent), tried: 0 };
    node.tried = this.replayed?.get(this.depth) ?? this.awake(node, 0);
    if (node.tried >= options.length) throw new Covered();
    this.path.push(node);
    return node;
  }

  private awake({ options, asleep }: Node, from: number): number {
    let index = from;
    while (index < options.length && asleep.has(options[index]?.key ?? "")) index += 1;
    return index;
  }

  private optionsOf(world: World, mayFail: boolean): Option[] {
    const steps = firstOfEach(world.steps);
    const options = steps.flatMap((step) =>
      step
        .ways()
        .filter(({ isFault }) => mayFail || !isFault)
        .map((way) => optionOf(world, step, way)),
    );
    const isWaiting = steps.some(({ actor }) => actor !== "network" && actor !== "person");
    if (!isWaiting && world.hasTimers) {
      const take = () => world.pass();
      options.push({ key: `time ${world.time}`, actor: "time", isFault: false, footprint: everything, take });
    }
    // First what goes on as before, without a fault.
    const rank = ({ isFault, actor }: Option) => (isFault ? 2 : actor === this.last ? 0 : 1);
    return options.sort((left, right) => rank(left) - rank(right));
  }
}

/** One process does one thing after the other. */
function firstOfEach(steps: readonly Due[]): Due[] {
  const seen = new Set<string>();
  return steps.filter(({ actor }) => {
    const isFirst = actor === "network" || actor === "person" || !seen.has(actor);
    seen.add(actor);
    return isFirst;
  });
}

function optionOf(world: World, step: Due, way: Way): Option {
  const { isFault, footprint } = way;
  return { key: `${step.key}: ${way.name}`, actor: step.actor, isFault, footprint, take: () => world.take(step, way) };
}

/** What was tried before at this node, or slept already, and does not depend on what is tried now. */
function sleepers({ options, asleep, tried }: Node): ReadonlyMap<string, Option> {
  const chosen = options[tried];
  if (chosen === undefined) return new Map();
  const before = options.slice(0, tried).map((option): [string, Option] => [option.key, option]);
  return new Map([...asleep, ...before].filter(([, option]) => !depend(option, chosen)));
}

function depend(left: Option, right: Option): boolean {
  if (left.actor === right.actor) return true;
  // Each fault uses up what is left of the faults.
  if (left.isFault && right.isFault) return true;
  return conflicts(left.footprint, right.footprint) || conflicts(right.footprint, left.footprint);
}

function conflicts(writer: Footprint, other: Footprint): boolean {
  if (writer.writes.includes("everything")) return true;
  const touched = new Set([...other.reads, ...other.writes]);
  return writer.writes.some((what) => touched.has(what));
}
