import type { Input } from "@pulumi/pulumi";

/** The number of an object at the service: a positive whole number, or the same as decimal text. */
export type Id = number | string;

/** No value has this type. It makes the compiler's error on a resource in place of its id say what to write. */
export interface ResourceInsteadOfId {
  /** Of a resource, this is an Output. */
  readonly id: "Write the id of the resource, as in `list.id`, and not the resource itself";
  /** Of a resource, this is an Output. */
  readonly urn: "Write the id of the resource, as in `list.id`, and not the resource itself";
}

/** An id, now or later. Of a resource, write `list.id`. */
export type IdInput = Input<Id> | ResourceInsteadOfId;
