/**
 * An error that a person reads: what was attempted on which resource, why it stopped, what to do next. It has no
 * stack, since the engine would print it, and never a property `id`, which the engine would take for a resource's.
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

/** A create or an update that failed and has changed something: the host records it in the state under `objectId`. */
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

/** Its answer was lost and could not be settled: the id is one of our own. */
export class PendingCreate extends PartialFailure {
  override readonly name = "PendingCreate";
}
