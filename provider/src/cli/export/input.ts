import { z } from "zod";
import { accountInput } from "../accountOptions";

/** What the command line of an export may say. */
export const exportInput = z
  .object({
    folder: z.string().min(1, "must not be empty").optional(),
    ...accountInput,
    map: z.string().optional(),
    only: z.array(z.string().trim().min(1, "takes a kind, an id or a name")).default([]),
    list: z.boolean().default(false),
    overwrite: z.boolean().default(false),
  })
  .refine(({ folder, list }) => list || folder !== undefined, {
    path: ["folder"],
    message: "is missing: name the folder to write, or use --list to see what would be exported",
  });
/** What the command line of an export says. */
export type ExportInput = z.output<typeof exportInput>;
