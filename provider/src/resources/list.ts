import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import { OutreachResource, typeToken } from "../host/resource";
import type { ListArgs } from "./listArgs";
import { listDefinition } from "./listDefinition";
import { listIrregular } from "./listIrregular";

export const listKind = { definition: listDefinition, irregular: listIrregular };

/**
 * A list: where source agents put the people they find, and what campaigns work through.
 *
 * The service can neither rename nor delete one: a change of `name` fails at preview with both ways out, and a
 * deleted resource leaves the state while the list and its contacts stay in the account (a warning names it).
 * (Specification: What the service does.)
 */
export class List extends OutreachResource {
  static readonly __pulumiType = typeToken("List");

  /** As declared. */
  declare readonly name: Output<string>;
  /** The user that owns the list. */
  declare readonly userId: Output<number | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;

  /**
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   */
  constructor(name: string, args: ListArgs, options?: CustomResourceOptions) {
    super(listKind, name, args, ["userId", "createdAt"], options);
  }
}
