/** The number of an object at the service: a positive whole number, or the same as decimal text. */
export type Id = number | string;
