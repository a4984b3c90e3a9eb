import type * as pulumi from "@pulumi/pulumi";
import type { Provider } from "./explicitProvider";

/**
 * Options of every function, the same as for Pulumi's own functions. `version`, `pluginDownloadURL` and `async` have no
 * effect.
 */
export interface FunctionOptions extends Omit<pulumi.InvokeOptions, "provider"> {
  /**
   * The provider whose key and member are used for reading. Default: the provider of `parent`, otherwise the settings
   * in the environment and the stack's config.
   */
  readonly provider?: Provider;
}

/** Options of every function that returns an Output. */
export interface FunctionOutputOptions extends FunctionOptions {
  /**
   * Reads after the engine has finished with these resources. In a preview that would create one of them, the result is
   * unknown.
   */
  readonly dependsOn?: pulumi.InvokeOutputOptions["dependsOn"];
}

/**
 * Arguments that may be Outputs or promises.
 *
 * @typeParam Args The arguments as plain values.
 */
export type LateArgs<Args> = { [Name in keyof Args]: pulumi.Input<Args[Name]> };
