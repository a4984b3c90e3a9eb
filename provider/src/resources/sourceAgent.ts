import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import { OutreachResource, typeToken } from "../host/resource";
import type { SourceAgentArgs } from "./sourceAgentArgs";
import { sourceAgentDefinition } from "./sourceAgentDefinition";
import { sourceAgentIrregular } from "./sourceAgentIrregular";

export const sourceAgentKind = { definition: sourceAgentDefinition, irregular: sourceAgentIrregular };

/**
 * A source agent: finds people that match its criteria and signals, and puts them into a list. It writes to nobody.
 *
 * Every property but `agentType` changes in place where the service can. Deleting it stops it for good and loses its
 * run logs; its list and the people in it stay. (Specification: Source agent.)
 */
export class SourceAgent extends OutreachResource {
  static readonly __pulumiType = typeToken("SourceAgent");

  /** As declared. */
  declare readonly name: Output<string>;
  /** The list that it fills. */
  declare readonly listId: Output<number>;
  /** Whether it pauses. True without being asked for where the account's active agent limit was reached. */
  declare readonly paused: Output<boolean | undefined>;
  /** The user that owns it. */
  declare readonly userId: Output<number | undefined>;
  /** The tracking script of a website-visitor agent. */
  declare readonly scriptId: Output<string | undefined>;
  /** When the service created it, ISO 8601. */
  declare readonly createdAt: Output<string | undefined>;

  /**
   * @param name Unique name of the resource in the program.
   * @param args What to declare. Every broken rule is reported before anything is sent.
   */
  constructor(name: string, args: SourceAgentArgs, options?: CustomResourceOptions) {
    super(sourceAgentKind, name, args, ["paused", "userId", "scriptId", "createdAt"], options);
  }
}
