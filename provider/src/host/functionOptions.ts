import type * as pulumi from "@pulumi/pulumi";
import type { Provider } from "./explicitProvider";

/** Options of every function. */
export interface FunctionOptions {
  /**
   * Reads as this provider does: with its key and for its member. Default: as the environment and the stack's config
   * say.
   */
  readonly provider?: Provider;
}

/**
 * Arguments that are known now or later.
 *
 * @typeParam Args The same when they are known.
 */
export type LateArgs<Args> = { [Name in keyof Args]: pulumi.Input<Args[Name]> };
