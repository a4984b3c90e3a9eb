/**
 * An error for the user: what was attempted on which resource, why it was refused, what to do next. It has no stack,
 * because the engine would print it, and no property `id`, because the engine would take that for a resource's id.
 */
export class Refusal extends Error {
  override readonly name: string = "Refusal";

  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
    this.stack = "";
  }
}

/** A create or an update that failed after it changed something: the host records the object under `objectId`. */
export class PartialFailure extends Refusal {
  override readonly name: string = "PartialFailure";

  constructor(
    readonly objectId: string,
    readonly outputs: Readonly<Record<string, unknown>>,
    ...lines: readonly string[]
  ) {
    super(...lines);
  }
}

/** A create whose answer was lost and whose outcome is not known. Its `objectId` is a pending id of this package. */
export class PendingCreate extends PartialFailure {
  override readonly name = "PendingCreate";
}
