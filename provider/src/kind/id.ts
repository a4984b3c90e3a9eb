import type { Input } from "@pulumi/pulumi";

/** The id of an object in the service: a positive integer, as a number or decimal string. */
export type Id = number | string;

/** No value has this type. If a program passes a resource instead of its id, the compiler's error contains this advice. */
export interface ResourceInsteadOfId {
  /** Of a resource, this is an Output. */
  readonly id: "Write the id of the resource, as in `list.id`, and not the resource itself";
  /** Of a resource, this is an Output. */
  readonly urn: "Write the id of the resource, as in `list.id`, and not the resource itself";
}

/** An id, or an Output or promise of one. For a resource, write `list.id`. */
export type IdInput = Input<Id> | ResourceInsteadOfId;
