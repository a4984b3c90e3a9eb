import type { Random } from "./random";

export type Kind = "List" | "SourceAgent" | "Campaign";

/** A placeholder for the id of another resource in the program. */
export interface Reference {
  readonly ref: string;
}

/** One resource of a program. A changed program has a new declaration. */
export interface Declaration {
  /** The name in the program. */
  readonly name: string;
  readonly kind: Kind;
  readonly args: Readonly<Record<string, unknown>>;
  /** Names of dependencies that are not in the arguments. */
  readonly dependsOn: readonly string[];
}

export type Program = readonly Declaration[];

interface Step {
  readonly type: string;
  readonly [field: string]: unknown;
}

export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "ref" in value && typeof value.ref === "string";
}

/** Names of the resources that must exist before this one. */
export function dependenciesOf({ args, dependsOn }: Declaration): string[] {
  const found = new Set(dependsOn);
  const visit = (value: unknown): void => {
    if (isReference(value)) found.add(value.ref);
    else if (Array.isArray(value)) for (const item of value) visit(item);
  };
  for (const value of Object.values(args)) visit(value);
  return [...found];
}

/** The arguments with every reference replaced by an id. */
export function resolved(value: unknown, idOf: (name: string) => string): unknown {
  if (isReference(value)) return idOf(value.ref);
  if (Array.isArray(value)) return value.map((item) => resolved(item, idOf));
  return value;
}

/** The object's name in the service. */
export function serviceName(declaration: Declaration): string {
  return String(declaration.args.name);
}

/** Writes the programs of one schedule, each a change of the one before. All names begin with the schedule's prefix. */
export class Author {
  private counter = 0;

  constructor(
    private readonly random: Random,
    readonly prefix: string,
    /** False if the service has no operation that changes an object. */
    private readonly changesInPlace: boolean,
  ) {}

  first(): Program {
    const { random } = this;
    const lists = Array.from({ length: random.whole(1, 3) }, () => this.list());
    const agents = Array.from({ length: random.whole(0, 2) }, () => this.agent(random.pick(lists)));
    const program: Declaration[] = [...lists, ...agents];
    for (let left = random.whole(0, 3); left > 0; left -= 1) program.push(this.campaign(program));
    return program;
  }

  /** One change that a user might make. Undefined if the drawn change does not fit the program. */
  edited(program: Program): { readonly program: Program; readonly what: string } | undefined {
    const { random } = this;
    const campaigns = program.filter(({ kind }) => kind === "Campaign");
    const agents = program.filter(({ kind }) => kind === "SourceAgent");
    const lists = program.filter(({ kind }) => kind === "List");
    const drawn = random.whole(1, 9);
    // New messages, other targeting, and campaigns that move to a new list.
    if (!this.changesInPlace && [1, 2, 7].includes(drawn)) return undefined;
    switch (drawn) {
      case 1: {
        const campaign = pickFrom(random, campaigns);
        return campaign && this.changed(program, campaign, "message", { steps: this.reworded(stepsOf(campaign)) });
      }
      case 2: {
        const agent = pickFrom(random, agents);
        return (
          agent && this.changed(program, agent, "targeting", { targetJobTitles: ["Founder", this.fresh("title")] })
        );
      }
      case 3: {
        const list = this.list();
        const grown: Program = [...program, list];
        return { program: [...grown, this.campaign(grown, list)], what: `adds ${list.name} and a campaign` };
      }
      case 4: {
        const agent = pickFrom(random, agents);
        return agent && this.without(program, agent);
      }
      case 5: {
        // A different number of steps replaces the campaign.
        const campaign = pickFrom(
          random,
          campaigns.filter(({ args }) => args.active !== true),
        );
        return (
          campaign &&
          this.changed(program, campaign, "steps (replacement)", { steps: [...stepsOf(campaign), this.message()] })
        );
      }
      case 6: {
        const agent = pickFrom(
          random,
          agents.filter(({ args }) => args.agentType === undefined),
        );
        return agent && this.changed(program, agent, "agentType (replacement)", { agentType: "lookalike" });
      }
      case 7: {
        const list = pickFrom(
          random,
          lists.filter((each) => !this.isInActiveUse(program, each)),
        );
        return (
          list &&
          this.changed(program, list, "name (replacement)", {
            name: `${this.prefix} ${this.fresh("list")}`,
            acknowledge: ["rename"],
          })
        );
      }
      case 8: {
        const campaign = pickFrom(
          random,
          campaigns.filter(({ args }) => args.active !== true),
        );
        return campaign && this.without(program, campaign);
      }
      default: {
        const campaign = pickFrom(
          random,
          campaigns.filter((each) => each.args.active === false && !this.sharesLists(program, each)),
        );
        return campaign && this.changed(program, campaign, "active (replacement)", { active: true });
      }
    }
  }

  private list(): Declaration {
    const name = this.fresh("list");
    return { name, kind: "List", args: { name: `${this.prefix} ${name}` }, dependsOn: [] };
  }

  private agent(list: Declaration): Declaration {
    const name = this.fresh("agent");
    const args = { name: `${this.prefix} ${name}`, listId: { ref: list.name }, targetJobTitles: ["Founder"] };
    return { name, kind: "SourceAgent", args, dependsOn: [] };
  }

  private campaign(program: Program, on?: Declaration): Declaration {
    const { random } = this;
    const name = this.fresh("campaign");
    const list = on ?? random.pick(program.filter(({ kind }) => kind === "List"));
    const agents = program.filter((each) => each.kind === "SourceAgent" && refersTo(each.args.listId, list.name));
    const alone = !program.some((each) => each.kind === "Campaign" && usesList(each, list.name));
    const active = alone && random.chance(0.4) ? true : random.chance(0.7) ? false : undefined;
    const steps: Step[] = [{ type: "visitProfile" }, { type: "invitation", delayAfterLastStep: 1 }, this.message()];
    const args = {
      name: `${this.prefix} ${name}`,
      listIds: [{ ref: list.name }],
      linkedinSeatId: 7,
      language: "en-US",
      steps: random.chance(0.3) ? [...steps, this.message()] : steps,
      ...(active === undefined ? {} : { active }),
    };
    return { name, kind: "Campaign", args, dependsOn: agents.map((agent) => agent.name) };
  }

  private message(): Step {
    return { type: "message", message: `Hi [FirstName], ${this.prefix} ${this.fresh("text")}`, delayAfterLastStep: 2 };
  }

  private reworded(steps: readonly Step[]): Step[] {
    return steps.map((step) => (step.type === "message" ? { ...step, message: this.message().message } : step));
  }

  private changed(program: Program, one: Declaration, what: string, args: Readonly<Record<string, unknown>>) {
    const changed: Declaration = { ...one, args: { ...one.args, ...args } };
    return {
      program: program.map((each) => (each === one ? changed : each)),
      what: `changes ${what} of ${one.name}`,
    };
  }

  private without(program: Program, one: Declaration) {
    const left = program
      .filter((each) => each !== one)
      .map((each) => ({ ...each, dependsOn: each.dependsOn.filter((name) => name !== one.name) }));
    return { program: left, what: `drops ${one.name}` };
  }

  private isInActiveUse(program: Program, list: Declaration): boolean {
    return program.some((each) => each.args.active === true && usesList(each, list.name));
  }

  private sharesLists(program: Program, campaign: Declaration): boolean {
    return program.some(
      (other) =>
        other !== campaign &&
        other.kind === "Campaign" &&
        other.args.active === true &&
        program.some((list) => usesList(other, list.name) && usesList(campaign, list.name)),
    );
  }

  private fresh(word: string): string {
    this.counter += 1;
    return `${word}${this.counter}`;
  }
}

function pickFrom(random: Random, items: readonly Declaration[]): Declaration | undefined {
  return items.length === 0 ? undefined : random.pick(items);
}

function stepsOf({ args }: Declaration): Step[] {
  return Array.isArray(args.steps) ? args.steps : [];
}

function refersTo(value: unknown, name: string): boolean {
  return isReference(value) && value.ref === name;
}

function usesList({ args }: Declaration, name: string): boolean {
  return Array.isArray(args.listIds) && args.listIds.some((each) => refersTo(each, name));
}
