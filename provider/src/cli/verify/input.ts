import { z } from "zod";
import { accountInput } from "../accountOptions";

export const verifyInput = z
  .object({
    since: z.string().default("1d"),
    plan: z.string().optional(),
    allMembers: z.boolean().default(false),
    markdown: z.boolean().default(false),
    ...accountInput,
  })
  .refine(({ allMembers, as }) => !(allMembers && as !== undefined), {
    path: ["allMembers"],
    message: "excludes --as",
  });
/** What `verify` was asked for. */
export type VerifyInput = z.infer<typeof verifyInput>;
