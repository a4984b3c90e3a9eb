import { z } from "zod";
import { kindOrder } from "../../export/build";

const object = {
  kind: z.literal([...kindOrder]),
  id: z.string(),
  /** As served, without blanks around it; empty if it has none. */
  name: z.string(),
};
const paths = z.array(z.string());

/** What `pulumi-outreach export --json` prints. */
export const exportShape = z.strictObject({
  version: z.literal(1),
  /** The user whose objects these are. */
  userId: z.string(),
  /** Scheme, host and port of the service, and its path if it has one. */
  baseUrl: z.string(),
  /** Requests that were sent to the service. */
  requests: z.number(),
  exported: z.array(
    z.strictObject({
      ...object,
      /** The name of the resource in the program. */
      resource: z.string(),
      notes: z.array(z.string()),
      /** What the program acknowledges for it. */
      acknowledge: z.array(z.string()),
    }),
  ),
  leftOut: z.array(z.strictObject({ ...object, reason: z.string() })),
  /** Absolute. Absent with --list. */
  folder: z.string().optional(),
  /** Relative paths of the files of the export. Absent with --list. */
  files: z
    .strictObject({
      added: paths,
      unchanged: paths,
      /** From an earlier export, and now different. */
      changed: paths,
      /** The same, and somebody has edited them since. */
      edited: paths,
      /** From an earlier export, and no longer a part of this one. */
      removed: paths,
      /** Files of the user that stay in the place of a file of the export. */
      kept: paths,
    })
    .optional(),
  /** The map file that was made for a person to complete. */
  mapFile: z.string().optional(),
});

export type ExportDocument = Readonly<z.infer<typeof exportShape>>;
