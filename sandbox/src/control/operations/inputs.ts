import { z } from "zod";

/** The input of an operation that takes none. */
export const none = z.strictObject({});

export const id = z.int();

/** The id of a new object. */
export const idToBe = z.int().positive();

export const person = { firstName: z.string().min(1), lastName: z.string().min(1), email: z.string().min(3) };

// A query contains only strings.
export const numberInQuery = z.coerce.number().int();
export const flagInQuery = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean(),
);
