/** Reads a value of an answer: a schema of zod, or what does the same without it. */
export interface Shape<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly data?: undefined };
}
