import type { OutputInstance } from "@pulumi/pulumi";

/**
 * A value that is not known yet. The compiler does not check it further; the rules check it once it is known.
 *
 * @typeParam T the type of the value
 */
export type Late<T> = Promise<T> | OutputInstance<T>;

/**
 * Overrides a refusal, using the code that the refusal printed. A code overrides only that refusal:
 *
 * - `rename`: a list under a new name is a new, empty list.
 * - `restart`: an active campaign may replace one that has run; its people start over at step 1.
 * - `shared-list:<campaign id>`: an active campaign may use a list that this other active campaign uses.
 * - `twin:<id>`: the new object may equal this existing one.
 * - `twin:none`, `twin:none:<sign>`: a create whose response was lost has not taken effect.
 * - `inactive:<campaign id>`: this campaign is off, although the service does not show it.
 * - `as-is:<path>`: the malformed value at this path of the arguments is intended.
 * - `moved:<old address>`: the objects at this address are the same as those at the current one.
 */
export type Acknowledgement =
  | "rename"
  | "restart"
  | "twin:none"
  | `twin:none:${string}`
  | `twin:${number}`
  | `shared-list:${number}`
  | `inactive:${number}`
  | `as-is:${string}`
  | `moved:http${string}`;

// `& string` only improves the compiler's error for a wrong code: it lists the codes instead of the type's name.
/** A list of acknowledgement codes. The compiler checks literal codes; Outputs and promises are checked once known. */
export type Acknowledgements = readonly ((Acknowledgement & string) | Late<string>)[] | Late<readonly string[]>;
