import { z } from "zod";

const namesakeSchema = z.object({
  urn: z.string(),
  id: z.string(),
  origin: z.string(),
  actingUserId: z.string(),
  actor: z.string().optional(),
});

/**
 * An object in the state with the name of a new one, which belongs to another resource and which the service does not
 * return.
 */
export type StatedNamesake = z.infer<typeof namesakeSchema>;

const namesakesSchema = z.array(namesakeSchema);

/** Parses the hint from the class about objects with the name of a new one. */
export function namesakesIn(hint: unknown): readonly StatedNamesake[] {
  return hint === undefined ? [] : (namesakesSchema.safeParse(hint).data ?? []);
}

const statedLostSchema = z.object({ urn: z.string(), outputs: z.record(z.string(), z.unknown()) });

/** A create of another resource without a response, according to the state, whose object the service does not show. */
export type StatedLost = Readonly<z.infer<typeof statedLostSchema>>;

/** Parses the hint from the class about such creates with the name of this resource. */
export function statedLostIn(hint: unknown): readonly StatedLost[] {
  return hint === undefined ? [] : (z.array(statedLostSchema).safeParse(hint).data ?? []);
}
