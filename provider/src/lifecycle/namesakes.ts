import { z } from "zod";

const namesakeSchema = z.object({
  urn: z.string(),
  id: z.string(),
  origin: z.string(),
  actingUserId: z.string(),
  actor: z.string().optional(),
});

/** An object of the state that has the name of a new one, under another resource, and that the service does not show. */
export type StatedNamesake = z.infer<typeof namesakeSchema>;

/** What the class has passed of the objects with the name of a new one. */
export function namesakesIn(hint: unknown): readonly StatedNamesake[] {
  return z.array(namesakeSchema).safeParse(hint).data ?? [];
}
