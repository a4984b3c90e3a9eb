/** An object of the service. */
export interface Held {
  readonly id: number;
  readonly kind: "list" | "agent" | "campaign";
  readonly userId: number;
  readonly createdAt: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The fields at its creation. */
  readonly made: Readonly<Record<string, unknown>>;
  /** The process that sent the create. */
  readonly by: string;
}

export interface Asked {
  readonly by: string;
  /** The member for whom the request acts; 0 for the key's owner. */
  readonly as: number;
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

const user = { id: 101, email: "owner@example.com", firstName: "Olivia", lastName: "Owner", organizationId: 1 };

/**
 * The service as its specification describes it, for one user, reduced to what the life cycle needs: each create gets
 * an id, even a repeated one, and no operation switches a campaign on or off, renames or deletes a list, or deletes a
 * campaign. `specOnly` has only the operations of the specification.
 */
export class ModelService {
  readonly objects = new Map<number, Held>();
  /** The campaigns that have begun to write to people, in the order in which they began. */
  readonly started: { readonly id: number; readonly by: string }[] = [];
  lastId = 100;

  constructor(
    /** `listsAfter`: milliseconds from a create until it is listed. `hidesLists`: no campaign shows its lists. */
    readonly options: {
      readonly specOnly: boolean;
      readonly isPartial: boolean;
      readonly hidesLists: boolean;
      readonly listsAfter?: number | undefined;
    },
    private readonly now: () => number,
    /** Called after each create and change, with the object before the change. */
    private readonly changed: (held: Held, before: Held | undefined, by: string) => void = () => undefined,
  ) {}

  copyOf(other: ModelService): void {
    for (const [id, held] of other.objects) this.objects.set(id, held);
    this.started.push(...other.started);
    this.lastId = other.lastId;
  }

  answer({ by, as, method, path, body }: Asked): Answered {
    const userId = as === 0 ? user.id : as;
    const [, , noun = "", id, more] = path.split("?")[0]?.split("/") ?? [];
    if (path === "/v1/user/me") return { status: 200, body: { ...user, id: userId } };
    if (noun === "contact")
      return { status: 200, body: { contacts: [], total: 0, page: 1, limit: 100, totalPages: 0 } };
    const kind = noun === "list" || noun === "agent" || noun === "campaign" ? noun : undefined;
    if (kind === undefined || this.isMissing(method, kind, id, more, body)) return noRoute(method, path);
    if (method === "POST") return { status: 201, body: this.shown(this.create(kind, body, userId, by)) };
    if (id === undefined) return { status: 200, body: this.listing(kind, userId, path) };
    const held = this.objects.get(Number(id));
    if (held?.kind !== kind || held.userId !== userId)
      return { status: 404, body: { message: `${kind} not found`, statusCode: 404 } };
    if (more === "logs")
      return { status: 200, body: this.started.some((each) => each.id === held.id) ? [{ id: 1 }] : [] };
    if (method === "GET") return { status: 200, body: this.shown(held) };
    if (method === "DELETE") {
      this.objects.delete(held.id);
      return { status: 200, body: { message: "deleted" } };
    }
    return { status: 200, body: this.shown(this.change(held.id, body, by)) };
  }

  private listing(kind: Held["kind"], userId: number, path: string): unknown {
    const own = this.listed(kind).filter((held) => held.userId === userId);
    if (!this.options.isPartial) return own.map((held) => this.shown(held));
    return path.includes("page=")
      ? { data: [], hasMore: false }
      : { data: own.slice(0, -1).map((held) => this.shown(held)), hasMore: true };
  }

  private shown({ id, userId, createdAt, fields }: Held) {
    const { listIds, ...others } = fields;
    const shown = this.options.hidesLists ? others : fields;
    return { id, userId, createdAt, updatedAt: createdAt, ...shown };
  }

  of(kind: string): Held[] {
    return [...this.objects.values()].filter((held) => held.kind === kind);
  }

  private listed(kind: Held["kind"]): Held[] {
    const { listsAfter = 0 } = this.options;
    return this.of(kind).filter(({ createdAt }) => Date.parse(createdAt) + listsAfter <= this.now());
  }

  change(id: number, fields: Readonly<Record<string, unknown>>, by: string): Held {
    const held = this.objects.get(id);
    if (held === undefined) throw new Error(`there is no ${id}`);
    const changed = { ...held, fields: { ...held.fields, ...fields } };
    this.objects.set(id, changed);
    if (changed.fields.active === true && held.fields.active !== true) this.started.push({ id, by });
    this.changed(changed, held, by);
    return changed;
  }

  private create(kind: Held["kind"], fields: Held["fields"], userId: number, by: string): Held {
    this.lastId += 1;
    const createdAt = new Date(this.now()).toISOString();
    const held: Held = { id: this.lastId, kind, userId, createdAt, fields, made: fields, by };
    this.objects.set(held.id, held);
    if (kind === "campaign" && fields.active === true) this.started.push({ id: held.id, by });
    this.changed(held, undefined, by);
    return held;
  }

  /** True for operations that only the public description has, or that do not exist. */
  private isMissing(method: string, kind: string, id: string | undefined, more: string | undefined, body: object) {
    const isPause = kind === "agent" && Object.keys(body).join() === "paused" && Object.values(body)[0] === true;
    if (method === "GET") return more === undefined && this.options.specOnly;
    if (method === "POST") return id !== undefined;
    if (method === "PATCH") return kind === "list" || (this.options.specOnly && !isPause);
    return kind !== "agent";
  }
}

function noRoute(method: string, path: string): Answered {
  return { status: 404, body: { message: `Cannot ${method} ${path}`, statusCode: 404 } };
}
