/** Parses a value in a response: a zod schema, or an equivalent without zod. */
export interface Shape<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly data?: undefined };
}
