import { z } from "zod";

/** The shells that a script can be printed for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** What `pulumi-outreach completion --json` prints. */
export const completionShape = z.strictObject({ version: z.literal(1), shell: z.enum(shells), script: z.string() });

export type CompletionDocument = Readonly<z.infer<typeof completionShape>>;
