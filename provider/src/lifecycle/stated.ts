import { z } from "zod";
import type { DeclaredKind, Values } from "./declared";
import { readRecord } from "./record";

const statedSchema = z.object({
  urn: z.string(),
  /** Undefined if its create was not answered. */
  id: z.string().optional(),
  targets: z.array(z.union([z.number(), z.string()])),
  pending: z.boolean(),
});

/** An object that the state describes as one that may contact people, and that the service does not show. */
export type Stated = z.infer<typeof statedSchema>;

/**
 * The objects of this kind in the state that may contact people and that the service does not show. The engine does not
 * pass a provider those that the program no longer declares, so the class does, for a new object that may run. Of a
 * service that shows them, the account tells more than a state.
 *
 * @param outputs the outputs of each resource of the kind, by URN
 */
export function statedOf({ reaches }: DeclaredKind, outputs: ReadonlyMap<string, Values>): Stated[] {
  if (reaches === undefined) return [];
  return [...outputs].flatMap(([urn, its]) => statedAs(reaches, urn, its) ?? []);
}

function statedAs(
  { running, targets }: NonNullable<DeclaredKind["reaches"]>,
  urn: string,
  outputs: Values,
): Stated | undefined {
  const record = recordOf(outputs);
  if (record === undefined) return undefined;
  const isPending = record.pending !== undefined;
  const isUnseen = isPending ? record.pending?.knownBefore === undefined : record.unseen === true;
  const mayRun = outputs[running] === undefined ? record.everActive === true : outputs[running] === true;
  if (!isUnseen || !mayRun) return undefined;
  const parsed = statedSchema.safeParse({ urn, id: record.id, targets: outputs[targets], pending: isPending });
  return parsed.data;
}

function recordOf(outputs: Values) {
  try {
    return readRecord(outputs, "");
  } catch {
    // The run itself reports a state that it cannot read.
    return undefined;
  }
}

/** What the class has passed. */
export function statedIn(hint: unknown): Stated[] {
  return z.array(statedSchema).safeParse(hint).data ?? [];
}
