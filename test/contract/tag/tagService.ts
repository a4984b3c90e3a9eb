import { z } from "zod";
import type { User } from "../../../sandbox/src/objects/account";
import { readRequestBody } from "../../../sandbox/src/rules/body";
import { idOf, nothing, type Route, type Service } from "../../../sandbox/src/service";
import { noSuchObject } from "../../../sandbox/src/serviceError";

interface Tag {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly colour: string | null;
  readonly createdAt: string;
}

const fields = { name: z.string().trim().min(1).max(60), colour: z.enum(["red", "green", "blue"]).optional() };

/** The users' tags, which are not in the specification. */
export class TagService {
  private readonly tags = new Map<number, Tag>();

  ids(): number[] {
    return [...this.tags.keys()];
  }

  /** Changes one like a person in the app. */
  edit(id: number, changes: Partial<Tag>): void {
    const tag = this.tags.get(id);
    if (tag !== undefined) this.tags.set(id, { ...tag, ...changes });
  }

  remove(id: number): void {
    this.tags.delete(id);
  }

  clear(): void {
    this.tags.clear();
  }

  routes(service: Service): Route[] {
    const { tags } = this;
    const own = (actor: User, id: number): Tag => {
      const tag = tags.get(id);
      if (tag?.userId !== actor.id) throw noSuchObject("Tag", id);
      return tag;
    };
    const kept = (tag: Tag): Tag => {
      tags.set(tag.id, tag);
      return tag;
    };
    const [path, one] = ["/v1/tag", "/v1/tag/:id"];
    return [
      {
        ...{ method: "POST", path, source: "specification", status: 201 },
        handle({ actor, body }) {
          const { name, colour = null } = readRequestBody(service, z.strictObject(fields), body);
          const id = service.store.nextId();
          return kept({ id, userId: actor.id, name, colour, createdAt: service.clock.iso() });
        },
      },
      {
        ...{ method: "GET", path, source: "description" },
        handle: ({ actor }) => [...tags.values()].filter(({ userId }) => userId === actor.id),
      },
      { ...{ method: "GET", path: one, source: "description" }, handle: (call) => own(call.actor, idOf(call)) },
      {
        ...{ method: "PATCH", path: one, source: "description" },
        handle(call) {
          const tag = own(call.actor, idOf(call));
          return kept({ ...tag, ...readRequestBody(service, z.strictObject(fields).partial(), call.body) });
        },
      },
      {
        ...{ method: "DELETE", path: one, source: "specification" },
        handle(call) {
          tags.delete(own(call.actor, idOf(call)).id);
          return nothing;
        },
      },
    ];
  }
}
