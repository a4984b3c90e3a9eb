import type { OutputInstance } from "@pulumi/pulumi";

/**
 * A value that is not there yet. Its type is not checked any further: the rules look at it once it is known.
 *
 * @typeParam T what it will be
 */
export type Late<T> = Promise<T> | OutputInstance<T>;

/**
 * A refusal that a person has read and overrules, by the code that the refusal printed. Each lifts that one refusal and
 * nothing else:
 *
 * - `rename`: a list under a new name is a new, empty list.
 * - `restart`: an active campaign may take the place of one that has run; its people start again at step 1.
 * - `shared-list:<campaign id>`: an active campaign may work on a list of this other active campaign.
 * - `twin:<id>`: the new object may equal this one.
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

/** Acknowledgements as an argument. A code that is written out must be one; a late one is checked when it is known. */
export type Acknowledgements = readonly (Acknowledgement | Late<string>)[] | Late<readonly string[]>;
