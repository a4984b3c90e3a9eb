import type * as pulumi from "@pulumi/pulumi";
import type { Provider } from "./explicitProvider";

/** Options of every function: those of Pulumi's own functions. `version`, `pluginDownloadURL` and `async` have no effect. */
export interface FunctionOptions extends Omit<pulumi.InvokeOptions, "provider"> {
  /**
   * Reads as this provider does: with its key and for its member. Default: that of `parent`, otherwise as the environment
   * and the stack's config say.
   */
  readonly provider?: Provider;
}

/** Options of every function whose result is an Output. */
export interface FunctionOutputOptions extends FunctionOptions {
  /** Reads after the engine is done with these resources; not in a preview that is to create one of them. */
  readonly dependsOn?: pulumi.InvokeOutputOptions["dependsOn"];
}

/**
 * Arguments that are known now or later.
 *
 * @typeParam Args The same when they are known.
 */
export type LateArgs<Args> = { [Name in keyof Args]: pulumi.Input<Args[Name]> };
