import type { OutputInstance } from "@pulumi/pulumi";

/**
 * A value that is not known yet. The compiler does not check its type any further; the rules check the value once it is
 * known.
 *
 * @typeParam T what it will be
 */
export type Late<T> = Promise<T> | OutputInstance<T>;

/**
 * Overrules a refusal, by the code that the refusal printed. A code lifts that one refusal and nothing else:
 *
 * - `rename`: a list under a new name is a new, empty list.
 * - `restart`: an active campaign may replace one that has run; its people start again at step 1.
 * - `shared-list:<campaign id>`: an active campaign may use a list that this other active campaign uses.
 * - `twin:<id>`: the new object may equal this existing one.
 * - `twin:none`, `twin:none:<sign>`: a create whose answer was lost has not taken effect.
 * - `inactive:<campaign id>`: this campaign is off, although the service does not show it.
 * - `as-is:<path>`: the value at this path of the arguments is malformed on purpose.
 * - `moved:<old address>`: the objects of this address are those of the present one.
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

// `& string` changes nothing but the compiler's error on a wrong code: it lists the codes, and not the name of their type.
/** Acknowledgements as an argument. The compiler checks a code that is written out; a late one is checked once known. */
export type Acknowledgements = readonly ((Acknowledgement & string) | Late<string>)[] | Late<readonly string[]>;
