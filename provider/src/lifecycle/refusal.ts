import { Advice, type WayOut } from "./wayOut";

/** A line of a refusal. Ways out are given only as `Advice`. */
export type Line = string | Advice;

/**
 * An error for the user: what was attempted on which resource, why it was refused, and what to do next. It has no stack,
 * because the engine would print it, and no property `id`, because the engine would treat that as a resource's id.
 */
export class Refusal extends Error {
  override readonly name: string = "Refusal";

  readonly lines: readonly string[];
  /** The alternatives for what to do next, in the order of the text. */
  readonly ways: readonly WayOut[];

  constructor(...lines: readonly Line[]) {
    super(lines.join("\n"));
    this.lines = lines.map(String);
    this.ways = lines.flatMap((line) => (line instanceof Advice ? line.ways : []));
    this.stack = "";
  }

  /** The refusal's text and ways as part of another refusal. */
  get advice(): Advice {
    return new Advice(this.message, this.ways);
  }
}

/** A create or update that failed after changing something. The host records the object under `objectId`. */
export class PartialFailure extends Refusal {
  override readonly name: string = "PartialFailure";

  constructor(
    readonly objectId: string,
    readonly outputs: Readonly<Record<string, unknown>>,
    ...lines: readonly Line[]
  ) {
    super(...lines);
  }
}

/** A create whose response was lost and whose outcome is unknown. Its `objectId` is a pending id of this package. */
export class PendingCreate extends PartialFailure {
  override readonly name = "PendingCreate";
}
