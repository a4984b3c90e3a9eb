import { z } from "zod";
import { accountInput } from "../accountOptions";

const member = /^(\d{1,128}|[^\s@,]+@[^\s@,]+)$/;

/** `--as` and `--members` of the commands that read several members. */
export const membersInput = {
  ...accountInput,
  members: z
    .string()
    .transform((words) => words.split(",").map((word) => word.trim()))
    .refine(
      (words) => words.every((word) => member.test(word)),
      "takes user ids or e-mail addresses with commas between them; `pulumi-outreach members` lists both",
    )
    .optional(),
};

/** What `--fail-on` takes. */
export const failures = ["running", "any"] as const;

export const peopleInput = z
  .object({
    collisions: z.boolean().default(false),
    suppressed: z.boolean().default(false),
    from: z.string().optional(),
    failOn: z.enum(failures, `takes ${failures.join(" or ")}`).optional(),
    ...membersInput,
  })
  .refine(({ as, members }) => as === undefined || members === undefined, {
    path: ["as"],
    message: "excludes --members",
  })
  .refine(({ collisions, suppressed }) => collisions !== suppressed, {
    path: ["collisions"],
    message: "or --suppressed: say one of the two",
  })
  .refine(({ from, suppressed }) => from === undefined || suppressed, {
    path: ["from"],
    message: "goes with --suppressed",
  });
/** What `people` was asked for. */
export type PeopleInput = z.infer<typeof peopleInput>;

export const personInput = z
  .object({
    who: z.string().trim().min(1, "takes an e-mail address, a profile address, the id of a contact or a name"),
    ...membersInput,
  })
  .refine(({ as, members }) => as === undefined || members === undefined, {
    path: ["as"],
    message: "excludes --members",
  });
/** What `person` was asked for. */
export type PersonInput = z.infer<typeof personInput>;

/** The members that an input names. */
export function membersOf({ as, members }: Pick<PeopleInput, "as" | "members">): readonly string[] | undefined {
  return as === undefined ? members : [as];
}
