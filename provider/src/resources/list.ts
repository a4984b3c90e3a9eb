import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import { isOfType, noGet, OutreachResource, type readOrAdopt } from "../host/resource";
import { typeToken } from "../host/token";
import { type ListArgs, listKind } from "./listKind";

export type { ListArgs } from "./listKind";

/**
 * A list: where source agents put the people they find, and what campaigns work through.
 *
 * The service can neither rename nor delete one: a change of `name` fails at preview with both ways out, and a
 * deleted resource leaves the state while the list and its contacts stay in the account (a warning names it).
 * Service specification: What the service does.
 */
export class List extends OutreachResource {
  /** The type of the resource in URNs and states. */
  static readonly __pulumiType = typeToken("List");

  /** True for a resource of this class, also one of another copy of this package. */
  static override isInstance(value: unknown): value is List {
    return isOfType(value, List.__pulumiType);
  }

  /**
   * Does not exist for resources of a dynamic provider.
   *
   * @deprecated To read a list that the program does not own, `getListOutput({ id })`. To manage it, the argument `adopt: <id>`.
   */
  static get(..._instead: (typeof readOrAdopt)[]): never {
    throw noGet("List", "getListOutput");
  }

  /** The name, as declared. */
  declare readonly name: Output<string>;
  /** Id of the user that owns the list. Source: the service's public description. */
  declare readonly userId: Output<number>;
  /** When the service created the list, ISO 8601. Source: the service's public description. */
  declare readonly createdAt: Output<string>;

  /**
   * A list: where source agents put the people they find, and what campaigns work through.
   *
   * The service can neither rename nor delete one: a change of `name` fails at preview with both ways out, and a
   * deleted resource leaves the state while the list and its contacts stay in the account (a warning names it).
   * Service specification: What the service does.
   *
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   * @param options As for any Pulumi resource, but for `import` and `id`: the argument `adopt` takes over what exists.
   */
  constructor(name: string, args: ListArgs, options?: CustomResourceOptions) {
    super(listKind, name, args, options);
  }
}
