/**
 * An error that a person reads: what was attempted on which resource, why it stopped, what to do next. It has no
 * stack, since the engine would print it, and never a property `id`, which the engine would take for a resource's.
 */
export class Refusal extends Error {
  override readonly name: string = "Refusal";

  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.stack = "";
  }
}

/** A create whose answer was lost and could not be settled: the host records it in the state under this id. */
export class PendingCreate extends Refusal {
  override readonly name = "PendingCreate";

  constructor(
    readonly pendingId: string,
    readonly outputs: Readonly<Record<string, unknown>>,
    ...lines: readonly string[]
  ) {
    super(...lines);
  }
}
