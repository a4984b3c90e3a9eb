/** A hint of the class that may be large, as text: the SDK serializes each value in an object by itself, which takes long. */
export function asHint(value: unknown): string {
  return JSON.stringify(value);
}

/** Undefined if it cannot be read. */
export function fromHint(hint: unknown): unknown {
  if (typeof hint !== "string") return hint;
  try {
    return JSON.parse(hint);
  } catch {
    return undefined;
  }
}
