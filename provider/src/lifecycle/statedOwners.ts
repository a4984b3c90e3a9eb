import { z } from "zod";
import type { Values } from "./declared";
import { type Recorded, readRecord } from "./record";

const ownerSchema = z.object({
  origin: z.string(),
  actingUserId: z.string(),
  actor: z.string().optional(),
});

/** The owner of an object in the state, as in its record. */
type Owner = Readonly<z.infer<typeof ownerSchema>>;

const ownersSchema = z.array(ownerSchema);

/** The distinct owners of these objects. */
export function ownersOf(all: Iterable<Values>): Owner[] {
  const owners = new Map<string, Owner>();
  for (const outputs of all) {
    const record = recordOf(outputs);
    if (record === undefined) continue;
    const { origin, actingUserId, actor } = record;
    owners.set(JSON.stringify([origin, actingUserId, actor]), { origin, actingUserId, actor });
  }
  return [...owners.values()];
}

/** Reads the owners from the hint of the class. */
export function ownersIn(hint: unknown): readonly Owner[] {
  return hint === undefined ? [] : (ownersSchema.safeParse(hint).data ?? []);
}

/** The record in the state. The run itself reports a state that it cannot read. */
export function recordOf(outputs: Values): Recorded | undefined {
  try {
    return readRecord(outputs, "");
  } catch {
    return undefined;
  }
}
